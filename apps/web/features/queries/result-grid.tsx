import { useVirtualizer } from '@tanstack/react-virtual'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { typeTexts } from '@weft/kit/ui/type-texts.ts'
import { useRef } from 'react'
import type { Answer } from '@weft/kit/contracts/client.ts'
import s from './query-result.module.css'

const texts = defineMessages({
  result: { en: 'Result', de: 'Ergebnis' },
  empty: { en: 'No row fits.', de: 'Keine Zeile passt.' },
  yes: { en: 'yes', de: 'ja' },
  no: { en: 'no', de: 'nein' },
  other: { en: 'other', de: 'sonstiges' },
})

export type Rows = Answer<'POST', '/queries/run'>['data']
type Type = Rows['types'][number]

const rowHeight = 30
const isFigure = (type: Type | undefined) => type === 'integer' || type === 'decimal'

/** The rows of a query; only those in sight are drawn. */
export function ResultGrid({ answer: { columns, types, rows } }: { answer: Rows }) {
  const t = useTexts(texts)
  const type = useTexts(typeTexts)
  const { number } = useFormats()
  const box = useRef<HTMLDivElement>(null)
  const inSight = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const shown = inSight.getVirtualItems()
  const [first, last] = [shown[0], shown.at(-1)]
  const said = (one: Type | undefined) => (one === undefined || one === 'other' ? t.other() : type[one]())
  return (
    <div className={s['grid']} ref={box} role="region" aria-label={t.result()} tabIndex={0}>
      <table aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            <td className={s['place']} />
            {columns.map((name, i) => (
              <th key={i} scope="col" data-figure={isFigure(types[i]) || undefined}>
                {name} <small>{said(types[i])}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first && first.start > 0 && <tr aria-hidden style={{ height: first.start }} />}
          {shown.map(({ index }) => (
            <tr key={index} aria-rowindex={index + 2}>
              <td className={s['place']}>{number(index + 1)}</td>
              {columns.map((name, i) => (
                <td key={i} data-figure={isFigure(types[i]) || undefined} title={titleOf(rows[index]![name])}>
                  <Cell value={rows[index]![name]} type={types[i]} />
                </td>
              ))}
            </tr>
          ))}
          {last && last.end < inSight.getTotalSize() && (
            <tr aria-hidden style={{ height: inSight.getTotalSize() - last.end }} />
          )}
        </tbody>
      </table>
      {rows.length === 0 && <p className={s['none']}>{t.empty()}</p>}
    </div>
  )
}

const plain = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
const titleOf = (value: unknown) => (value === null || value === undefined ? undefined : plain(value).slice(0, 2_000))

function Cell({ value, type }: { value: unknown; type: Type | undefined }) {
  const t = useTexts(texts)
  const { dateTime } = useFormats()
  if (value === null || value === undefined) return <span className="muted">–</span>
  if (typeof value === 'boolean') return value ? t.yes() : t.no()
  if (type === 'date_time' && typeof value === 'string' && !Number.isNaN(Date.parse(value))) return dateTime(value)
  return plain(value).slice(0, 300)
}
