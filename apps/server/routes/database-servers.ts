import { databaseServerDraft } from '@weft/catalogue/resources/database-server/database-server.ts'
import { performance } from 'node:perf_hooks'
import { reachServer } from '@weft/engine/provisioning/database-servers/server.server.ts'
import { texts } from '@weft/engine/provisioning/texts.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { changesOf } from '@weft/kit/define/resource.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { encrypt } from '@weft/kit/secrets/secrets.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { House } from '../house.ts'

const params = z.object({ id: z.uuid() })
/** The servers on which tenants' databases are created. The administrator's password goes in and never comes out. */
export const databaseServerRoutes = ({ db, key }: House): FastifyPluginAsyncZod => async (app) => {
  const about = (summary: string) => ({ tags: ['database_servers'], summary })
  const may = (action: 'view' | 'create' | 'update' | 'delete') => ({ scope: 'provider', may: ['system', action] }) as const

  app.get('/database_servers', { schema: about('List database servers'), config: may('view') }, ({ scope }) =>
    inScope(db, scope, async (trx) => {
      const data = await rows(trx)
      return { data, meta: { page: 1, perPage: Math.max(1, data.length), total: data.length, lastPage: 1 } }
    }))

  app.get('/database_servers/:id', { schema: { ...about('Read a database server'), params }, config: may('view') }, ({ scope, params }) => inScope(db, scope, async (trx) => ({ data: await row(trx, params.id) })))

  app.post('/database_servers', { schema: { ...about('Register a database server'), body: databaseServerDraft }, config: may('create') }, async ({ scope, body: { password, ...entry } }, reply) => {
    const data = await inScope(db, scope, async (trx) => {
      const { id } = await trx.insertInto('database_servers').values({ ...entry, password: encrypt(key, password) }).returning('id').executeTakeFirstOrThrow()
      return row(trx, id)
    })
    return reply.code(201).send({ data })
  })

  for (const method of ['PUT', 'POST'] as const)
    app.route({
      method,
      url: '/database_servers/:id',
      schema: { ...about('Change a database server'), params, body: changesOf(databaseServerDraft.shape) },
      config: may('update'),
      handler: ({ scope, params, body: { password, ...entry } }) =>
        inScope(db, scope, async (trx) => {
          const set = { ...entry, ...(password && { password: encrypt(key, password) }) }
          if (Object.keys(set).length > 0) await trx.updateTable('database_servers').set(set).where('id', '=', params.id).execute()
          return { data: await row(trx, params.id) }
        }),
    })

  app.delete('/database_servers/:id', { schema: { ...about('Forget a database server without databases'), params }, config: may('delete') }, async ({ scope, params }, reply) => {
    const { numDeletedRows } = await inScope(db, scope, (trx) => trx.deleteFrom('database_servers').where('id', '=', params.id).executeTakeFirstOrThrow())
    if (numDeletedRows === 0n) throw notFound()
    return reply.code(204).send()
  })

  app.post('/database_servers/:id/test', { schema: { ...about('Connect with the administrator login'), params }, config: may('view') }, async ({ scope, params, language }) => {
    await inScope(db, scope, (trx) => row(trx, params.id))
    const began = performance.now()
    const tried = await reachServer(db, key, params.id)
      .then((server) => server.version())
      .then(
        (version) => ({ ok: true, version, message: null, detail: null }),
        (error: Error & { cause?: Error }) => ({ ok: false, version: null, message: say(texts.databaseNotOpened(), language), detail: (error.cause ?? error).message }),
      )
    return { data: { ...tried, milliseconds: Math.round(performance.now() - began) } }
  })
}

const rows = (trx: Scoped, id?: string) =>
  trx
    .selectFrom('database_servers as s')
    .select(['id', 'name', 'engine', 'host', 'port', 'username', 'embedded', 'active', 'created_at', 'updated_at'])
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .orderBy('name')
    .execute()
    .then((found) => found.map((entry) => ({ ...entry, password: { set: true } })))

async function row(trx: Scoped, id: string) {
  const [found] = await rows(trx, id)
  if (!found) throw notFound()
  return found
}
