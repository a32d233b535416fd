import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toneStyle, type Tone } from '@weft/kit/ui/tones.ts'
import { Link } from '@tanstack/react-router'
import type { EntryOf } from '@weft/kit/contracts/client.ts'
import s from './overview.module.css'
import { home } from './texts.ts'

const texts = defineMessages({
  open: { en: 'Open records', de: 'Offene Datensätze' },
  causes: {
    en: 'in {count, plural, one {one cause} other {# causes}}',
    de: 'in {count, plural, one {einer Ursache} other {# Ursachen}}',
  },
  share: {
    en: 'The largest cause holds {share} of them',
    de: 'Die größte Ursache hält {share} davon',
  },
  others: {
    en: '{count, plural, one {One other} other {# others}}',
    de: '{count, plural, one {Eine weitere} other {# weitere}}',
  },
  days: { en: 'Last 14 days', de: 'Letzte 14 Tage' },
  rejected: { en: 'Rejected', de: 'Abgelehnt' },
  mended: { en: 'Mended', de: 'Behoben' },
  told: {
    en: '{day}: {rejected, number} rejected, {mended, number} mended',
    de: '{day}: {rejected, number} abgelehnt, {mended, number} behoben',
  },
  all: {
    en: 'In 14 days {rejected, number} rejected and {mended, number} mended',
    de: 'In 14 Tagen {rejected, number} abgelehnt und {mended, number} behoben',
  },
})

type Day = EntryOf<`/rejection_causes/${string}`>['days'][number]
type Largest = { id: string; reason: string; field: string; waiting: number }
const tones: readonly Tone[] = ['red', 'amber', 'violet']

/** How much waits, which causes hold most of it, and how rejecting and mending went by day. */
export function Overview({
  waiting,
  causes,
  largest,
  days,
}: {
  waiting: number
  causes: number
  largest: Largest[]
  days: Day[]
}) {
  const t = useTexts(texts)
  const { number, percent } = useFormats()
  const rest = waiting - largest.reduce((sum, one) => sum + one.waiting, 0)
  const parts = [
    ...largest.map((one, i) => ({ ...one, tone: tones[i]!, name: one.field || one.reason })),
    ...(rest > 0
      ? [
          {
            id: '',
            waiting: rest,
            tone: 'slate' as const,
            name: t.others({ count: causes - largest.length }),
            reason: '',
          },
        ]
      : []),
  ]
  return (
    <section className={s['strip']} aria-label={t.open()}>
      <div className={s['count']}>
        <span className="muted">{t.open()}</span>
        <b className="num">{number(waiting)}</b>
        <span className="muted">{t.causes({ count: causes })}</span>
      </div>
      <div className={s['shares']}>
        <span className="muted">{t.share({ share: percent((largest[0]?.waiting ?? 0) / waiting) })}</span>
        <div className={s['bar']} aria-hidden>
          {parts.map((part) => (
            <i key={part.id} style={{ ...toneStyle(part.tone), flexGrow: part.waiting }} />
          ))}
        </div>
        <ul className={s['legend']}>
          {parts.map((part) => (
            <li key={part.id} title={part.reason || undefined}>
              <i aria-hidden style={toneStyle(part.tone)} />
              {part.id ? <Link to={`${home}/${part.id}`}>{part.name}</Link> : part.name}
              <b className="num">{number(part.waiting)}</b>
            </li>
          ))}
        </ul>
      </div>
      <Days days={days} />
    </section>
  )
}

function Days({ days }: { days: Day[] }) {
  const t = useTexts(texts)
  const { date } = useFormats()
  const most = Math.max(1, ...days.flatMap(({ rejected, mended }) => [rejected, mended]))
  const height = (value: number) => ({ height: value === 0 ? 1 : `${Math.max(4, (value / most) * 100)}%` })
  const sum = (of: 'rejected' | 'mended') => days.reduce((all, day) => all + day[of], 0)
  return (
    <div className={s['days']}>
      <div className={s['head']}>
        <span className="muted">{t.days()}</span>
        <span className={s['key']}>
          <i aria-hidden style={toneStyle('red')} /> {t.rejected()}
        </span>
        <span className={s['key']}>
          <i aria-hidden style={toneStyle('green')} /> {t.mended()}
        </span>
      </div>
      <div className={s['columns']} role="img" aria-label={t.all({ rejected: sum('rejected'), mended: sum('mended') })}>
        {days.map(({ day, rejected, mended }) => (
          <span key={day} title={t.told({ day: date(day), rejected, mended })}>
            <i style={{ ...toneStyle('red'), ...height(rejected) }} />
            <i style={{ ...toneStyle('green'), ...height(mended) }} />
          </span>
        ))}
      </div>
    </div>
  )
}
