import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { Link } from '@tanstack/react-router'
import s from './connections.module.css'

const texts = defineMessages({
  title: { en: 'Log kept for workflows', de: 'Für Workflows behaltenes Protokoll' },
  note: { en: 'looked at every five minutes', de: 'alle fünf Minuten angesehen' },
  of: { en: '{kept} of {most}', de: '{kept} von {most}' },
  nothing: { en: 'nothing', de: 'nichts' },
  gone: { en: 'Deleted workflow', de: 'Gelöschter Workflow' },
  about: { en: '{table}, last read {at} ({reader})', de: '{table}, zuletzt gelesen {at} ({reader})' },
})

type Capture = Answer<'GET', `/connections/${string}/health`>['data']['captures'][number]

/** How much of its log a database keeps for steps that follow it; nothing where there are none. */
export function Captures({ captures }: { captures: readonly Capture[] }) {
  const t = useTexts(texts)
  const formats = useFormats()
  if (captures.length === 0) return null
  return (
    <Panel title={t.title()} note={t.note()} bleed>
      <ul className={s['disruptions']}>
        {captures.map(({ id, workflow_id, label, source_table: table, reader, read_at, kept_bytes, most_bytes }) => (
          <li key={id}>
            <div>
              <b>{workflow_id ? <Link to={`/project/workflows/${workflow_id}`}>{label}</Link> : t.gone()}</b>
              <p>{t.about({ table, reader, at: formats.dateTime(read_at) })}</p>
            </div>
            <span className="num">
              {t.of({
                kept: kept_bytes === null ? t.nothing() : formats.bytes(kept_bytes),
                most: formats.bytes(most_bytes),
              })}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
