import { readyMade } from '@weft/kit/define/permissions.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { defineMessages, languages, quotedTexts, say, type Message, type Text } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import { notify } from '../notifications/notice.server.ts'
import type { Check, CheckedStep } from './check.server.ts'

const texts = defineMessages({
  broken: { en: '{connection} cannot be reached', de: '{connection} ist nicht erreichbar' },
  denied: { en: '{connection} refuses the sign-in', de: '{connection} lehnt die Anmeldung ab' },
  well: { en: '{connection} answers again', de: '{connection} antwortet wieder' },
  wellText: {
    en: 'It was down for {minutes, plural, one {# minute} other {# minutes}}.',
    de: 'Die Störung dauerte {minutes, plural, one {# Minute} other {# Minuten}}.',
  },
})

/** Seconds until a connection is looked at again. */
const next_check = { healthy: 3_600, failing: 60, broken: 300, denied: 3_600 }

type Checked = { id: string; tenant_id: string; label: string; updated_at: string }
type Before = { failures: number; failing_since: string | null }

/**
 * Keeps what a check has found, in the system's scope. One failure is looked at again a minute later; the second, or a sign-in that
 * is refused, is a disruption. Its people are told when it begins and when it is over, each once. A refused sign-in is not tried
 * every few minutes: many systems lock a login after a few tries.
 */
export async function recordCheck(trx: Scoped, connection: Checked, check: Check): Promise<void> {
  const { id: connection_id, tenant_id } = connection
  if (!(await isAsChecked(trx, connection))) return
  const before = await lockedHealth(trx, connection)
  const failed = check.steps.find(({ state }) => state === 'failed')
  const failures = failed ? before.failures + 1 : 0
  const isDenied = failed?.step === 'sign_in' || failed?.step === 'rights'
  const state = !failed ? 'healthy' : isDenied || failures > 1 ? 'broken' : 'failing'
  const wait = next_check[state === 'broken' && isDenied ? 'denied' : state]
  const now = sql<string>`clock_timestamp()`
  await trx
    .insertInto('connection_checks')
    .values({ connection_id, tenant_id, ok: check.ok, milliseconds: check.milliseconds })
    .execute()
  await trx
    .updateTable('connection_health')
    .set({
      state,
      failures,
      steps: JSON.stringify(check.steps),
      checked_at: now,
      ...(failed ? { failing_since: sql<string>`coalesce(failing_since, ${now})` } : { succeeded_at: now }),
      ...(!failed && { failing_since: null }),
      next_check_at: sql<string>`${now} + make_interval(secs => ${wait})`,
    })
    .where('connection_id', '=', connection_id)
    .execute()
  if (failed && state === 'broken') await begin(trx, connection, before, failed)
  if (!failed) await end(trx, connection)
}

/** Whoever has changed a connection meanwhile hears nothing of what it was like before. */
const isAsChecked = async (trx: Scoped, { id, updated_at }: Checked) =>
  (await trx
    .selectFrom('connections')
    .select('id')
    .where('id', '=', id)
    // As it is read: to the millisecond.
    .where(sql<boolean>`date_trunc('milliseconds', updated_at) = ${updated_at}::timestamptz`)
    .executeTakeFirst()) !== undefined

async function lockedHealth(trx: Scoped, { id: connection_id, tenant_id }: Checked): Promise<Before> {
  await trx
    .insertInto('connection_health')
    .values({ connection_id, tenant_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return trx
    .selectFrom('connection_health')
    .select(['failures', 'failing_since'])
    .where('connection_id', '=', connection_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

async function begin(trx: Scoped, connection: Checked, { failing_since }: Before, { step, detail }: CheckedStep) {
  const reason: Text = detail ?? { en: '', de: '' }
  const begun = await trx
    .insertInto('connection_disruptions')
    .values({
      connection_id: connection.id,
      tenant_id: connection.tenant_id,
      began_at: failing_since ?? sql<string>`clock_timestamp()`,
      step,
      reason: JSON.stringify(reason),
    })
    .onConflict((conflict) => conflict.column('connection_id').where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!begun) return
  const title = texts[step === 'sign_in' || step === 'rights' ? 'denied' : 'broken']
  await tell(trx, connection, {
    level: 'error',
    key: `${begun.id} begun`,
    title: title({ connection: connection.label }),
    message: quotedTexts(reason.en, reason.de),
  })
}

async function end(trx: Scoped, connection: Checked) {
  const ended = await trx
    .updateTable('connection_disruptions')
    .set({ ended_at: sql<string>`clock_timestamp()` })
    .where('connection_id', '=', connection.id)
    .where('ended_at', 'is', null)
    .returning(['id', sql<number>`ceil(extract(epoch from clock_timestamp() - began_at) / 60)::int`.as('minutes')])
    .executeTakeFirst()
  if (!ended) return
  await tell(trx, connection, {
    level: 'success',
    key: `${ended.id} ended`,
    title: texts.well({ connection: connection.label }),
    message: texts.wellText({ minutes: ended.minutes }),
  })
}

type Told = { level: 'error' | 'warning' | 'success'; key: string; title: Message; message: Message; link?: string }

/** Those who could mend it are told, each in their language. */
export async function tell(
  trx: Scoped,
  { id, tenant_id }: Pick<Checked, 'id' | 'tenant_id'>,
  { level, key, title, message, link = `/project/integrations/connections/${id}` }: Told,
) {
  const { rows } = await sql<{ id: string; language: string; role: string; own: boolean }>`
    select u.id, u.language, u.role, coalesce(r.permissions ? 'connections.update', false) as own
    from users u left join roles r on r.tenant_id = u.tenant_id and r.name = u.role
    where u.tenant_id = ${tenant_id} and u.active`.execute(trx)
  const users = rows.filter(({ role, own }) => own || readyMade(role).has('connections.update'))
  for (const language of languages) {
    const theirs = users.filter((user) => user.language === language).map((user) => user.id)
    const words = { title: say(title, language), message: say(message, language) }
    await notify(trx, theirs, { level, ...words, link, key: [key] })
  }
}
