import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconCheck, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { jobPath } from '../jobs/job.ts'
import { shownValue } from '../jobs/rejected.ts'
import s from './cause.module.css'
import { Corrections } from './corrections.tsx'
import type { Cause } from './texts.ts'
import type { Trial } from './use-mending.ts'
import { ValueChange, Wrong } from './values.tsx'

const texts = defineMessages({
  samples: {
    en: '{count, plural, one {One sample} other {# samples}}',
    de: '{count, plural, one {Ein Beispiel} other {# Beispiele}}',
  },
  of: {
    en: 'of {count, number}, each value at least once as far as ten go',
    de: 'von {count, number}, jeder Wert mindestens einmal, soweit zehn reichen',
  },
  value: { en: 'Value', de: 'Wert' },
  run: { en: 'Run, place', de: 'Lauf, Stelle' },
  none: { en: 'No record waits at this cause any more.', de: 'An dieser Ursache wartet kein Datensatz mehr.' },
  asItCame: { en: 'As it came in', de: 'Wie er ankam' },
  trial: {
    en: 'Trial on {count, plural, one {one record} other {# records}}',
    de: 'Probe an {count, plural, one {einem Datensatz} other {# Datensätzen}}',
  },
  nothingYet: { en: 'nothing is written yet', de: 'noch ist nichts geschrieben' },
  result: { en: 'Result', de: 'Ergebnis' },
  through: { en: 'goes through', de: 'geht durch' },
  unmatched: { en: 'not changed', de: 'nicht geändert' },
  untried: { en: 'cannot be tried', de: 'nicht zu proben' },
  at: { en: '{step}: {reason}', de: '{step}: {reason}' },
  show: { en: 'Show record {number}', de: 'Datensatz {number} zeigen' },
})

type Sample = Cause['samples'][number]

/** The first fields of a record that tell it from others: short, and not the rejected one. */
function tellingFields(samples: readonly Sample[], field: string): string[] {
  const [first] = samples
  if (!first) return []
  return Object.entries(first.record as Record<string, unknown>)
    .filter(([name, value]) => !name.startsWith('_') && name !== field && (value === null || typeof value !== 'object'))
    .map(([name]) => name)
    .slice(0, 3)
}

/** Ten of the records that wait, and the one in focus as it came in. */
export function Samples({ cause, trial }: { cause: Cause; trial: Trial | undefined }) {
  const t = useTexts(texts)
  const [shown, setShown] = useState(0)
  const { samples, field } = cause
  if (samples.length === 0) return <p className={s['none']}>{t.none()}</p>
  const columns = tellingFields(samples, field)
  const results = new Map(trial?.results.map((result) => [result.id, result]))
  const sample = samples[Math.min(shown, samples.length - 1)]!
  return (
    <>
      <div className={s['titleLine']}>
        <h2 className={s['title']}>
          {trial ? t.trial({ count: samples.length }) : t.samples({ count: samples.length })}{' '}
          <small>{trial ? t.nothingYet() : t.of({ count: cause.waiting })}</small>
        </h2>
        <Corrections cause={cause} />
      </div>
      <div className={s['scroll']} tabIndex={0} role="region" aria-label={t.samples({ count: samples.length })}>
        <table className={s['samples']}>
          <thead>
            <tr>
              <th className={s['wrong']}>{field ? <span className="mono">{field}</span> : t.value()}</th>
              {columns.map((name) => (
                <th key={name}>{name}</th>
              ))}
              <th>{trial ? t.result() : t.run()}</th>
            </tr>
          </thead>
          <tbody>
            {samples.map((one, i) => (
              <tr key={one.id} aria-current={one === sample || undefined} onClick={() => setShown(i)}>
                <td className={s['wrong']}>
                  <button
                    type="button"
                    aria-label={t.show({ number: i + 1 })}
                    aria-pressed={one === sample}
                    onClick={() => setShown(i)}
                  >
                    <Shown sample={one} result={results.get(one.id)} />
                  </button>
                </td>
                {columns.map((name) => (
                  <td key={name}>{shownValue((one.record as Record<string, unknown>)[name]) || '–'}</td>
                ))}
                <td>
                  {trial ? (
                    <Outcome result={results.get(one.id)} />
                  ) : (
                    <Place sample={one} workflow={cause.workflow_id} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <section className={s['record']} aria-label={t.asItCame()}>
        <h3>
          {t.asItCame()} <small>{sample.reason}</small>
        </h3>
        <pre>{JSON.stringify(sample.record, undefined, 2)}</pre>
      </section>
    </>
  )
}

function Place({ sample, workflow }: { sample: Sample; workflow: string }) {
  const { number } = useFormats()
  return (
    <Link className={s['link']!} to={jobPath({ workflow_id: workflow, id: sample.job_id })}>
      {sample.job_number}, {number(sample.batch + 1)}.{number(sample.position + 1)}
    </Link>
  )
}

type Result = Trial['results'][number]

/** What came in, and what the trial has made of it. */
function Shown({ sample, result }: { sample: Sample; result: Result | undefined }) {
  if (!result || result.outcome === 'unmatched' || result.after === null) return <Wrong value={sample.value} />
  return <ValueChange before={result.before} after={result.after} isRight={!result.same_cause} />
}

function Outcome({ result }: { result: Result | undefined }) {
  const t = useTexts(texts)
  if (!result) return '–'
  const { outcome, step_label: step = '', reason = '' } = result
  if (outcome === 'through')
    return (
      <span className={s['good']}>
        <IconCheck size={14} aria-hidden /> {t.through()}
      </span>
    )
  if (outcome !== 'refused') return <span className="muted">{t[outcome]()}</span>
  return (
    <span className={s['bad']} title={t.at({ step, reason })}>
      <IconX size={14} aria-hidden /> {t.at({ step, reason })}
    </span>
  )
}
