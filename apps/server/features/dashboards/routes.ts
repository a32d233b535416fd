import { dashboard } from '@weft/catalogue/resources/dashboard/dashboard.ts'
import { dashboardContract } from '@weft/contracts/dashboards.ts'
import { nextDue } from '@weft/engine/dashboard-mails/next-due.ts'
import {
  choicesFor,
  dashboardData,
  problemsOfDashboard,
  refuseWrongValues,
} from '@weft/engine/data-sets/dashboards.server.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { DashboardDefinition } from '@weft/kit/define/dashboard.ts'
import { can } from '@weft/kit/define/permissions.ts'
import { invalidFields, notFound } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { createRow, etagOf, readRow, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { viewerOf } from '../insights/viewer.ts'

/** Dashboards: checked when saved; all tiles answered by one call, also for a definition that is not saved. */
export const dashboardRoutes =
  (context: AppContext<'databases' | 'db'>): FastifyPluginAsync =>
  async (app) => {
    const { db, databases } = context
    const ground = { db, databases }
    const on = implementRoutes(app, dashboardContract)

    on('POST /dashboards', async ({ scope, body }, reply) => {
      const data = await inScope(db, scope, async (trx) => {
        await refuseWrong(trx, body.definition)
        return createRow(trx, dashboard, body)
      })
      return reply.header('etag', etagOf(data)).code(201).send({ data })
    })

    for (const method of ['PUT', 'POST'] as const)
      on(`${method} /dashboards/:id`, async ({ scope, params, body, headers }, reply) => {
        const data = await inScope(db, scope, async (trx) => {
          if (body.definition) await refuseWrong(trx, body.definition)
          return updateRow(trx, dashboard, params.id, body, headers['if-match'])
        })
        return reply.header('etag', etagOf(data)).code(200).send({ data })
      })

    on('POST /dashboards/:id/data', async ({ scope, params, body, user, language }) => {
      const { definition } = await inScope(db, scope, (trx) => readRow(trx, dashboard, params.id))
      const asked = { ...body, viewer: viewerOf(user, language) }
      return { data: { tiles: await dashboardData(ground, scope, definition, asked), at: new Date().toISOString() } }
    })

    on('POST /dashboards/data', async ({ scope, body: { definition, ...body }, user, language }) => {
      const asked = { ...body, viewer: viewerOf(user, language) }
      return { data: { tiles: await dashboardData(ground, scope, definition, asked), at: new Date().toISOString() } }
    })

    on('POST /dashboards/choices', async ({ scope, body: { definition, filter: name, search }, user, language }) => {
      const filter = definition.filters.find((one) => one.name === name)
      if (!filter) throw notFound()
      const asked = { viewer: viewerOf(user, language), search }
      return { data: await choicesFor(ground, scope, definition, filter, asked) }
    })

    on('GET /dashboards/:id/mails', ({ scope, params }) =>
      inScope(db, scope, async (trx) => {
        await readRow(trx, dashboard, params.id)
        return { data: await mailsOf(trx, params.id).orderBy('created_at').orderBy('id').execute() }
      }),
    )

    on('POST /dashboards/:id/mails', async ({ scope, params, body, user }, reply) => {
      const data = await inScope(db, scope, async (trx) => {
        const { definition } = await readRow(trx, dashboard, params.id)
        refuseWrongValues(definition.filters, body.values)
        const { id } = await trx
          .insertInto('dashboard_mails')
          .values({
            ...body,
            values: JSON.stringify(body.values),
            dashboard_id: params.id,
            sees_runs: can(user, 'jobs', 'view'),
            due_at: nextDue(body, new Date()).toISOString(),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        return mailsOf(trx, params.id).where('id', '=', id).executeTakeFirstOrThrow()
      })
      return reply.code(201).send({ data })
    })

    on('DELETE /dashboards/:id/mails/:mail_id', async ({ scope, params }, reply) => {
      const { numDeletedRows } = await inScope(db, scope, (trx) =>
        trx
          .deleteFrom('dashboard_mails')
          .where('dashboard_id', '=', params.id)
          .where('id', '=', params.mail_id)
          .executeTakeFirst(),
      )
      if (numDeletedRows === 0n) throw notFound()
      return reply.code(204).send(null)
    })

    const mailsOf = (trx: Scoped, dashboard_id: string) =>
      trx
        .selectFrom('dashboard_mails')
        .select(['id', 'every', 'day', 'at', 'zone', 'recipients', 'language', 'due_at', 'sent_at', 'problem'])
        .where('dashboard_id', '=', dashboard_id)

    async function refuseWrong(trx: Scoped, definition: DashboardDefinition) {
      const problems = await problemsOfDashboard(trx, definition)
      if (Object.keys(problems).length > 0) throw invalidFields(problems)
    }
  }
