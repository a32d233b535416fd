import type { StructureField } from '@weft/kit/define/structure.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { toneOf } from '@weft/kit/ui/tones.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import s from './explorer.module.css'
import { useRelated } from './relations.tsx'

const texts = defineMessages({
  yes: { en: 'Yes', de: 'Ja' },
  no: { en: 'No', de: 'Nein' },
  entries: {
    en: '{count, plural, one {# entry} other {# entries}}',
    de: '{count, plural, one {# Eintrag} other {# Einträge}}',
  },
})

/** How wide a column begins, by what it holds. */
export const widthOf = ({ type, name, label }: StructureField) =>
  Math.max(
    {
      boolean: 84,
      integer: 104,
      big_integer: 120,
      decimal: 116,
      date: 108,
      date_time: 168,
      time: 90,
      uuid: 280,
      choice: 116,
      long_text: 220,
      object: 220,
      list: 190,
      json: 220,
      text: 156,
    }[type],
    (label ?? name).length * 7.2 + 66,
  )

export const isNumber = ({ type }: StructureField) => ['integer', 'big_integer', 'decimal'].includes(type)

/** One value of a record, short enough for a cell. */
export function CellValue({ field, value }: { field: StructureField; value: unknown }) {
  const t = useTexts(texts)
  const { exactTime } = useFormats()
  const related = useRelated()
  if (value === null || value === undefined) return <span className={s['none']}>–</span>
  if (field.related_structure_id) return related(field, value) ?? String(value)
  switch (field.type) {
    case 'boolean':
      return <>{value ? t.yes() : t.no()}</>
    case 'choice':
      return <Badge tone={toneOf(String(value))}>{String(value)}</Badge>
    case 'date_time':
      return <>{exactTime(String(value))}</>
    case 'decimal':
      return <>{String(value)}</>
    case 'integer':
    case 'big_integer':
      return <>{String(value)}</>
    case 'list':
      return (
        <span className={s['nested']}>
          <b>{t.entries({ count: Array.isArray(value) ? value.length : 0 })}</b> {brief(value)}
        </span>
      )
    case 'object':
    case 'json':
      return <span className={s['nested']}>{brief(value)}</span>
    default:
      return <>{String(value)}</>
  }
}

/** `{product: 11, quantity: 12}` without the noise of JSON. */
export function brief(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (Array.isArray(value)) return value.length === 0 ? '' : `${brief(value[0])}${value.length > 1 ? ' …' : ''}`
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .slice(0, 4)
    .map(([name, inner]) => `${name} ${typeof inner === 'object' && inner !== null ? '…' : String(inner ?? '–')}`)
    .join(' · ')
}
