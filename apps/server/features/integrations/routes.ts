import { integrationContract } from '@weft/contracts/integrations.ts'
import { inScope, type ProjectScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { changeIntegration } from './change.ts'
import { integrationFigures, listIntegrations } from './list.ts'
import { readIntegration } from './read.ts'
import { removeIntegration } from './remove.ts'

const texts = defineMessages({
  notHeld: {
    en: 'Nothing is waiting for a decision here any more.',
    de: 'Hier wartet nichts mehr auf eine Entscheidung.',
  },
})

/** Integrations as they run: how they are, and what of them can be changed. */
export const integrationRoutes =
  (context: AppContext<'db' | 'isolation'>): FastifyPluginAsync =>
  async (app) => {
    const { db } = context
    const on = implementRoutes(app, integrationContract)

    on('GET /integrations', ({ scope, query, language }) =>
      inScope(db, scope, (trx) => listIntegrations(trx, query, language)),
    )
    on('GET /integrations/figures', ({ scope }) =>
      inScope(db, scope, async (trx) => ({ data: await integrationFigures(trx) })),
    )
    on('GET /integrations/:id', ({ scope, params, language }) =>
      inScope(db, scope, async (trx) => ({ data: await readIntegration(trx, params.id, language) })),
    )
    on('PUT /integrations/:id', async (request, reply) => {
      const { scope, params, language } = request
      await changeIntegration(context, request, reply, params.id, request.body)
      return { data: await inScope(db, scope, (trx) => readIntegration(trx, params.id, language)) }
    })
    on('DELETE /integrations/:id', async (request, reply) => {
      await removeIntegration(context, request, request.params.id)
      return reply.code(204).send(null)
    })
    on('POST /integrations/:id/accept_vanished', ({ scope, params, body, language }) =>
      inScope(db, scope, async (trx) => {
        await acceptVanished(trx, scope, params.id, body.table)
        return { data: await readIntegration(trx, params.id, language) }
      }),
    )
  }

/** The next run may take as many away as were missing when somebody looked; should more be missing by then, somebody is asked again. */
async function acceptVanished(trx: Scoped, { tenant_id, project_id }: ProjectScope, id: string, name: string) {
  const table = await trx
    .selectFrom('integration_tables as t')
    .innerJoin('integrations as i', 'i.id', 't.integration_id')
    .select(['t.step', 'i.workflow_id'])
    .where('i.id', '=', id)
    .where('t.name', '=', name)
    .executeTakeFirst()
  if (!table) throw notFound()
  const { rows } = await sql<{ missing: number }>`
    update states set value = 'null' from (select id, (value ->> 'missing')::int as missing from states
      where workflow_id = ${table.workflow_id} and name = ${`gone_${table.step}.held`} and value <> 'null' for update) old
    where states.id = old.id returning old.missing`.execute(trx)
  if (!rows[0]) throw new Conflict('NOTHING_HELD', texts.notHeld())
  await sql`
    insert into states (tenant_id, project_id, workflow_id, name, value)
    values (${tenant_id}, ${project_id}, ${table.workflow_id}, ${`gone_${table.step}.accepted`}, ${JSON.stringify(rows[0].missing)}::jsonb)
    on conflict (project_id, workflow_id, name) do update set value = excluded.value, updated_at = clock_timestamp()`.execute(
    trx,
  )
}
