import { randomUUID } from 'node:crypto'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import type { Tables } from '@weft/kit/database/tables.ts'
import type { WeftError } from '@weft/kit/errors/errors.ts'
import type { Selectable } from 'kysely'
import type { KeptMail } from './compose.server.ts'
import type { MailOrder, Sender } from './order.ts'
import type { MailDelivery } from './transport.server.ts'

/** The row of this mail, locked: whoever comes with the same key waits and then sees what became of it. */
export async function logMail<Key extends string>(
  trx: Scoped,
  { tenant_id, job_id, workflow_id }: Sender,
  { key: own, mail, to, attachments = [] }: MailOrder<Key>,
  { subject, text, html, masked, language, variables }: KeptMail,
  from: string,
) {
  const key = `${tenant_id ?? 'weft'}:${own}`
  const parameters = JSON.stringify({
    ...variables,
    attachments: attachments.map((one) => (typeof one === 'string' ? one : one.name)),
  })
  await trx
    .insertInto('mail_logs')
    .values({
      key,
      class_name: mail.name,
      title: subject,
      recipient: to.join(', '),
      sender: from,
      body: text,
      html,
      language,
      masked,
      parameters,
      job_id: job_id ?? null,
      workflow_id: workflow_id ?? null,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const row = await trx
    .selectFrom('mail_logs')
    .select(['id', 'status'])
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { ...row, key }
}

/** A new entry for a mail that has left before. */
export async function logAgain(trx: Scoped, { id, key, ...mail }: Selectable<Tables['mail_logs']>) {
  const { created_at: _, updated_at: __, dialogue: ___, error: ____, ...same } = mail
  const fresh = `${key}:again:${randomUUID()}`
  const made = await trx
    .insertInto('mail_logs')
    .values({ ...same, parameters: JSON.stringify(mail.parameters), status: 'kept', key: fresh, resent_from: id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: made.id, key: fresh }
}

/** What the mail server said. */
export async function noteDelivery(
  trx: Scoped,
  id: string,
  sender: string,
  { dialogue, rejected, failure }: MailDelivery,
): Promise<'sent' | WeftError> {
  const outcome = failure
    ? { status: 'failed', error: failure.message }
    : { status: 'sent', sender, error: rejected.length > 0 ? `rejected: ${rejected.join(', ')}` : null }
  await trx
    .updateTable('mail_logs')
    .set({ ...outcome, dialogue })
    .where('id', '=', id)
    .execute()
  return failure ?? 'sent'
}
