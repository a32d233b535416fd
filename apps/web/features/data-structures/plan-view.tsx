import { IconAlertTriangle, IconBan, IconCircleCheck } from '@tabler/icons-react'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Badge, Note } from '@weft/kit/ui/bits.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import s from './structures.module.css'
import type { Finding, StructurePlan } from './structure.ts'

const texts = defineMessages({
  nothing: { en: 'The table stays as it is.', de: 'Die Tabelle bleibt, wie sie ist.' },
  losses: { en: 'Values would be lost', de: 'Werte würden verloren gehen' },
  obstacles: { en: 'The records do not allow this yet', de: 'Die Datensätze lassen das noch nicht zu' },
  fine: { en: 'No value is lost.', de: 'Kein Wert geht verloren.' },
  touches: {
    en: '{rows, plural, one {# record} other {# records}}',
    de: '{rows, plural, one {# Datensatz} other {# Datensätze}}',
  },
  dependents: { en: 'Used by', de: 'Verwendet von' },
  mapping: { en: 'Mapping', de: 'Mapping' },
  workflow: { en: 'Workflow', de: 'Workflow' },
  data_set: { en: 'Data set', de: 'Datenset' },
  text_template: { en: 'Text template', de: 'Textvorlage' },
  dynamic_model: { en: 'Dynamic model', de: 'Dynamisches Modell' },
  data_structure: { en: 'Data structure', de: 'Datenstruktur' },
})

/** What a change does to the table: each statement, what it loses, what stands against it, who depends on it. */
export function PlanView({ plan }: { plan: StructurePlan }) {
  const t = useTexts(texts)
  return (
    <div className={s['plan']}>
      {plan.obstacles.length > 0 && <Findings tone="red" title={t.obstacles()} findings={plan.obstacles} />}
      {plan.losses.length > 0 && <Findings tone="amber" title={t.losses()} findings={plan.losses} />}
      {plan.obstacles.length + plan.losses.length === 0 && (
        <Note tone="green" icon={<IconCircleCheck size={16} aria-hidden />}>
          {plan.changes.length === 0 ? t.nothing() : t.fine()}
        </Note>
      )}
      {plan.changes.length > 0 && (
        <ol className={s['changes']}>
          {plan.changes.map(({ text, statement, rows }, i) => (
            <li key={i}>
              <span className={s['change']}>
                {text}
                {rows > 0 && <small>{t.touches({ rows })}</small>}
              </span>
              <code>{statement}</code>
            </li>
          ))}
        </ol>
      )}
      {plan.dependents.length > 0 && (
        <div>
          <b>{t.dependents()}</b>
          <div className={s['samples']}>
            {plan.dependents.map(({ kind, id, label }) => (
              <Badge key={id}>
                {t[kind as 'mapping']()}: {label}
              </Badge>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

function Findings({ tone, title, findings }: { tone: 'red' | 'amber'; title: string; findings: Finding[] }) {
  return (
    <Note
      tone={tone}
      icon={tone === 'red' ? <IconBan size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
    >
      <b>{title}</b>
      {findings.map(({ field, text, samples }, i) => (
        <div key={`${field} ${i}`}>
          {text}
          {samples.length > 0 && (
            <div className={s['samples']}>
              {samples.map((sample) => (
                <code key={sample}>{sample}</code>
              ))}
            </div>
          )}
        </div>
      ))}
    </Note>
  )
}
