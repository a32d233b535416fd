import type { FailureRow } from '@weft/contracts/failure-causes.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { say, type Language, type Message } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'

/** What stays of a message though it is a value: it tells causes apart (`weft_failure_template`). */
const telling = new Set(['status', 'problem', 'reason'])
const statusMark = '\uE000'

/** The messages in words, without the values they were said of. */
export async function messagesInWords(trx: Scoped, messages: Message[], language: Language): Promise<string[]> {
  const said = messages.map(({ text, values }) => {
    const dotted = text[language].replaceAll(/\{(\w+)(?:, number)?\}/g, (whole, name: string) =>
      telling.has(name) ? whole : '…',
    )
    return say({ text: { ...text, [language]: dotted }, values: { ...values, status: statusMark } }, language)
  })
  const { rows } = await sql<{ template: string }>`
    select weft_message_template(m.message) as template from unnest(${said}::text[]) with ordinality as m (message, place) order by m.place`.execute(
    trx,
  )
  return rows.map(({ template }, i) => template.replaceAll(statusMark, String(messages[i]!.values['status'] ?? '')))
}

const recently = 2 * 24 * 3_600_000

/** New for two days; rising while the last two days brought clearly more failed runs than the two before them. */
export function badgeOf(first_seen_at: string, days: FailureRow['days'], now: Date): FailureRow['badge'] {
  if (now.getTime() - Date.parse(first_seen_at) < recently) return 'new'
  const sum = (from: number, to: number) => days.slice(from, to).reduce((all, { runs }) => all + runs, 0)
  const [before, last] = [sum(-4, -2), sum(-2, days.length)]
  return last >= 3 && last > before * 1.5 ? 'rising' : null
}
