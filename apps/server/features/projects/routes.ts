import { projectContract } from '@weft/contracts/projects.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { project } from '@weft/catalogue/resources/project/project.ts'
import type { TenantDatabases } from '@weft/engine/connections/tenant-databases.server.ts'
import { collections } from '@weft/engine/documents/document-store.ts'
import { recordStore } from '@weft/engine/records/store.server.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { createRow, deleteRow, etagOf, readRow, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { smallPictureOf } from '../media/picture-routes.ts'

const texts = defineMessages({
  order: { en: 'The end must be later than the start.', de: 'Das Ende muss nach dem Beginn liegen.' },
})

/** A project has a place of its own in the tenant's database, made and dropped with it; lists are derived. */
export const projectRoutes =
  (context: AppContext<'databases' | 'db' | 'isolation'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, projectContract)

    const { db, databases } = context

    on('POST /projects', async ({ scope, body }, reply) => {
      const records = await recordStore(databases, scope.tenant_id)
      const data = await inScope(db, scope, async (trx) => {
        const row = checked(await createRow(trx, project, body))
        await records.ensureProject(row.id)
        return row
      })
      return reply
        .header('etag', etagOf(data))
        .code(201)
        .send({ data: project.row.parse(data) })
    })

    for (const method of ['PUT', 'POST'] as const)
      on(`${method} /projects/:id`, async ({ scope, params, body, headers }, reply) => {
        const data = await inScope(db, scope, async (trx) =>
          checked(await updateRow(trx, project, params.id, body, headers['if-match'])),
        )
        return reply
          .header('etag', etagOf(data))
          .code(200)
          .send({ data: project.row.parse(data) })
      })

    on('POST /projects/:id/picture', async (request, reply) => {
      const {
        scope,
        params: { id },
      } = request
      await inScope(db, scope, (trx) => readRow(trx, project, id))
      const picture = await smallPictureOf(context, request)
      const image = await inScope(db, scope, async (trx) => {
        await trx.deleteFrom('pictures').where('project_id', '=', id).execute()
        const made = await trx
          .insertInto('pictures')
          .values({ user_id: null, project_id: id, ...picture })
          .returning('id')
          .executeTakeFirstOrThrow()
        return String((await updateRow(trx, project, id, { image: `/api/app/pictures/${made.id}` }))['image'])
      })
      return reply.code(201).send({ data: { image } })
    })

    on('DELETE /projects/:id/picture', async ({ scope, params }, reply) => {
      await inScope(db, scope, async (trx) => {
        await updateRow(trx, project, params.id, { image: null })
        await trx.deleteFrom('pictures').where('project_id', '=', params.id).execute()
      })
      return reply.code(204).send(null)
    })

    on('DELETE /projects/:id', async ({ scope, params }, reply) => {
      await inScope(db, scope, async (trx: Scoped) => {
        await readRow(trx, project, params.id)
        await deleteRow(trx, project, params.id)
      })
      await (await recordStore(databases, scope.tenant_id)).dropProject(params.id)
      await forgetDocuments(databases, scope.tenant_id, params.id).catch(
        ignore('a document store is away: what it keeps of a deleted project goes when it is too old'),
      )
      return reply.code(204).send(null)
    })
  }

async function forgetDocuments(databases: TenantDatabases, tenant_id: string, project_id: string) {
  const documents = await databases.documents(tenant_id)
  for (const collection of collections) await documents.remove(collection, { project_id })
}

/** Dates are compared after the change, because one of them may have stayed; throwing takes the change back. */
function checked<T extends Record<string, unknown>>(row: T): T {
  const { start_date, finish_date } = row as { start_date?: string | null; finish_date?: string | null }
  if (start_date && finish_date && finish_date <= start_date) throw invalidField('finish_date', texts.order())
  return row
}
