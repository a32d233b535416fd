import { IconBug } from '@tabler/icons-react'
import { rowsOf, type MappedStructure } from '@weft/designers/mapping/rows.ts'
import type { MappingDefinition, MappingTrace } from '@weft/kit/define/mapping.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useMemo, useState } from 'react'
import s from './mappings.module.css'
import { useTransformers } from './use-transformers.ts'

const texts = defineMessages({
  none: { en: 'No records to debug', de: 'Keine Datensätze zum Debuggen' },
  noneText: {
    en: 'The source structure holds no records yet. Import some, or try your own in the preview.',
    de: 'Die Quellstruktur enthält noch keine Datensätze. Importieren Sie welche oder probieren Sie eigene in der Vorschau.',
  },
  records: { en: 'Sample records', de: 'Beispieldatensätze' },
  record: { en: 'Record {number, number}', de: 'Datensatz {number, number}' },
  steps: { en: 'Transformers', de: 'Umwandlungen' },
  transformer: { en: 'Transformer', de: 'Umwandlung' },
  entry: { en: 'Entry', de: 'Eintrag' },
  inputs: { en: 'Inputs', de: 'Eingaben' },
  value: { en: 'Value', de: 'Wert' },
  skipped: { en: 'left out: its conditions do not hold', de: 'ausgelassen: die Bedingungen gelten nicht' },
  noSteps: {
    en: 'No transformer is used for this record; fields are passed on directly.',
    de: 'Für diesen Datensatz wird keine Umwandlung verwendet; Felder werden direkt übernommen.',
  },
  rejected: { en: 'Rejected at {field}: {reason}', de: 'Abgelehnt bei {field}: {reason}' },
  source: { en: 'Source', de: 'Quelle' },
  target: { en: 'Target', de: 'Ziel' },
})

/** Sample records one by one, with every value on the way. */
export function DebugMode({
  definition,
  source,
  samples,
  traces,
}: {
  definition: MappingDefinition
  source: MappedStructure
  samples: readonly DataRecord[]
  traces: readonly MappingTrace[]
}) {
  const t = useTexts(texts)
  const language = useLanguage()
  const { known } = useTransformers()
  const [chosen, choose] = useState(0)
  const byId = useMemo(() => new Map(definition.transformers.map((one) => [one.id, one])), [definition])
  const key = useMemo(() => rowsOf(source).find((row) => row.key)?.name ?? source.tree[0]?.name, [source])
  const at = Math.min(chosen, samples.length - 1)
  const trace = traces[at]
  if (samples.length === 0) return <EmptyState icon={IconBug} title={t.none()} text={t.noneText()} />
  return (
    <div className={s['debug']}>
      <nav className={s['records']} aria-label={t.records()}>
        {samples.map((record, i) => (
          <button key={i} type="button" aria-current={i === at || undefined} onClick={() => choose(i)}>
            <i className={s['dot']} data-failed={traces[i]?.rejected ? true : undefined} aria-hidden />
            {t.record({ number: i + 1 })}
            <span>{key === undefined ? '' : shown(record[key])}</span>
          </button>
        ))}
      </nav>
      <div className={s['steps']} role="region" aria-label={t.steps()} tabIndex={0}>
        {trace?.rejected && (
          <p className={s['reason']}>
            {t.rejected({ field: trace.rejected.field ?? '–', reason: say(trace.rejected.reason, language) })}
          </p>
        )}
        {trace && trace.values.length === 0 ? (
          <p className="muted">{t.noSteps()}</p>
        ) : (
          <table className={s['values']}>
            <thead>
              <tr>
                <th>{t.transformer()}</th>
                <th>{t.entry()}</th>
                <th>{t.inputs()}</th>
                <th>{t.value()}</th>
              </tr>
            </thead>
            <tbody>
              {trace?.values.map(({ transformer_id, entries, inputs, value, failed, skipped }, i) => {
                const stored = byId.get(transformer_id)
                const title = stored && (stored.label || known.get(stored.key)?.labels.title[language])
                return (
                  <tr key={i} data-failed={failed ? true : undefined} data-skipped={skipped}>
                    <td>
                      {title}
                      <small>{stored?.output}</small>
                    </td>
                    <td data-mono>{entries.map((entry) => entry + 1).join(' / ')}</td>
                    <td data-mono>{inputs.map(shown).join(' · ')}</td>
                    <td data-mono>{failed ? say(failed, language) : skipped ? t.skipped() : shown(value)}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        )}
      </div>
      <div className={s['json']} role="region" aria-label={t.source()} tabIndex={0}>
        <h3>{t.target()}</h3>
        <pre>{trace?.out ? JSON.stringify(trace.out, null, 2) : '–'}</pre>
        <h3>{t.source()}</h3>
        <pre>{JSON.stringify(samples[at], null, 2)}</pre>
      </div>
    </div>
  )
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '–'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 300 ? `${text.slice(0, 299)}…` : text
}
