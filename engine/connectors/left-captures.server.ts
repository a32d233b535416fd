import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { Tables } from '@weft/kit/database/tables.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { log } from '@weft/kit/log/log.server.ts'
import { defineMessages, inserted, quotedTexts, type Message } from '@weft/kit/messages/messages.ts'
import { sql, type Selectable } from 'kysely'
import { tell } from './health.server.ts'
import { atSource, type Watching } from './watch-captures.server.ts'

const texts = defineMessages({
  givenUp: {
    en: 'The database of {connection} still keeps its log',
    de: 'Die Datenbank von {connection} behält ihr Protokoll weiterhin',
  },
  givenUpText: {
    en: 'The connection is deleted, and for {days} days its database could not be told that nobody reads its log any more. Please have replication slots and publications of these names dropped there: {readers}. {reason}',
    de: 'Die Verbindung ist gelöscht, und seit {days} Tagen ließ sich ihrer Datenbank nicht sagen, dass niemand mehr ihr Protokoll liest. Bitte lassen Sie dort die Replication-Slots und Publications dieser Namen löschen: {readers}. {reason}',
  },
})

type Left = Selectable<Tables['left_captures']>
const most = 20
/** So long it is tried, in pauses that grow to an hour. */
const give_up_days = 7

/** Ends readers of logs whose connections are deleted, with their project or tenant, say; answers how many connections were tried. */
export async function endLeftCaptures(db: Database, watching: Watching): Promise<number> {
  const due = await inScope(db, systemScope, async (trx) => {
    const { rows } = await sql<Left & { is_last: boolean }>`
      update left_captures set tries = tries + 1, next_try_at = now() + least(interval '1 minute' * (2 ^ least(tries, 10)), interval '1 hour')
      where connection_id in (
        select connection_id from left_captures where next_try_at <= now() order by next_try_at limit ${most} for update skip locked)
      returning *, left_at < now() - make_interval(days => ${give_up_days}) as is_last`.execute(trx)
    return rows
  })
  await Promise.all(
    due.map(async (left) => {
      const problem = await endAll(watching, left)
      if (problem && !left.is_last) return
      await inScope(db, systemScope, async (trx) => {
        await trx.deleteFrom('left_captures').where('connection_id', '=', left.connection_id).execute()
        if (problem) await tellGivenUp(trx, left, problem)
      })
    }),
  )
  return due.length
}

/** Answers why that cannot be done. */
async function endAll(watching: Watching, left: Left): Promise<Message | undefined> {
  const connection = { ...left, id: left.connection_id }
  try {
    for (const reader of left.readers) await atSource(watching, connection, { reader, end: true })
    return undefined
  } catch (error) {
    const { connection_id, tenant_id, label, readers, tries } = left
    log.warn({ err: error, tenant_id, connection_id, label, readers, tries }, 'a log could not be ended')
    return error instanceof WeftError ? error.say : quotedTexts(messageOf(error))
  }
}

/** Its people hear of it where there are any; the provider finds it in the audit. */
async function tellGivenUp(trx: Scoped, { connection_id, tenant_id, label, readers }: Left, problem: Message) {
  const said = texts.givenUpText({ days: give_up_days, readers: readers.join(', '), reason: '' })
  const reason = inserted(said, 'reason', problem)
  await tell(
    trx,
    { id: connection_id, tenant_id },
    {
      level: 'warning',
      key: `${connection_id} given up`,
      title: texts.givenUp({ connection: label }),
      message: reason,
      link: '/project/integrations/connections',
    },
  )
  const entry = {
    tenant_id,
    ...{ action: 'given_up', entity: 'left_captures', entity_id: connection_id, entity_name: label },
    after: { readers, reason: problem.text.en },
  }
  await sql`call weft_write_audit(jsonb_populate_record(null::audit_logs, ${JSON.stringify(entry)}::jsonb), null)`.execute(
    trx,
  )
}
