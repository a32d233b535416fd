import type { StructureField } from '@weft/kit/define/structure.ts'
import { isNested, isTextual } from '../structure.ts'
import type { LineFormat } from '../writing/driver.ts'

/** PostgreSQL's COPY text format. */
export const copyFormat: LineFormat = {
  nothing: '\\N',
  separator: '\t',
  written: (field) => (isTextual(field) || isNested(field) ? escaped : undefined),
  keepsPlainText: true,
  keyOf: canonical,
}

const special = /[\\\n\r\t]/
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escaped = (text: string) =>
  special.test(text) ? text.replace(/[\\\n\r\t]/g, (letter) => escapes[letter]!) : text

/** Two texts of the same value must give the same key: `1.50` and `1.5`, one moment in two zones. */
function canonical(field: StructureField, text: string): string {
  if (field.type === 'decimal')
    return String(Number(text)) === text
      ? text
      : text
          .replace(/^\+/, '')
          .replace(/(\.\d*?)0+$/, '$1')
          .replace(/\.$/, '')
  if (field.type !== 'date_time') return text
  const moment = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString()
}
