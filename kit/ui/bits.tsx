import { Tooltip } from '@mantine/core'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import s from './bits.module.css'
import { toneOf, toneStyle, type Tone } from './tones.ts'

export type { Tone } from './tones.ts'

/** A state as a coloured dot with words. */
export const StatusDot = ({
  tone,
  pulse,
  children,
}: {
  tone: Tone
  pulse?: boolean | undefined
  children?: ReactNode
}) => (
  <span className={clsx(s['status'], pulse && s['pulse'])} style={toneStyle(tone)}>
    <i aria-hidden />
    {children}
  </span>
)

/** A short word on a soft ground; grey without a tone. */
export const Badge = ({ tone, children }: { tone?: Tone | undefined; children: ReactNode }) => (
  <span className={clsx(s['chip'], !tone && s['plain'])} style={tone && toneStyle(tone)}>
    {children}
  </span>
)

/** What the server answers for people without a picture; initials say more. */
const blankPicture = '/avatar-blank.svg'

const initials = (name: string) =>
  name
    .split(' ')
    .map((part) => part[0])
    .slice(0, 2)
    .join('')
    .toUpperCase()

/** The picture of a person or the initials of a person or company, beside its written name. */
export const Avatar = ({
  name,
  picture,
  size = 20,
  square,
}: {
  name: string
  picture?: string | null | undefined
  size?: number
  square?: boolean
}) => (
  <span
    aria-hidden
    className={clsx(s['avatar'], square && s['square'])}
    style={{ ...toneStyle(toneOf(name)), width: size, height: size, fontSize: size * 0.44 }}
  >
    {picture && picture !== blankPicture ? <img src={picture} alt="" /> : initials(name)}
  </span>
)

/** An icon on a soft tile of its tone. */
export const Tile = ({ tone, size = 28, children }: { tone: Tone; size?: number; children: ReactNode }) => (
  <span
    aria-hidden
    className={s['tile']}
    style={{ ...toneStyle(tone), width: size, height: size, borderRadius: size / 4 }}
  >
    {children}
  </span>
)

export type Bar = { tone: Tone; height: number; faint?: boolean }

/** The last runs of something as small bars. */
export const Bars = ({ bars, label }: { bars: Bar[]; label: string }) =>
  bars.length === 0 ? (
    <span className="muted">–</span>
  ) : (
    <span className={s['bars']} role="img" aria-label={label}>
      {bars.map((bar, i) => (
        <i key={i} style={{ ...toneStyle(bar.tone), height: bar.height, opacity: bar.faint ? 0.62 : 1 }} />
      ))}
    </span>
  )

/** A line through figures, without axes. */
export function Spark({
  data,
  tone,
  width = 88,
  height = 26,
}: {
  data: number[]
  tone: Tone
  width?: number
  height?: number
}) {
  if (data.length < 2 || data.every((value) => value === 0)) return null
  const max = Math.max(...data)
  const min = Math.min(...data)
  const y = (value: number) => height - 2 - ((value - min) / (max - min || 1)) * (height - 6)
  const points = data.map((value, i) => `${(i / (data.length - 1)) * width},${y(value)}`).join(' ')
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
      style={toneStyle(tone)}
    >
      <polyline points={`0,${height} ${points} ${width},${height}`} fill="var(--cs)" stroke="none" />
      <polyline
        points={points}
        fill="none"
        stroke="var(--cd)"
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

/** Terms and their values in two columns. */
export const Facts = ({ facts }: { facts: (readonly [ReactNode, ReactNode] | false | undefined)[] }) => (
  <dl className={s['facts']}>
    {facts.filter(Boolean).map((fact, i) => (
      <div key={i}>
        <dt>{(fact as [ReactNode, ReactNode])[0]}</dt>
        <dd>{(fact as [ReactNode, ReactNode])[1]}</dd>
      </div>
    ))}
  </dl>
)

/** A row of figures with their names, as at the top of lists. */
export const Figures = ({
  figures,
}: {
  figures: { label: string; value: ReactNode; note?: ReactNode; noteTone?: Tone; spark?: ReactNode }[]
}) => (
  <dl className={s['figures']} style={{ gridTemplateColumns: `repeat(${figures.length}, 1fr)` }}>
    {figures.map(({ label, value, note, noteTone = 'slate', spark }) => (
      <div key={label} className={s['figure']}>
        <dt>{label}</dt>
        <dd>
          {value}
          {note && (
            <span className={s['delta']} style={toneStyle(noteTone)}>
              {note}
            </span>
          )}
        </dd>
        {spark}
      </div>
    ))}
  </dl>
)

/** Text cut off with dots, whole in a tooltip. */
export const Cut = ({ children, width }: { children: string; width?: number | string }) => (
  <Tooltip label={children} multiline maw={420}>
    <span className={s['cut']} style={{ maxWidth: width }}>
      {children}
    </span>
  </Tooltip>
)

/** A hint on a soft ground, with an icon where given. */
export const Note = ({ tone = 'blue', icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) => (
  <div className={s['note']} style={toneStyle(tone)}>
    {icon}
    <div>{children}</div>
  </div>
)
