import { stateTones } from '@weft/designers/workflow/run.ts'
import { stateTexts } from '@weft/designers/workflow/texts.ts'
import { isFinal } from '@weft/kit/define/job-status.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Badge, StatusDot, Tile } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { NamedIcon } from '@weft/kit/ui/icon.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Tone } from '@weft/kit/ui/tones.ts'
import type { Job, JobStep } from './job.ts'
import { useClock } from './clock.ts'
import s from './job-steps.module.css'

const texts = defineMessages({
  step: { en: 'Step', de: 'Schritt' },
  state: { en: 'State', de: 'Zustand' },
  in: { en: 'In', de: 'Ein' },
  out: { en: 'Records by exit', de: 'Datensätze je Ausgang' },
  busy: { en: 'Work', de: 'Arbeit' },
  time: { en: 'Timeline', de: 'Zeitverlauf' },
  slowest: { en: 'slowest', de: 'langsamster' },
  bar: { en: 'from {from} to {to} of the run', de: 'von {from} bis {to} des Laufs' },
})

const groupTones: Record<string, Tone> = {
  trigger: 'violet',
  flow: 'slate',
  data: 'teal',
  transform: 'amber',
  connector: 'blue',
  communicate: 'pink',
}
const exitTone = (exit: string): Tone | undefined =>
  exit === 'rejected' ? 'amber' : exit === 'error' ? 'red' : undefined

/** Every step of the workflow with what the job did there; the bars share one time axis. */
export function JobSteps({ job }: { job: Job }) {
  const t = useTexts(texts)
  const states = useTexts(stateTexts)
  const formats = useFormats()
  const now = useClock(!isFinal(job.status))
  const begin = Date.parse(job.started_at ?? job.created_at)
  const end = Math.max(begin + 1, job.finished_at ? Date.parse(job.finished_at) : now)
  const busiest = Math.max(...job.steps.map((step) => step.busy_ms))
  return (
    <div className={s['frame']} tabIndex={0} role="region" aria-label={t.step()}>
      <table className={s['steps']}>
        <thead>
          <tr>
            <th>{t.step()}</th>
            <th>{t.state()}</th>
            <th className={s['end']}>{t.in()}</th>
            <th>{t.out()}</th>
            <th className={s['end']}>{t.busy()}</th>
            <th className={s['wide']}>{t.time()}</th>
          </tr>
        </thead>
        <tbody>
          {job.steps.map((step) => (
            <tr key={step.step} data-state={step.state}>
              <td>
                <span className={s['name']}>
                  <Tile tone={groupTones[step.group ?? ''] ?? 'slate'}>
                    <NamedIcon name={step.icon} />
                  </Tile>
                  <span>
                    <b>{step.label || step.step}</b>
                    <small className="mono">{step.element}</small>
                  </span>
                </span>
              </td>
              <td>
                <StatusDot tone={stateTones[step.state]} pulse={step.state === 'working'}>
                  {states[step.state]()}
                </StatusDot>
                {step.error && <p className={s['error']}>{step.error.message}</p>}
              </td>
              <td className={s['end']}>{formats.number(step.records_in)}</td>
              <td>
                <span className={s['exits']}>
                  {Object.entries(step.exits).map(([exit, count]) => (
                    <Badge key={exit} tone={exitTone(exit)}>
                      {step.exit_names[exit] ?? exit} {formats.number(count)}
                    </Badge>
                  ))}
                </span>
              </td>
              <td className={s['end']}>
                {step.busy_ms > 0 ? formats.duration(step.busy_ms) : '–'}
                {job.steps.length > 2 && step.busy_ms === busiest && busiest > 0 && (
                  <small className={s['slowest']}>{t.slowest()}</small>
                )}
              </td>
              <td className={s['wide']}>
                <TimeBar
                  step={step}
                  begin={begin}
                  end={end}
                  now={now}
                  label={(from, to) => t.bar({ from: formats.percent(from), to: formats.percent(to) })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function TimeBar({
  step,
  begin,
  end,
  now,
  label,
}: {
  step: JobStep
  begin: number
  end: number
  now: number
  label: (from: number, to: number) => string
}) {
  if (!step.started_at) return null
  const share = (moment: number) => Math.min(1, Math.max(0, (moment - begin) / (end - begin)))
  const from = share(Date.parse(step.started_at))
  const to = share(step.finished_at ? Date.parse(step.finished_at) : step.state === 'working' ? now : end)
  return (
    <span className={s['track']} role="img" aria-label={label(from, to)}>
      <i
        data-state={step.state}
        style={{ insetInlineStart: `${from * 100}%`, width: `max(3px, ${(to - from) * 100}%)` }}
      />
    </span>
  )
}
