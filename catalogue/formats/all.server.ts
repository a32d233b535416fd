import type { FormatBody } from '@weft/kit/define/format.ts'
import type { formats } from './all.ts'
import { csvBody } from './csv/csv.server.ts'
import { jsonBody } from './json/json.server.ts'
import { jsonlBody } from './jsonl/jsonl.server.ts'
import { xlsxBody } from './xlsx/xlsx.server.ts'
import { xmlBody } from './xml/xml.server.ts'

/** How each format is read and written; leaving one out is a compile error. */
export const formatBodies: Record<(typeof formats)[number]['key'], FormatBody<any>> = {
  csv: csvBody,
  json: jsonBody,
  jsonl: jsonlBody,
  xlsx: xlsxBody,
  xml: xmlBody,
}
