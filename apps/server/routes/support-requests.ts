import { posix } from 'node:path'
import { supportRequest } from '@weft/catalogue/mails/support-request.ts'
import { helpSettings } from '@weft/catalogue/resources/setting/help.ts'
import { localStorage } from '@weft/engine/storage/local.server.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { readSettings } from '@weft/kit/database/settings.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { filteredBy, filtersOf, metaOf, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { ignoring } from '@weft/kit/log/ignore.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { z } from 'zod'
import { ownScope } from '../auth/guard.ts'
import type { AppContext } from '../context.ts'
import { notifyUser } from '../notify-user.ts'
import { attachmentLimits, receiveFiles } from '../uploads.ts'

const texts = defineMessages({
  contact: { en: 'Contact person: {name}', de: 'Ansprechpartner: {name}' },
  answered: { en: 'Your support request has been answered', de: 'Ihre Supportanfrage wurde beantwortet' },
  closed: { en: 'Your support request has been closed', de: 'Ihre Supportanfrage wurde geschlossen' },
})

const words = z.string().trim().min(1).max(20_000)
const draft = z.strictObject({
  subject: z.string().trim().min(1).max(191),
  comment: words,
  contact_person: z.string().trim().max(191).default(''),
  kind: z.enum(['support', 'billing']).default('support'),
})
const reply = z.strictObject({ answer: words.optional(), status: z.enum(['open', 'answered', 'closed']).optional() })
const statuses = ['open', 'answered', 'closed'] as const
const params = z.object({ id: z.uuid() })
type File = { path: string; name: string; size: number }

/** Questions to the provider with files: asked by anybody, answered by the provider's staff and written back to, mailed to the support address. */
export const supportRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, home } = context
    const about = (summary: string) => ({ tags: ['support_requests'], summary })
    const storage = localStorage(home, 'support')

    app.get(
      '/support_requests',
      {
        schema: {
          ...about('List the own support requests'),
          querystring: filteredBy({ status: z.enum(statuses), kind: z.string() }),
        },
        config: { scope: 'user' },
      },
      ({ user, query }) => inScope(db, ownScope(user), (trx) => listed(trx, query, user.id)),
    )

    app.get(
      '/support_requests/all',
      {
        schema: {
          ...about('List the support requests of everybody'),
          querystring: filteredBy({ status: z.enum(statuses), kind: z.string() }),
        },
        config: { scope: 'provider', may: ['system', 'view'] },
      },
      ({ scope, query }) => inScope(db, scope, (trx) => listed(trx, query)),
    )

    app.post(
      '/support_requests',
      {
        schema: { ...about('Ask for support'), body: draft },
        config: { scope: 'user', rateLimit: { max: 30, timeWindow: '1 hour' } },
      },
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
    )

    app.post(
      '/support_requests/:id/files',
      {
        schema: { ...about('Add files to an own support request'), params, consumes: ['multipart/form-data'] },
        config: { scope: 'user' },
      },
      async (request, answer) => {
        const { user } = request
        const { id } = request.params
        const before = await inScope(db, ownScope(user), (trx) => own(trx, id, user))
        const saved = await receiveFiles(request, storage, {
          folder: id,
          limits: await attachmentLimits({ db }, ownScope(user)),
          exists: 'number',
        })
        const files = [
          ...(before.files as File[]),
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
      },
    )

    app.post(
      '/support_requests/:id/send',
      { schema: { ...about('Mail an own support request to the support address'), params }, config: { scope: 'user' } },
      async ({ user, params: { id } }) => {
        const { request, to } = await inScope(db, ownScope(user), async (trx) => ({
          request: await own(trx, id, user),
          to: (await readSettings(trx, helpSettings)).support_email,
        }))
        if (to === '' || request.mail === 'sent') return { data: request }
        const mail = await mailed(
          context,
          user,
          { ...request, key: `support:${id}`, files: request.files as File[] },
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
      },
    )

    app.get(
      '/support_requests/:id',
      { schema: { ...about('Read a support request'), params }, config: { scope: 'user' } },
      ({ user, params: { id } }) => inScope(db, ownScope(user), async (trx) => ({ data: await one(trx, id) })),
    )

    app.get(
      '/support_requests/:id/files/:index',
      {
        schema: {
          ...about('Load a file of a support request'),
          params: params.extend({ index: z.coerce.number().int().min(0).max(999) }),
        },
        config: { scope: 'user' },
      },
      async ({ user, params: { id, index } }, answer) => {
        const { files } = await inScope(db, ownScope(user), (trx) => one(trx, id))
        const file = (files as File[])[index]
        if (!file) throw notFound()
        return answer
          .header('content-type', 'application/octet-stream')
          .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
          .send(await storage.read(file.path))
      },
    )

    app.post(
      '/support_requests/:id/messages',
      {
        schema: { ...about('Write back about an own support request'), params, body: z.strictObject({ text: words }) },
        config: { scope: 'user', rateLimit: { max: 30, timeWindow: '1 hour' } },
      },
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
    )

    app.put(
      '/support_requests/:id',
      {
        schema: { ...about('Answer or close a support request'), params, body: reply },
        config: { scope: 'provider', may: ['system', 'update'] },
      },
      async ({ scope, user, params: { id }, body: { answer, status } }) => {
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
      },
    )
  }

type Message = { by: 'asker' | 'provider'; name: string; text: string; at: string }

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

type Request = { key: string; number: number; subject: string; comment: string; contact_person: string; files: File[] }

async function mailed(
  { mailer, home }: AppContext,
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
