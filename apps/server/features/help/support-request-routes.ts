import { posix } from 'node:path'
import { supportRequest } from '@weft/catalogue/mails/support-request.ts'
import { helpSettings } from '@weft/catalogue/resources/setting/help.ts'
import { supportRequestContract, type Attachment, type Message } from '@weft/contracts/support-requests.ts'
import { localStorage } from '@weft/engine/storage/local.server.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { readSettings } from '@weft/kit/database/settings.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { filtersOf, metaOf, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { ignoring } from '@weft/kit/log/ignore.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import { ownScope } from '../../auth/guard.ts'
import type { AppContext } from '../../context.ts'
import { notifyUser } from '../notifications/notify-user.ts'
import { attachmentLimits, receiveFiles } from '../../http/uploads.ts'

const texts = defineMessages({
  contact: { en: 'Contact person: {name}', de: 'Ansprechpartner: {name}' },
  answered: { en: 'Your support request has been answered', de: 'Ihre Supportanfrage wurde beantwortet' },
  closed: { en: 'Your support request has been closed', de: 'Ihre Supportanfrage wurde geschlossen' },
})

/** Questions to the provider with files: asked by anybody, answered by the provider's staff and written back to, mailed to the support address. */
export const supportRoutes =
  (context: AppContext<'db' | 'home' | 'mailer'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, supportRequestContract)
    const { db, home } = context
    const storage = localStorage(home, 'support')

    on('GET /support_requests', ({ user, query }) => inScope(db, ownScope(user), (trx) => listed(trx, query, user.id)))

    on('GET /support_requests/all', ({ scope, query }) => inScope(db, scope, (trx) => listed(trx, query)))

    on(
      'POST /support_requests',
      async ({ user, body }, answer) => {
        const data = await inScope(db, ownScope(user), (trx) =>
          trx
            .insertInto('support_requests')
            .values({ ...body, user_id: user.id })
            .returningAll()
            .executeTakeFirstOrThrow(),
        )
        return answer.code(201).send({ data })
      },
      { rateLimit: { max: 30, timeWindow: '1 hour' } },
    )

    on('POST /support_requests/:id/files', async (request, answer) => {
      const { user } = request
      const { id } = request.params
      const before = await inScope(db, ownScope(user), (trx) => own(trx, id, user))
      const saved = await receiveFiles(request, storage, {
        folder: id,
        limits: await attachmentLimits({ db }, ownScope(user)),
        exists: 'number',
      })
      const files = [
        ...(before.files as Attachment[]),
        ...saved.map(({ path, size }) => ({ path, size, name: posix.basename(path) })),
      ]
      const data = await inScope(db, ownScope(user), (trx) =>
        trx
          .updateTable('support_requests')
          .set({ files: JSON.stringify(files) })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow(),
      )
      return answer.code(201).send({ data })
    })

    on('POST /support_requests/:id/send', async ({ user, params: { id } }) => {
      const { request, to } = await inScope(db, ownScope(user), async (trx) => ({
        request: await own(trx, id, user),
        to: (await readSettings(trx, helpSettings)).support_email,
      }))
      if (to === '' || request.mail === 'sent') return { data: request }
      const mail = await mailed(
        context,
        user,
        { ...request, key: `support:${id}`, files: request.files as Attachment[] },
        to,
      )
      return {
        data: await inScope(db, ownScope(user), (trx) =>
          trx
            .updateTable('support_requests')
            .set({ mail })
            .where('id', '=', id)
            .returningAll()
            .executeTakeFirstOrThrow(),
        ),
      }
    })

    on('GET /support_requests/:id', ({ user, params: { id } }) =>
      inScope(db, ownScope(user), async (trx) => ({ data: await one(trx, id) })),
    )

    on('GET /support_requests/:id/files/:index', async ({ user, params: { id, index } }, answer) => {
      const { files } = await inScope(db, ownScope(user), (trx) => one(trx, id))
      const file = (files as Attachment[])[index]
      if (!file) throw notFound()
      return answer
        .header('content-type', 'application/octet-stream')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
        .code(200)
        .send(await storage.read(file.path))
    })

    on(
      'POST /support_requests/:id/messages',
      async ({ user, params: { id }, body: { text } }, answer) => {
        const { request, to } = await inScope(db, ownScope(user), async (trx) => {
          await own(trx, id, user)
          await say(trx, id, user, { by: 'asker', text })
          return { request: await own(trx, id, user), to: (await readSettings(trx, helpSettings)).support_email }
        })
        if (to !== '')
          await mailed(
            context,
            user,
            { ...request, key: `support:${id}:${(request.messages as Message[]).length}`, comment: text, files: [] },
            to,
          )
        return answer.code(201).send({ data: request })
      },
      { rateLimit: { max: 30, timeWindow: '1 hour' } },
    )

    on('PUT /support_requests/:id', async ({ scope, user, params: { id }, body: { answer, status } }) => {
      const { before, after } = await inScope(db, scope, async (trx) => {
        const before = await one(trx, id)
        if (answer) await say(trx, id, user, { by: 'provider', text: answer })
        if (status) await trx.updateTable('support_requests').set({ status }).where('id', '=', id).execute()
        return { before, after: await one(trx, id) }
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
      return { data: after }
    })
  }

/** Adds what somebody says; a request is answered when the provider has the last word, and open otherwise. */
async function say(trx: Scoped, id: string, user: Caller, { by, text }: Pick<Message, 'by' | 'text'>) {
  const { first_name, last_name } = await trx
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  const message: Message = { by, name: `${first_name} ${last_name}`.trim(), text, at: new Date().toISOString() }
  await trx
    .updateTable('support_requests')
    .set({
      messages: sql`messages || ${JSON.stringify([message])}::jsonb`,
      status: by === 'asker' ? 'open' : 'answered',
    })
    .where('id', '=', id)
    .execute()
}

/** Whose request, when row-level security lets more be seen than one's own. */
async function own(trx: Scoped, id: string, user: Caller) {
  const found = await trx
    .selectFrom('support_requests')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  if (!found) throw notFound()
  return found
}

const withAsker = (trx: Scoped) =>
  trx
    .selectFrom('support_requests as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .selectAll('r')
    .select(['u.email', 'u.first_name', 'u.last_name', 'u.workspace'])

async function one(trx: Scoped, id: string) {
  const found = await withAsker(trx).where('r.id', '=', id).executeTakeFirst()
  if (!found) throw notFound()
  return found
}

async function listed(trx: Scoped, query: ListQuery, user_id?: string) {
  const { limit, offset } = toLimitOffset(query)
  const { status, kind } = filtersOf(query)
  let all = withAsker(trx)
  if (user_id) all = all.where('r.user_id', '=', user_id)
  if (status) all = all.where('r.status', '=', status)
  if (kind) all = all.where('r.kind', '=', kind)
  if (query.searchTerm)
    all = all.where((eb) =>
      eb.or(
        (['r.subject', 'r.comment', 'u.email'] as const).map((column) =>
          eb(column, 'ilike', `%${escapeLike(query.searchTerm!)}%`),
        ),
      ),
    )
  const data = await all.orderBy('r.created_at', 'desc').limit(limit).offset(offset).execute()
  const { total } = await all
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { data, meta: metaOf(query, Number(total)) }
}

type Request = {
  key: string
  number: number
  subject: string
  comment: string
  contact_person: string
  files: Attachment[]
}

async function mailed(
  { mailer, home }: AppContext<'home' | 'mailer'>,
  user: Caller,
  request: Request,
  to: string,
): Promise<'kept' | 'sent' | 'failed'> {
  const { key, number, subject, comment, contact_person, files } = request
  try {
    return await mailer.send(
      { files: localStorage(home, 'support') },
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
