import { numberOf } from '@weft/kit/define/compare.ts'
import type { FieldType } from '@weft/kit/define/structure.ts'

/** A key as the text by which the same one is recognised on both sides, whatever each of them writes: `5.00` and `5`, with `Z` and without. */
export const keyText = (values: readonly unknown[], types: readonly FieldType[]): string =>
  JSON.stringify(values.map((value, i) => partText(value, types[i]!)))

function partText(value: unknown, type: FieldType): string | null {
  if (value === undefined || value === null) return null
  switch (type) {
    case 'integer':
    case 'big_integer':
    case 'decimal':
      return numberOf(value)?.toFixed() ?? String(value)
    case 'boolean':
      return ['true', '1'].includes(String(value)) ? 'true' : 'false'
    case 'uuid':
      return String(value).toLowerCase()
    case 'date_time':
      return momentText(String(value))
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
}

/** Without a zone it counts as UTC, as it is stored; zeros at the end of a second say nothing. */
const momentText = (text: string) =>
  text
    .replace(' ', 'T')
    .replace(/(Z|[+]00:?00)$/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
