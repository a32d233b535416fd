import type pg from 'pg'
import { inScope, openDatabase, systemScope } from '@weft/kit/database/connect.server.ts'
import { addressesIn, isAddress } from '@weft/kit/define/mail-addresses.ts'
import type { MailClass } from '@weft/kit/define/mail.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { log } from '@weft/kit/log/log.server.ts'
import { say, type Language, type Message } from '@weft/kit/messages/messages.ts'
import type { Mailer } from '../connections/mail.server.ts'
import { addressOfInstallation } from '../mail/installation.server.ts'
import { notify } from '../notifications/notice.server.ts'

/** The mail that tells of a run that is missing or unusual. */
export type ExpectationMail = MailClass<'workflow' | 'title' | 'text' | 'link'>
export type TellDeps = { pool: pg.Pool; mailer: Mailer; mail: ExpectationMail }

export type ToldOf = {
  workflow_id: string
  tenant_id: string
  project_id: string
  label: string
  email_recipient: string
  language: Language
}
export type Words = { level: 'warning' | 'success'; title: Message; text: Message[] }

/** Tells whoever may change the workflow in the bell, and its recipients by mail, each in their language; under the same key once. */
export async function tellPeople(
  { pool, mailer, mail }: TellDeps,
  { tenant_id, project_id, workflow_id, label, email_recipient, language }: ToldOf,
  { level, title, text, key, page = '' }: Words & { key: string; page?: string },
): Promise<void> {
  const link = `/project/workflows/reporting/${workflow_id}${page}`
  const words = (theirs: Language) => ({
    title: say(title, theirs),
    text: text.map((one) => say(one, theirs)).join(' '),
  })
  const { rows: users } = await pool.query<{ id: string; email: string; language: Language; told: boolean }>(
    `select u.id, u.email, u.language, u.role = 'tenant_admin' or coalesce(r.permissions ? 'workflows.update', false) as told
     from users u left join roles r on r.tenant_id = u.tenant_id and r.name = u.role where u.tenant_id = $1 and u.active`,
    [tenant_id],
  )
  const db = openDatabase(pool)
  for (const [theirs, people] of Map.groupBy(
    users.filter(({ told }) => told),
    (user) => user.language,
  ))
    await inScope(db, systemScope, (trx) =>
      notify(
        trx,
        people.map(({ id }) => id),
        { level, title: words(theirs).title, message: words(theirs).text, link, project_id, key: [key] },
      ),
    )
  const base = await addressOfInstallation(pool)
  for (const to of addressesIn(email_recipient).filter(isAddress)) {
    const theirs = users.find(({ email }) => email.toLowerCase() === to.toLowerCase())?.language ?? language
    const variables = { workflow: label, ...words(theirs), link: base && base + link }
    await mailer
      .send(
        { tenant_id, project_id, workflow_id },
        { mail, variables, to: [to], language: theirs, key: `${key} ${to}` },
      )
      .catch((error: unknown) => {
        if (!(error instanceof Invalid)) log.warn({ err: error, workflow_id }, 'the mail about a run did not leave')
      })
  }
}
