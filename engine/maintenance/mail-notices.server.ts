import { createHash } from 'node:crypto'
import type pg from 'pg'
import { inTransaction } from '@weft/kit/database/transaction.server.ts'
import { addressesIn, isAddress } from '@weft/kit/define/mail-addresses.ts'
import type { MailClass } from '@weft/kit/define/mail.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages, say, type Language, type Message } from '@weft/kit/messages/messages.ts'
import { log } from '@weft/kit/log/log.server.ts'
import type { Mailer } from '../connections/mail.server.ts'
import { addressOfInstallation } from '../mail/installation.server.ts'
import { runInterval } from '../scheduler/interval.server.ts'

const texts = defineMessages({
  workflow_failed: {
    en: '{count, plural, one {a run has failed} other {# runs have failed}}',
    de: '{count, plural, one {Ein Lauf ist gescheitert} other {# Läufe sind gescheitert}}',
  },
  workflow_warning: {
    en: '{count, plural, one {a run has ended with warnings} other {# runs have ended with warnings}}',
    de: '{count, plural, one {Ein Lauf endete mit Warnungen} other {# Läufe endeten mit Warnungen}}',
  },
  workflow_aborted: {
    en: '{count, plural, one {a run was aborted} other {# runs were aborted}}',
    de: '{count, plural, one {Ein Lauf wurde abgebrochen} other {# Läufe wurden abgebrochen}}',
  },
  rejected: {
    en: '{count, plural, one {One record was rejected.} other {# records were rejected.}}',
    de: '{count, plural, one {Ein Datensatz wurde abgewiesen.} other {# Datensätze wurden abgewiesen.}}',
  },
  more: {
    en: '… and {count, plural, one {one more run} other {# more runs}}.',
    de: '… und {count, plural, one {ein weiterer Lauf} other {# weitere Läufe}}.',
  },
})

type ClassName = 'workflow_failed' | 'workflow_warning' | 'workflow_aborted'
/** The kinds of mail that tell of runs, and what each is given. */
export type NoticeMails = Record<ClassName, MailClass<'workflow' | 'what' | 'count' | 'runs' | 'more'>>
type Notice = {
  id: string
  tenant_id: string
  project_id: string
  workflow_id: string
  job_id: string
  class_name: ClassName
  workflow: string
  email_recipient: string
  language: Language
  finished_at: string
  records_rejected: number
  error: { message: Message } | null
}

/** A workflow that fails again and again is told of together, at most this often. */
const apart_ms = 10 * 60_000
/** A mail server that is away is asked again after this long, and given up on after a day. */
const again_ms = 60_000
const mostNamed = 20

/** Tells by mail of runs that ended badly. Its own clock: a slow mail server holds up nothing else. Any number of machines may do it. */
export const startMailNotices = (pool: pg.Pool, mailer: Mailer, mails: NoticeMails, { every_ms = 5_000 } = {}) =>
  runInterval('mail notices', every_ms, () => sendMailNotices(pool, mailer, mails, new Date()))

/** Sends what is due: one mail for each workflow, class and language. Notices go only when their mail was taken, kept or refused for good. */
export async function sendMailNotices(pool: pg.Pool, mailer: Mailer, mails: NoticeMails, now: Date): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<Notice>(
      `select n.id, n.tenant_id, n.project_id, n.workflow_id, n.job_id, n.class_name, w.label as workflow, w.email_recipient, t.language, j.finished_at, j.records_rejected, j.error
       from mail_notices n join workflows w on w.id = n.workflow_id join tenants t on t.id = n.tenant_id join jobs j on j.id = n.job_id
         left join mail_notice_turns u on u.workflow_id = n.workflow_id and u.class_name = n.class_name
       where u.next_at is null or u.next_at <= $1 order by n.created_at, n.id limit 1000 for update of n skip locked`,
      [now.toISOString()],
    )
    const groups = Map.groupBy(rows, (row) => `${row.workflow_id} ${row.class_name}`)
    for (const notices of groups.values()) {
      const told = await tellOf(client, mailer, mails, notices)
      const { workflow_id, tenant_id, project_id, class_name } = notices[0]!
      await client.query(
        `insert into mail_notice_turns (workflow_id, tenant_id, project_id, class_name, next_at) values ($1, $2, $3, $4, $5) on conflict (workflow_id, class_name) do update set next_at = excluded.next_at`,
        [
          workflow_id,
          tenant_id,
          project_id,
          class_name,
          new Date(now.getTime() + (told ? apart_ms : again_ms)).toISOString(),
        ],
      )
      await client.query(
        `delete from mail_notices where id = any($1) and ($2 or created_at < $3::timestamptz - interval '1 day')`,
        [notices.map((row) => row.id), told, now.toISOString()],
      )
    }
  })
}

/** Whether the mails about these notices are done with. */
async function tellOf(client: pg.PoolClient, mailer: Mailer, mails: NoticeMails, notices: Notice[]): Promise<boolean> {
  const [{ tenant_id, project_id, workflow_id, class_name }] = notices as [Notice]
  const key = createHash('sha256')
    .update(notices.map((row) => row.id).join())
    .digest('hex')
    .slice(0, 32)
  const base = await addressOfInstallation(client)
  let done = true
  for (const [language, to] of await recipientsOf(client, notices[0]!)) {
    try {
      await mailer.send(
        { tenant_id, project_id, workflow_id, ...(notices.length === 1 && { job_id: notices[0]!.job_id }) },
        {
          mail: mails[class_name],
          variables: variablesOf(notices, language, base),
          to,
          language,
          key: `notice:${key}:${language}`,
        },
      )
    } catch (error) {
      if (!(error instanceof Invalid)) done = false // what is refused for good is not sent again
      log.warn({ err: error, tenant_id, class_name }, 'the mail of a notice did not leave')
    }
  }
  return done
}

/** Everybody once, in their language; an address that is no user's is written to in the tenant's. */
async function recipientsOf(
  client: pg.PoolClient,
  { tenant_id, project_id, workflow_id, class_name, email_recipient, language }: Notice,
): Promise<Map<Language, string[]>> {
  const { rows } = await client.query<{ recipient: string; also: 'nobody' | 'users' | 'admins' }>(
    `select recipient, also from mail_recipients where tenant_id = $1 and project_id = $2 and class_name = $3 and (workflow_id is null or workflow_id = $4)`,
    [tenant_id, project_id, class_name, workflow_id],
  )
  const written = [...rows.map((row) => row.recipient), class_name === 'workflow_aborted' ? '' : email_recipient]
    .flatMap(addressesIn)
    .filter(isAddress)
  const also = new Set(rows.map((row) => row.also))
  const { rows: users } = await client.query<{ email: string; language: Language; role: string }>(
    `select email, language, role from users where tenant_id = $1 and active`,
    [tenant_id],
  )
  const languages = new Map(users.map((user) => [user.email.toLowerCase(), user.language]))
  const meant = users
    .filter((user) => also.has('users') || (also.has('admins') && user.role === 'tenant_admin'))
    .map((user) => user.email)
  const everybody = new Set([...written, ...meant].map((address) => address.toLowerCase()))
  return Map.groupBy(everybody, (address) => languages.get(address) ?? language)
}

function variablesOf(notices: Notice[], language: Language, base: string) {
  const [{ class_name, workflow }] = notices as [Notice]
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })
  const about = ({ workflow_id, job_id, finished_at, error, records_rejected }: Notice) =>
    [
      `${time.format(new Date(finished_at))} UTC`,
      ...(error ? [say(error.message, language)] : []),
      ...(Number(records_rejected) > 0 ? [say(texts.rejected({ count: Number(records_rejected) }), language)] : []),
      ...(base ? [`${base}/project/workflows/reporting/${workflow_id}/${job_id}/details`] : []),
    ].join('\n')
  const more = notices.length - mostNamed
  return {
    workflow,
    what: texts[class_name]({ count: notices.length }),
    count: notices.length,
    runs: notices.slice(0, mostNamed).map(about).join('\n\n'),
    more: more > 0 ? texts.more({ count: more }) : '',
  }
}
