import { integrationContract } from '@weft/contracts/integrations.ts'
import { profileTask, shapesTask } from '@weft/engine/connectors/connector-tasks.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { integrationDraft, type DraftTable } from '@weft/kit/integrations/draft.ts'
import type { TableProfile } from '@weft/kit/integrations/profile.ts'
import { suggestedFields } from '@weft/kit/integrations/suggest.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { connectorFor } from '../connections/connector-of.ts'
import { connectingTo } from './connecting.ts'
import { listDrafts, readDraft } from './drafts.ts'
import { readIntegration } from './read.ts'
import { saveIntegration } from './save.ts'

const texts = defineMessages({
  connector: {
    en: 'There is no connector of this name here.',
    de: 'Einen Connector dieses Namens gibt es hier nicht.',
  },
  connection: { en: 'There is no such connection.', de: 'Diese Verbindung gibt es nicht.' },
  table: { en: 'This table is not chosen.', de: 'Diese Tabelle ist nicht ausgewählt.' },
})

const mostProfiled = 10_000

/** Integrations on their way: each step is kept, and nothing is made before the last. */
export const integrationDraftRoutes =
  (
    context: AppContext<'databases' | 'db' | 'fileStore' | 'isolation' | 'jobs' | 'key' | 'ways' | 'files'>,
  ): FastifyPluginAsync =>
  async (app) => {
    const { db, isolation } = context
    const on = implementRoutes(app, integrationContract)

    on('GET /integration_drafts', ({ scope, user }) =>
      inScope(db, scope, async (trx) => ({ data: await listDrafts(trx, { user_id: user.id }) })),
    )

    on('POST /integration_drafts', async ({ scope, user, body }, reply) => {
      const data = await inScope(db, scope, async (trx) => {
        const chosen = 'connection_id' in body ? await connectionOf(trx, body.connection_id) : body
        if (!(await connectorFor(trx, chosen.connector))) throw invalidField('connector', texts.connector())
        const { id } = await trx
          .insertInto('integration_drafts')
          .values({
            ...chosen,
            user_id: user.id,
            step: 'connection_id' in chosen ? 'selectData' : 'loginDetails',
            data: JSON.stringify(integrationDraft.parse({})),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        return readDraft(trx, { user_id: user.id }, id)
      })
      return reply.code(201).send({ data })
    })

    on('GET /integration_drafts/:id', ({ scope, user, params }) =>
      inScope(db, scope, async (trx) => ({ data: await readDraft(trx, { user_id: user.id }, params.id) })),
    )

    on('PUT /integration_drafts/:id', ({ scope, user, params, body }) =>
      inScope(db, scope, async (trx) => {
        const before = await readDraft(trx, { user_id: user.id }, params.id)
        const { data, connection_id, ...plain } = body
        const chosen = connection_id ? await connectionOf(trx, connection_id) : undefined
        const isOther =
          chosen !== undefined && before.connection_id !== null && chosen.connection_id !== before.connection_id
        await trx
          .updateTable('integration_drafts')
          .set({
            ...plain,
            ...(connection_id === null && { connection_id }),
            ...chosen,
            ...(data && { data: JSON.stringify(data) }),
            // What was found in another system says nothing about this one.
            ...(isOther && { profiles: '{}', data: JSON.stringify({ ...(data ?? before.data), tables: [] }) }),
            updated_at: sql<string>`clock_timestamp()`,
          })
          .where('id', '=', params.id)
          .execute()
        return { data: await readDraft(trx, { user_id: user.id }, params.id) }
      }),
    )

    on('DELETE /integration_drafts/:id', async ({ scope, user, params }, reply) => {
      const { numDeletedRows } = await inScope(db, scope, (trx) =>
        trx
          .deleteFrom('integration_drafts')
          .where('id', '=', params.id)
          .where('user_id', '=', user.id)
          .executeTakeFirstOrThrow(),
      )
      if (numDeletedRows === 0n) throw notFound()
      return reply.code(204).send(null)
    })

    on('POST /integration_drafts/:id/describe', async (request, reply) => {
      const { scope, user, params, body } = request
      const draft = await inScope(db, scope, (trx) => readDraft(trx, { user_id: user.id }, params.id))
      const { connecting, given } = await connectingTo(context, request, reply, draft.connection_id)
      const { value } = await isolation.run(shapesTask, { ...connecting, tables: body.tables }, given)
      return { data: value.filter((table) => table !== null) }
    })

    on('POST /integration_drafts/:id/analyse', async (request, reply) => {
      const { scope, user, params, body } = request
      const owner = { user_id: user.id }
      const draft = await inScope(db, scope, (trx) => readDraft(trx, owner, params.id))
      const isChosen = (table: DraftTable) => table.name === body.table
      if (!draft.data.tables.some(isChosen)) throw invalidField('table', texts.table())
      const { connecting, given } = await connectingTo(context, request, reply, draft.connection_id)
      const { value: profile } = await isolation.run(
        profileTask,
        { ...connecting, table: body.table, most: mostProfiled },
        given,
      )
      return {
        data: await inScope(db, scope, async (trx) => {
          await keepProfile(trx, params.id, profile, body.table)
          return readDraft(trx, owner, params.id)
        }),
      }
    })

    on('POST /integration_drafts/:id/save', async (request, reply) => {
      const id = await saveIntegration(context, request, reply, request.params.id, request.body)
      const data = await inScope(db, request.scope, (trx) => readIntegration(trx, id, request.language))
      return reply.code(201).send({ data })
    })
  }

async function connectionOf(trx: Scoped, id: string) {
  const found = await trx.selectFrom('connections').select('connector').where('id', '=', id).executeTakeFirst()
  if (!found) throw invalidField('connection_id', texts.connection())
  return { connection_id: id, connector: found.connector }
}

/** Beside what was found in the other tables, which may be looked through at the same time; somebody's own decisions stay. */
async function keepProfile(trx: Scoped, id: string, profile: TableProfile, name: string) {
  const row = await trx
    .selectFrom('integration_drafts')
    .select('data')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  const data = integrationDraft.parse(row.data)
  const tables = data.tables.map((table) =>
    table.name === name ? { ...table, fields: suggestedFields(profile, table.fields) } : table,
  )
  await trx
    .updateTable('integration_drafts')
    .set({
      data: JSON.stringify({ ...data, tables }),
      profiles: sql`profiles || ${JSON.stringify({ [name]: profile })}::jsonb`,
    })
    .where('id', '=', id)
    .execute()
}
