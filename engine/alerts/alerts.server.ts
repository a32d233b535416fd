import type pg from 'pg'
import { inScope, openDatabase, systemScope } from '@weft/kit/database/connect.server.ts'
import { inTransaction } from '@weft/kit/database/transaction.server.ts'
import type { MailClass } from '@weft/kit/define/mail.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { log } from '@weft/kit/log/log.server.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import type { Mailer } from '../connections/mail.server.ts'
import { runExclusiveInterval } from '../scheduler/exclusive-interval.server.ts'
import { addressOfInstallation } from '../mail/installation.server.ts'
import { notify } from '../notifications/notice.server.ts'
import type { Alert } from './alert.ts'
import { notice, type StoredAlert } from './notice.ts'

/** The mail an administrator gets of an alert. */
export type AlertMail = MailClass<'title' | 'text' | 'since' | 'link'>
type Options = {
  pool: pg.Pool
  mailer: Mailer
  mail: AlertMail
  /** What stands still at this moment. */
  look: () => Promise<Alert[]>
  every_ms?: number
}

/** Tells administrators of what stands still, and when it goes on, in the bell and by mail; one machine looks at a time. */
export const startAlerts = ({ every_ms = 60_000, ...options }: Options) =>
  runExclusiveInterval(options.pool, 'alerts', every_ms, () => raiseAlerts(options))

/**
 * One look: opens and ends alerts, and tells of each change once. What is seen at two looks is no blip and is told of. A mail
 * that did not leave is tried again for a day.
 */
export async function raiseAlerts({ pool, mailer, mail, look }: Options): Promise<void> {
  await keepOpen(pool, await look())
  const { rows } = await pool.query<StoredAlert>(
    `select id, kind, subject, name, detail, owner_tenant_id as tenant_id, began_at, ended_at from alerts
     where looks >= 2 and (not begin_told or (ended_at is not null and not end_told))
       and coalesce(ended_at, seen_at) > now() - interval '1 day' order by began_at limit 200`,
  )
  for (const alert of rows) {
    const done = await tellAdministrators({ pool, mailer, mail }, alert)
    if (!done) continue
    // What is over before anybody was told of it is told of in one.
    await pool.query('update alerts set begin_told = true, end_told = ended_at is not null where id = $1', [alert.id])
  }
}

async function keepOpen(pool: pg.Pool, found: Alert[]) {
  await inTransaction(pool, async (client) => {
    for (const { kind, subject, name, since, detail, tenant_id } of found) {
      const { rows } = await client.query<{ looks: number }>(
        `insert into alerts (kind, subject, name, detail, owner_tenant_id, began_at) values ($1, $2, $3, $4, $5, $6)
         on conflict (kind, subject) where ended_at is null do update set looks = alerts.looks + 1, seen_at = now() returning looks`,
        [kind, subject, name, detail, tenant_id, since.toISOString()],
      )
      if (rows[0]!.looks === 2) log.error({ kind, subject, name, detail, tenant_id, since }, 'stands still')
    }
    const still = found.map(({ kind, subject }) => `${kind} ${subject}`)
    const isGone = `ended_at is null and not kind || ' ' || subject = any($1)`
    await client.query(`delete from alerts where looks < 2 and ${isGone}`, [still])
    const { rows } = await client.query<{ kind: string; subject: string; name: string }>(
      `update alerts set ended_at = now() where ${isGone} returning kind, subject, name`,
      [still],
    )
    for (const row of rows) log.warn(row, 'goes on again')
  })
}

type Administrator = { id: string; email: string; language: Language; kind: 'admin' | 'client' }

/** Whether everybody was told who can be. */
async function tellAdministrators(
  { pool, mailer, mail }: Pick<Options, 'pool' | 'mailer' | 'mail'>,
  alert: StoredAlert,
): Promise<boolean> {
  const { rows } = await pool.query<Administrator>(
    `select id, email, language, kind from users where active and ((kind = 'admin' and role = 'admin') or (role = 'tenant_admin' and tenant_id = $1))`,
    [alert.tenant_id],
  )
  const base = await addressOfInstallation(pool)
  const db = openDatabase(pool)
  let done = true
  for (const people of Map.groupBy(rows, (one) => `${one.language} ${one.kind}`).values()) {
    const { language, kind } = people[0]!
    const { key, level, title, text, since, link } = notice(alert, language, kind)
    const users = people.map((one) => one.id)
    await inScope(db, systemScope, (trx) => notify(trx, users, { key: [key], level, title, message: text, link }))
    const variables = { title, text, since, link: base && base + link }
    // Who is written to sees nobody else's address.
    for (const { email } of people)
      await mailer
        .send({}, { mail, variables, to: [email], language, key: `${key}:${email}` })
        .catch((error: unknown) => {
          if (!(error instanceof Invalid)) done = false // what is refused for good is not asked again
          log.warn({ err: error, alert_id: alert.id }, 'the mail of an alert did not leave')
        })
  }
  return done
}
