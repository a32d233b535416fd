import type { ConnectorSession, DescribedTable, TableQuery } from '@weft/kit/define/connector-session.ts'
import type { FileSession } from '@weft/kit/define/file-session.ts'
import type { MailboxSession } from '@weft/kit/define/mail-session.ts'
import type { MessageSession } from '@weft/kit/define/message-session.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { Conflict, NotFound } from '@weft/kit/errors/errors.ts'
import { connectedFiles } from '@weft/kit/files/connected-files.ts'
import { shownRecords } from '@weft/kit/integrations/shown-records.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Look } from './connector-tasks.ts'

const texts = defineMessages({
  noPeek: {
    en: 'This system does not promise that a statement changes nothing, so it is not put for a look only.',
    de: 'Dieses System sichert nicht zu, dass eine Anweisung nichts ändert; nur zum Ansehen wird sie daher nicht gestellt.',
  },
  taken: {
    en: 'Whoever reads here takes the messages away, so they are not looked at.',
    de: 'Wer hier liest, nimmt die Nachrichten weg; daher werden sie nicht angesehen.',
  },
  noPlace: { en: 'The system has no {place}.', de: 'Das System hat kein {place}.' },
})

type LookOf<Of extends Look['of']> = Extract<Look, { of: Of }>

/** Some records of a table, in the order the system would show them in. */
export async function lookAtTable(
  session: ConnectorSession,
  { table: name, fields, filter }: LookOf<'table'>,
  most: number,
) {
  const table = await session.describe(name)
  const query = { ...(fields.length > 0 && { fields }), ...(filter.length > 0 && { filter }) }
  return shownRecords(await sampleOf(session, table, most, query), table.fields)
}

/** A few records. In another order than the key's only where the table is small or the order costs nothing. */
export async function sampleOf(
  session: ConnectorSession,
  table: DescribedTable,
  limit: number,
  query: Pick<TableQuery, 'fields' | 'filter'> = {},
): Promise<DataRecord[]> {
  const [newest] = table.cursors
  const isSmall = table.rows !== null && table.rows < 100_000
  const order = newest && isSmall ? { order: `-${newest}` } : {}
  const asked = session.read({ ...query, table: table.name, limit, ...order })
  return firstOf(asked, ({ records }) => records, limit)
}

/** What a statement answers where it can change nothing. */
export async function lookAtQuery(session: ConnectorSession, { statement, parameters }: LookOf<'query'>, most: number) {
  if (!session.peek) throw new Conflict('CANNOT_LOOK', texts.noPeek())
  return shownRecords(await firstOf(session.peek(statement, parameters), ({ records }) => records, most))
}

const patience_ms = 2_000

/** The oldest messages that are kept. */
export async function lookAtMessages(session: MessageSession, { place }: LookOf<'place'>, most: number) {
  if (!session.keeps || !session.receive) throw new Conflict('CANNOT_LOOK', texts.taken())
  const known = await session.topics()
  if (known.length > 0 && !known.some(({ name }) => name === place))
    throw new NotFound('TOPIC_MISSING', texts.noPlace({ place }))
  const asked = session.receive({ topic: place, limit: most, wait_ms: patience_ms, group: 'look', from: 'oldest' })
  const messages = await firstOf(asked, (batch) => batch.messages, most)
  return shownRecords(messages.map(({ at, key, body, headers }) => ({ at, key, ...contentOf(body), headers })))
}

/** The fields of a message in JSON stand beside the others, any other body is text. */
function contentOf(body: Uint8Array): DataRecord {
  const text = Buffer.from(body).toString('utf8')
  try {
    const value = parseJson(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as DataRecord) : { body: text }
  } catch {
    return { body: text }
  }
}

const mail_bytes = 200_000

/** The oldest mails of a folder, which nobody has read by this. */
export async function lookAtMails(session: MailboxSession, { place }: LookOf<'place'>, most: number) {
  const asked = session.receive({ folder: place, limit: most, only_unseen: false, max_bytes: mail_bytes })
  const mails = await firstOf(asked, (batch) => batch.mails, most)
  return shownRecords(
    mails.map(({ received_at, from, subject, text, attachments }) => ({
      received_at,
      from: from[0]?.address ?? '',
      subject,
      text,
      attachments: attachments.map(({ name }) => name).join(', '),
    })),
  )
}

/** The files that a path with stars means. */
export async function lookAtFiles(session: FileSession, { path }: LookOf<'files'>, most: number) {
  const files = await connectedFiles(session).list(path)
  return files.slice(0, most).map((file): DataRecord => ({ ...file }))
}

async function firstOf<B, T>(batches: AsyncIterable<B>, of: (batch: B) => T[], most: number): Promise<T[]> {
  const first: T[] = []
  for await (const batch of batches) {
    first.push(...of(batch))
    if (first.length >= most) break
  }
  return first.slice(0, most)
}
