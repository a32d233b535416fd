import { readFileSync } from 'node:fs'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { plainField, type FieldType, type StructureField } from '@weft/kit/define/structure.ts'

export type Pair = {
  title: string
  source: { id: string; label: string; fields: StructureField[] }
  target: { id: string; label: string; fields: StructureField[] }
  sample: DataRecord
  /** What belongs together, as `source>target` by full names. */
  truth: Set<string>
}

/** The pairs of structures that suggestions are measured on. */
export function readPairs(file: 'pairs' | 'more-pairs'): Pair[] {
  const text = readFileSync(new URL(`./${file}.txt`, import.meta.url), 'utf8')
  return text
    .split(/^= /m)
    .slice(1)
    .map((one) => {
      const [title = '', source = '', target = '', truth = ''] = one.trim().split('\n')
      const [from = '', to = ''] = title.split(' -> ')
      const sample: DataRecord = {}
      return {
        title,
        source: { id: 'source', label: from, fields: fieldsOf(source, 's', sample) },
        target: { id: 'target', label: to, fields: fieldsOf(target, 't', {}) },
        sample,
        truth: new Set(truth.split(' ')),
      }
    })
}

/** Fields with the sample of each put into `record`; the id of a field is its full name. */
function fieldsOf(text: string, prefix: string, record: DataRecord): StructureField[] {
  return [...text.matchAll(/([a-z0-9_]+) ([a-z_]+)(?: (\[[^\]]*\]|[^;\]]*))?(?:;|$)/g)].map(
    ([, name, type, rest = '']) => {
      const inside = rest.startsWith('[') ? rest.slice(1, -1) : undefined
      const inner: DataRecord = {}
      const field: StructureField = {
        ...plainField,
        id: `${prefix}:${name}`,
        name: name!,
        type: type as FieldType,
        ...(inside && { fields: fieldsOf(inside.trim(), `${prefix}:${name}`, inner) }),
      }
      const value = inside ? (type === 'list' ? [inner] : inner) : rest.trim()
      if (value !== '') record[name!] = value
      return field
    },
  )
}

export const fullNameOf = (id: string) => id.slice(2).replaceAll(':', '.')
