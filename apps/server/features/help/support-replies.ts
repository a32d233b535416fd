import { helpSettings } from '@weft/catalogue/resources/setting/help.ts'
import type { Message, supportRequestContract } from '@weft/contracts/support-requests.ts'
import type { BodyOf } from '@weft/kit/contracts/route.ts'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import { readSettings } from '@weft/kit/database/settings.server.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { ownScope } from '../../auth/guard.ts'
import type { AppContext } from '../../context.ts'
import { notifyUser } from '../notifications/notify-user.ts'
import { mailRequest } from './support-mail.ts'
import { addMessage, readOwnRequest, readRequest } from './support-requests.ts'

const texts = defineMessages({
  answered: { en: 'Your support request has been answered', de: 'Ihre Supportanfrage wurde beantwortet' },
  closed: { en: 'Your support request has been closed', de: 'Ihre Supportanfrage wurde geschlossen' },
})

/** What whoever asked writes back, mailed as the request was. */
export async function writeBack(
  context: AppContext<'db' | 'fileStore' | 'mailer'>,
  user: Caller,
  id: string,
  text: string,
) {
  const { request, to } = await inScope(context.db, ownScope(user), async (trx) => {
    await readOwnRequest(trx, id, user)
    await addMessage(trx, id, user, { by: 'asker', text })
    return {
      request: await readOwnRequest(trx, id, user),
      to: (await readSettings(trx, helpSettings)).support_email,
    }
  })
  if (to !== '')
    await mailRequest(
      context,
      user,
      { ...request, key: `support:${id}:${(request.messages as Message[]).length}`, comment: text, files: [] },
      to,
    )
  return request
}

/** The provider's answer, or that a request is closed: whoever asked hears of it. */
export async function answerRequest(
  { db }: AppContext<'db'>,
  { scope, user }: { scope: Scope; user: Caller },
  id: string,
  { answer, status }: BodyOf<(typeof supportRequestContract)['PUT /support_requests/:id']>,
) {
  const { before, after } = await inScope(db, scope, async (trx) => {
    const before = await readRequest(trx, id)
    if (answer) await addMessage(trx, id, user, { by: 'provider', text: answer })
    if (status) await trx.updateTable('support_requests').set({ status }).where('id', '=', id).execute()
    return { before, after: await readRequest(trx, id) }
  })
  const title = answer
    ? texts.answered()
    : after.status === 'closed' && before.status !== 'closed'
      ? texts.closed()
      : undefined
  if (title)
    await notifyUser(db, before.user_id, {
      level: 'info',
      title,
      message: before.subject,
      link: `/help/support?request=${id}`,
    })
  return after
}
