import { csv } from './csv/csv.ts'
import { json } from './json/json.ts'
import { jsonl } from './jsonl/jsonl.ts'
import { xlsx } from './xlsx/xlsx.ts'
import { xml } from './xml/xml.ts'

export const formats = [csv, json, jsonl, xlsx, xml] as const
