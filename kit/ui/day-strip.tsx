import { Tooltip } from '@mantine/core'
import s from './day-strip.module.css'
import { toneStyle, type Tone } from './tones.ts'

export type StripDay = { day: string; tone: Tone; title: string }

/** One bar a day, the oldest first; grey where nothing is known. What each means says its tooltip, and all of them the label. */
export const DayStrip = ({ label, days }: { label: string; days: readonly StripDay[] }) => (
  <div className={s['strip']} role="img" aria-label={label}>
    {days.map(({ day, tone, title }) => (
      <Tooltip key={day} label={title}>
        <i style={toneStyle(tone)} data-none={tone === 'slate' || undefined} />
      </Tooltip>
    ))}
  </div>
)
