import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { sql } from 'kysely'
import type { Leaving } from '../agents/leaving.ts'
import type { WaysOut } from '../agents/ways-out.server.ts'
import type { Isolation } from '../isolation/isolation.server.ts'
import { captureTask } from './connector-tasks.ts'
import { tell } from './health.server.ts'
import { settingsOf, type ConnectorOf, type StoredSettings } from './stored.server.ts'

const texts = defineMessages({
  ended: { en: '{connection} does not keep its log any more', de: '{connection} behält ihr Protokoll nicht mehr' },
  endedText: {
    en: 'For the step {step} it kept {kept} MB of its log, and {most} MB are allowed. The next run reads {table} whole.',
    de: 'Für den Schritt {step} hielt sie {kept} MB ihres Protokolls, und {most} MB sind erlaubt. Der nächste Lauf liest {table} ganz.',
  },
})

export type Watching = { key: Keyring; isolation: Isolation; ways: Pick<WaysOut, 'of'>; connectorOf: ConnectorOf }
const most = 20
const look_minutes = 5

/**
 * Looks at what databases keep for readers of their logs, also where the connection is switched off, ends what nobody needs, and answers
 * how many it looked at.
 */
export async function watchCaptures(db: Database, watching: Watching): Promise<number> {
  const due = await inScope(db, systemScope, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      update connection_captures set next_look_at = now() + make_interval(mins => ${look_minutes})
      where id in (
        select id from connection_captures where next_look_at <= now() order by next_look_at limit ${most} for update skip locked)
      returning id`.execute(trx)
    return Promise.all(rows.map(({ id }) => readCapture(trx, id)))
  })
  const later = ignore('what a database keeps could not be looked at just now, which happens again in five minutes')
  await Promise.all(due.map((one) => look(db, watching, one).catch(later)))
  return due.length
}

type Due = Awaited<ReturnType<typeof readCapture>>

async function readCapture(trx: Scoped, id: string) {
  const capture = await trx.selectFrom('connection_captures').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const connection = await trx
    .selectFrom('connections')
    .selectAll()
    .where('id', '=', capture.connection_id)
    .executeTakeFirstOrThrow()
  const { status } = await trx
    .selectFrom('tenants')
    .select('status')
    .where('id', '=', capture.tenant_id)
    .executeTakeFirstOrThrow()
  // The text is searched and not read: a step that is named the same in it is taken for there.
  const workflow = await trx
    .selectFrom('workflows')
    .select('id')
    .where('id', '=', capture.workflow_id)
    .where('source', '~', `id"?: *["']?${capture.step}["']? *([,}\\n]|$)`)
    .executeTakeFirst()
  return { capture, connection, isNeeded: !capture.replaced && workflow !== undefined && status !== 'deleting' }
}

/** A tenant that is marked for deletion reads nothing any more: its databases are told so at the next look. */
export const lookAtCapturesNow = (db: Database, tenant_id: string) =>
  inScope(db, systemScope, (trx) =>
    trx
      .updateTable('connection_captures')
      .set({ next_look_at: sql<string>`now()` })
      .where('tenant_id', '=', tenant_id)
      .execute(),
  )

async function look(db: Database, watching: Watching, { capture, connection, isNeeded }: Due): Promise<void> {
  const kept = await atSource(watching, connection, { reader: capture.reader, end: !isNeeded })
  if (!isNeeded) return inScope(db, systemScope, (trx) => forget(trx, capture.id))
  const most_bytes = Number(capture.most_bytes)
  const isTooMuch = kept !== null && kept > most_bytes
  if (isTooMuch) await atSource(watching, connection, { reader: capture.reader, end: true })
  await inScope(db, systemScope, async (trx) => {
    await trx
      .updateTable('connection_captures')
      .set({ kept_bytes: isTooMuch ? null : kept, looked_at: sql<string>`clock_timestamp()` })
      .where('id', '=', capture.id)
      .execute()
    if (isTooMuch)
      await tell(trx, connection, {
        level: 'warning',
        key: `${capture.id} ended ${kept}`,
        title: texts.ended({ connection: connection.label }),
        message: texts.endedText({
          step: capture.step,
          table: capture.source_table,
          kept: megabytes(kept),
          most: megabytes(most_bytes),
        }),
      })
  })
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1e6)
const forget = async (trx: Scoped, id: string) =>
  void (await trx.deleteFrom('connection_captures').where('id', '=', id).execute())

type Stored = Due['connection']
type Reached = StoredSettings & Leaving & { connector: string }

/** Asks the database, in an isolated process, how much it keeps for a reader, or has it forget them. */
export async function atSource(
  { key, isolation, ways, connectorOf }: Watching,
  connection: Reached,
  asked: { reader: string; end: boolean },
): Promise<number | null> {
  const connector = connectorOf(connection.connector)
  if (!connector?.keeps_log) return null
  const settings = settingsOf(key, connector, connection)
  const out = ways.of(connection)
  const answers = { resolve: ({ host, port }: { host: string; port: number }) => out.way(host, port) }
  const given = { owner: connection.tenant_id, answers }
  return (await isolation.run(captureTask, { connector: connector.key, settings, ...asked }, given)).value
}

/** Ends all readers of a connection that is deleted; answers why that cannot be done, and which are left then. */
export async function endCaptures(
  db: Database,
  watching: Watching,
  connection: Stored,
): Promise<{ readers: string[]; reason: Message } | undefined> {
  const captures = await inScope(db, systemScope, (trx) =>
    trx.selectFrom('connection_captures').selectAll().where('connection_id', '=', connection.id).execute(),
  )
  for (const [i, { id, reader }] of captures.entries())
    try {
      await atSource(watching, connection, { reader, end: true })
      await inScope(db, systemScope, (trx) => forget(trx, id))
    } catch (error) {
      if (!(error instanceof WeftError)) throw error
      return { readers: captures.slice(i).map((one) => one.reader), reason: error.say }
    }
  return undefined
}
