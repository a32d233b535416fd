import { supportRequest } from '@weft/catalogue/mails/support-request.ts'
import { helpSettings } from '@weft/catalogue/resources/setting/help.ts'
import type { Attachment } from '@weft/contracts/support-requests.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { readSettings } from '@weft/kit/database/settings.server.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { ignoring } from '@weft/kit/log/ignore.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { ownScope } from '../../auth/guard.ts'
import type { AppContext } from '../../context.ts'
import { readOwnRequest } from './support-requests.ts'

const texts = defineMessages({
  contact: { en: 'Contact person: {name}', de: 'Ansprechpartner: {name}' },
})

/** Mails an own request that has not left yet, once there is an address for it. */
export async function sendRequest(context: AppContext<'db' | 'fileStore' | 'mailer'>, user: Caller, id: string) {
  const { db } = context
  const { request, to } = await inScope(db, ownScope(user), async (trx) => ({
    request: await readOwnRequest(trx, id, user),
    to: (await readSettings(trx, helpSettings)).support_email,
  }))
  if (to === '' || request.mail === 'sent') return request
  const mail = await mailRequest(
    context,
    user,
    { ...request, key: `support:${id}`, files: request.files as Attachment[] },
    to,
  )
  return inScope(db, ownScope(user), (trx) =>
    trx.updateTable('support_requests').set({ mail }).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),
  )
}

type SupportMail = {
  key: string
  number: number
  subject: string
  comment: string
  contact_person: string
  files: Attachment[]
}

/** Mails what somebody asks to the support address; what became of it is an answer, not an error. */
export async function mailRequest(
  { mailer, fileStore }: AppContext<'fileStore' | 'mailer'>,
  user: Caller,
  request: SupportMail,
  to: string,
): Promise<'kept' | 'sent' | 'failed'> {
  const { key, number, subject, comment, contact_person, files } = request
  try {
    return await mailer.send(
      { files: fileStore.storage('support') },
      {
        mail: supportRequest,
        variables: {
          number,
          subject,
          comment,
          asker: user.email,
          contact: contact_person ? texts.contact({ name: contact_person }) : '',
        },
        to: [to],
        language: user.language,
        key,
        attachments: files.map((file) => file.path),
      },
    )
  } catch (error) {
    // The request itself stands.
    return ignoring('the mail of a support request did not leave, and the screen says so', 'failed')(error)
  }
}
