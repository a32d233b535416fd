import { cronOf, schedule } from '@weft/catalogue/elements/schedule/schedule.ts'
import { nextRun } from '@weft/engine/scheduler/next-run.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useId } from 'react'
import s from './next-times.module.css'

const texts = defineMessages({
  title: { en: 'The next times ({zone})', de: 'Die nächsten Male ({zone})' },
  never: { en: 'This never comes due.', de: 'Dieser Zeitpunkt kommt nie.' },
})

const most = 5

/** When a schedule comes due next, in its own time zone; nothing while it cannot be read. */
export function NextTimes({ settings }: { settings: Record<string, unknown> }) {
  const t = useTexts(texts)
  const { weekdayTimeIn } = useFormats()
  const title = useId()
  const parsed = schedule.settings.safeParse(settings)
  const times = parsed.success ? timesOf(cronOf(parsed.data), parsed.data.zone) : undefined
  if (!times) return null
  return (
    <section className={s['times']} aria-labelledby={title}>
      <h3 id={title}>{t.title({ zone: parsed.data!.zone })}</h3>
      {times.length === 0 ? (
        <p>{t.never()}</p>
      ) : (
        <ol>
          {times.map((time) => (
            <li key={time.toISOString()}>{weekdayTimeIn(time, parsed.data!.zone)}</li>
          ))}
        </ol>
      )}
    </section>
  )
}

function timesOf(cron: string, zone: string): Date[] | undefined {
  const times: Date[] = []
  try {
    for (let at = nextRun(cron, zone, new Date()); at && times.length < most; at = nextRun(cron, zone, at))
      times.push(at)
  } catch {
    return undefined // not typed to its end yet, which is marked at the field
  }
  return times
}
