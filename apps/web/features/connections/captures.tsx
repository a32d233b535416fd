import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { Link } from '@tanstack/react-router'
import s from './connections.module.css'

const texts = defineMessages({
  title: { en: 'Log kept for workflows', de: 'Für Workflows aufbewahrtes Protokoll' },
  note: { en: 'measured every five minutes', de: 'alle fünf Minuten gemessen' },
  of: { en: '{kept} of {most}', de: '{kept} von {most}' },
  nothing: { en: 'nothing', de: 'nichts' },
  gone: { en: 'Deleted workflow', de: 'Gelöschter Workflow' },
  read: { en: 'last read {at}', de: 'zuletzt gelesen {at}' },
  meter: { en: 'Kept of what may be kept', de: 'Aufbewahrt von dem, was aufbewahrt werden darf' },
})

/** From here on the bar warns: beyond all of it the log is given up and the table read anew. */
const nearly = 0.8

type Capture = Answer<'GET', `/connections/${string}/health`>['data']['captures'][number]

/** How much of its log a database keeps for steps that follow it; nothing where there are none. */
export function Captures({ captures }: { captures: readonly Capture[] }) {
  const t = useTexts(texts)
  const formats = useFormats()
  if (captures.length === 0) return null
  return (
    <Panel title={t.title()} note={t.note()} bleed>
      <ul className={s['captures']}>
        {captures.map(({ id, workflow_id, label, source_table: table, reader, read_at, kept_bytes, most_bytes }) => {
          const share = Math.min(1, (kept_bytes ?? 0) / most_bytes)
          return (
            <li key={id}>
              <div>
                <b>{workflow_id ? <Link to={`/project/workflows/${workflow_id}`}>{label}</Link> : t.gone()}</b>
                <p>
                  <code className="mono">{table}</code> · {t.read({ at: formats.dateTime(read_at) })}
                </p>
                <p>
                  <code className="mono">{reader}</code>
                </p>
              </div>
              <div className={s['kept']}>
                <span className="num">
                  {t.of({
                    kept: kept_bytes === null ? t.nothing() : formats.bytes(kept_bytes),
                    most: formats.bytes(most_bytes),
                  })}
                </span>
                <meter aria-label={t.meter()} value={share} high={nearly} optimum={0} />
              </div>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
