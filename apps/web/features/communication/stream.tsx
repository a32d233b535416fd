import { VisuallyHidden } from '@mantine/core'
import { mailLog } from '@weft/catalogue/resources/mail-log/mail-log.ts'
import { announcement } from '@weft/catalogue/resources/announcement/announcement.ts'
import { defineMessages, type Text } from '@weft/kit/messages/messages.ts'
import { Badge, Tile, type Tone } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { notificationTones } from '../../shell/notifications.ts'
import { approvalTexts, approvalTones } from '../approvals/texts.ts'
import { requestTexts, requestTones } from '../help/request.tsx'
import { tones as mailTones } from '../mail-log/mail.ts'
import s from './communication.module.css'
import { kindLooks, kindTexts, type Entry, type Kind } from './kinds.ts'

const texts = defineMessages({
  today: { en: 'Today', de: 'Heute' },
  yesterday: { en: 'Yesterday', de: 'Gestern' },
  from: { en: 'from {person}', de: 'von {person}' },
  to: { en: 'to {person}', de: 'an {person}' },
  by: { en: 'by {person}', de: 'von {person}' },
  unread: { en: 'New', de: 'Neu' },
})

const mailStates = (mailLog.labels.fields.status as { options: Record<string, Text> }).options
const levels = (announcement.labels.fields['level'] as { options: Record<string, Text> }).options

/** What was said, day by day. */
export function Stream({ entries, onOpen }: { entries: readonly Entry[]; onOpen: (entry: Entry) => void }) {
  const dayOf = useDays()
  return (
    <div className={s['stream']}>
      {[...Map.groupBy(entries, ({ at }) => dayOf(at))].map(([day, said]) => (
        <section key={day} aria-label={day}>
          <h2 className={s['day']}>{day}</h2>
          <ul className={s['entries']}>
            {said.map((entry) => (
              <li key={`${entry.kind} ${entry.id}`}>
                <Said entry={entry} onOpen={() => onOpen(entry)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function useDays() {
  const t = useTexts(texts)
  const { date } = useFormats()
  const today = date(new Date())
  const yesterday = date(new Date(Date.now() - 86_400_000))
  return (at: string) => {
    const day = date(at)
    return day === today ? t.today() : day === yesterday ? t.yesterday() : day
  }
}

function Said({ entry, onOpen }: { entry: Entry; onOpen: () => void }) {
  const t = useTexts(texts)
  const kinds = useTexts(kindTexts)
  const { clock, exactTime } = useFormats()
  const { icon: Icon, tone } = kindLooks[entry.kind]
  const state = useState(entry)
  const whom = entry.person && t[whose[entry.kind]]({ person: entry.person })
  const about = [kinds[entry.kind](), whom, entry.workflow].filter(Boolean).join(' · ')
  return (
    <button type="button" className={s['entry']} data-unread={entry.unread || undefined} onClick={onOpen}>
      <Tile tone={tone}>
        <Icon size={16} stroke={1.7} />
      </Tile>
      <span className={s['said']}>
        <b>
          {entry.unread && <VisuallyHidden>{t.unread()}: </VisuallyHidden>}
          {entry.title}
        </b>
        <span className={s['about']}>{about}</span>
        {entry.text && <span className={s['text']}>{entry.text}</span>}
      </span>
      <span className={s['end']}>
        <time dateTime={entry.at} title={exactTime(entry.at)}>
          {clock(entry.at).replace(/:\d\d(?=$| )/, '')}
        </time>
        {state && <Badge tone={state.tone}>{state.words}</Badge>}
      </span>
    </button>
  )
}

const whose = {
  mail_in: 'from',
  mail_out: 'to',
  notification: 'from',
  note: 'by',
  support: 'by',
  approval: 'by',
} as const satisfies Record<Kind, string>

type State = { words: string; tone: Tone } | undefined

/** What became of it, where that is worth a word. */
function useState({ kind, state }: Entry): State {
  const read = useLabel()
  const approvals = useTexts(approvalTexts)
  const requests = useTexts(requestTexts)
  if (kind === 'mail_out') return { words: read(mailStates[state]!), tone: mailTones[state as keyof typeof mailTones] }
  if (kind === 'notification')
    return { words: read(levels[state]!), tone: notificationTones[state as keyof typeof notificationTones] }
  if (kind === 'approval')
    return {
      words: approvals[state as keyof typeof approvalTones](),
      tone: approvalTones[state as keyof typeof approvalTones],
    }
  if (kind === 'support')
    return {
      words: requests[state as keyof typeof requestTones](),
      tone: requestTones[state as keyof typeof requestTones],
    }
  return undefined
}
