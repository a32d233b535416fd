import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { ResultTable } from '@weft/kit/ui/result-table.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import { Button } from '@mantine/core'
import s from './query-editor.module.css'

const texts = defineMessages({
  result: { en: 'Result', de: 'Ergebnis' },
  plan: { en: 'How the database would run it', de: 'Wie die Datenbank sie ausführen würde' },
  rows: {
    en: '{count, plural, one {# row} other {# rows}} in {time}',
    de: '{count, plural, one {# Zeile} other {# Zeilen}} in {time}',
  },
  more: {
    en: 'The first {count} rows, in {time}. An export has all of them.',
    de: 'Die ersten {count} Zeilen, in {time}. Ein Export enthält alle.',
  },
  next: { en: 'Show more rows', de: 'Weitere Zeilen anzeigen' },
})

export type Answer =
  | { kind: 'rows'; columns: string[]; rows: Record<string, unknown>[]; more: boolean; took_ms: number }
  | { kind: 'plan'; plan: string[] }

/** So many rows are drawn at once; the others come when they are asked for. */
const drawn = 500

/** The rows of a query, or how the database would come to them. */
export function QueryResult({ answer }: { answer: Answer }) {
  const t = useTexts(texts)
  const { number, duration } = useFormats()
  const [shown, setShown] = useState(drawn)
  if (answer.kind === 'plan')
    return (
      <>
        <p className="muted">{t.plan()}</p>
        <pre className={s['plan']} tabIndex={0}>
          {answer.plan.join('\n')}
        </pre>
      </>
    )
  const { columns, rows, more, took_ms } = answer
  return (
    <>
      <p className="muted">
        {more
          ? t.more({ count: number(rows.length), time: duration(took_ms) })
          : t.rows({ count: rows.length, time: duration(took_ms) })}
      </p>
      <ResultTable label={t.result()} columns={columns} rows={rows.slice(0, shown)} />
      {rows.length > shown && (
        <Button variant="subtle" size="xs" onClick={() => setShown(shown + drawn)}>
          {t.next()}
        </Button>
      )}
    </>
  )
}
