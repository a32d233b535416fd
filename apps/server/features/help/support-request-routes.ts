import { posix } from 'node:path'
import { supportRequestContract, type Attachment } from '@weft/contracts/support-requests.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { FileStore } from '@weft/engine/file-store/file-store.ts'
import { ownScope } from '../../auth/guard.ts'
import type { AppContext } from '../../context.ts'
import { attachmentLimits, receiveFiles } from '../../http/uploads.ts'
import { sendRequest } from './support-mail.ts'
import { answerRequest, writeBack } from './support-replies.ts'
import { listRequests, readOwnRequest, readRequest } from './support-requests.ts'

const texts = defineMessages({
  noProject: { en: 'There is no such project.', de: 'Dieses Projekt gibt es nicht.' },
})

/** Questions to the provider with files: asked by anybody, answered by the provider's staff and written back to, mailed to the support address. */
export const supportRoutes =
  (context: AppContext<'db' | 'fileStore' | 'mailer'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, supportRequestContract)
    const { db, fileStore } = context
    const storage = fileStore.storage('support')
    const perHour = { rateLimit: { max: 30, timeWindow: '1 hour' } }

    on('GET /support_requests', ({ user, query }) =>
      inScope(db, ownScope(user), (trx) => listRequests(trx, query, user.id)),
    )

    on('GET /support_requests/all', ({ scope, query }) => inScope(db, scope, (trx) => listRequests(trx, query)))

    on(
      'POST /support_requests',
      async ({ user, body }, answer) => {
        const data = await inScope(db, ownScope(user), async (trx) => {
          if (body.project_id) await seeProject(trx, body.project_id)
          return trx
            .insertInto('support_requests')
            .values({ ...body, user_id: user.id })
            .returningAll()
            .executeTakeFirstOrThrow()
        })
        return answer.code(201).send({ data })
      },
      perHour,
    )

    on('POST /support_requests/:id/files', async (request, answer) =>
      answer.code(201).send({ data: await addFiles(context, storage, request, request.params.id) }),
    )

    on('POST /support_requests/:id/send', async ({ user, params: { id } }) => ({
      data: await sendRequest(context, user, id),
    }))

    on('GET /support_requests/:id', ({ user, params: { id } }) =>
      inScope(db, ownScope(user), async (trx) => ({ data: await readRequest(trx, id) })),
    )

    on('GET /support_requests/:id/files/:index', async ({ user, params: { id, index } }, answer) => {
      const { files } = await inScope(db, ownScope(user), (trx) => readRequest(trx, id))
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
      async ({ user, params: { id }, body: { text } }, answer) =>
        answer.code(201).send({ data: await writeBack(context, user, id, text) }),
      perHour,
    )

    on('PUT /support_requests/:id', async (request) => ({
      data: await answerRequest(context, request, request.params.id, request.body),
    }))
  }

/** A request is about no project but those its asker sees. */
async function seeProject(trx: Scoped, id: string) {
  const project = await trx.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst()
  if (!project) throw new Invalid('UNKNOWN_PROJECT', texts.noProject(), { fields: { project_id: [texts.noProject()] } })
}

/** Keeps the files that come with a request behind those it has already. */
async function addFiles(
  { db }: AppContext<'db'>,
  storage: ReturnType<FileStore['storage']>,
  request: FastifyRequest,
  id: string,
) {
  const { user } = request
  const before = await inScope(db, ownScope(user), (trx) => readOwnRequest(trx, id, user))
  const saved = await receiveFiles(request, storage, {
    folder: id,
    limits: await attachmentLimits({ db }, ownScope(user)),
    exists: 'number',
  })
  const files = [
    ...(before.files as Attachment[]),
    ...saved.map(({ path, size }) => ({ path, size, name: posix.basename(path) })),
  ]
  return inScope(db, ownScope(user), (trx) =>
    trx
      .updateTable('support_requests')
      .set({ files: JSON.stringify(files) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}
