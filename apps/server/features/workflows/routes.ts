import { workflowContract } from '@weft/contracts/workflows.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { openStatuses } from '@weft/kit/define/job-status.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { filtersOf } from '@weft/kit/http/list-query.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { changeWorkflow } from './change.ts'
import { createWorkflow } from './create.ts'
import { figuresOf, listWorkflows } from './list.ts'
import { readText } from './read-text.ts'
import { readHead, readSource } from './rows.ts'
import { namingIt, workflowReferences } from './uses.ts'

const texts = defineMessages({
  running: {
    en: 'A job of this workflow is still running. Cancel it first.',
    de: 'Ein Job dieses Workflows läuft noch. Brechen Sie ihn zuerst ab.',
  },
})

/** Workflows: list, base data, triggers, and what uses them. */
export const workflowRoutes =
  (context: AppContext<'db' | 'isolation'>): FastifyPluginAsync =>
  async (app) => {
    const { db } = context
    const on = implementRoutes(app, workflowContract)

    on('GET /workflows', ({ scope, query, user, language }) =>
      inScope(db, scope, (trx) =>
        listWorkflows(
          trx,
          {
            ...query,
            state: query.state ?? filtersOf(query)['state'],
            dataset_type: filtersOf(query)['dataset_type'],
          },
          { id: user.id, language },
        ),
      ),
    )

    on('GET /workflows/figures', ({ scope }) => inScope(db, scope, async (trx) => ({ data: await figuresOf(trx) })))

    on('GET /workflows/content_types', ({ scope }) =>
      inScope(db, scope, async (trx) => {
        const words = await trx
          .selectFrom('workflows')
          .select('content_type')
          .distinct()
          .where('content_type', '!=', '')
          .orderBy('content_type')
          .limit(100)
          .execute()
        return { data: words.map(({ content_type }) => content_type) }
      }),
    )

    on('POST /workflows', async (request, reply) =>
      reply.code(201).send({ data: await createWorkflow(context, request, reply, request.body) }),
    )

    on('GET /workflows/:id', ({ scope, params }) =>
      inScope(db, scope, async (trx) => ({ data: await readHead(trx, params.id) })),
    )

    on('DELETE /workflows/:id', async ({ scope, params }, reply) => {
      await inScope(db, scope, async (trx) => {
        await readHead(trx, params.id)
        const running = await trx
          .selectFrom('jobs')
          .select('id')
          .where('workflow_id', '=', params.id)
          .where('status', 'in', openStatuses)
          .limit(1)
          .executeTakeFirst()
        if (running) throw new Conflict('WORKFLOW_RUNNING', texts.running())
        await trx.deleteFrom('workflows').where('id', '=', params.id).execute()
      })
      return reply.code(204).send(null)
    })

    for (const method of ['PUT', 'POST'] as const)
      on(`${method} /workflows/:id`, (request, reply) =>
        changeWorkflow(context, request, reply, request.params.id, request.body),
      )

    on('GET /workflows/:id/expectation', ({ scope, params }) =>
      inScope(db, scope, async (trx) => {
        await readHead(trx, params.id)
        const missed = await trx
          .selectFrom('expected_runs')
          .select(['every', 'missed_since', 'records'])
          .where('workflow_id', '=', params.id)
          .where('missed_since', 'is not', null)
          .executeTakeFirst()
        return {
          data: missed ? { ...missed, missed_since: missed.missed_since!, records: Number(missed.records) } : null,
        }
      }),
    )

    // The contract says which keys each part has.
    for (const part of ['base_data', 'properties', 'queue'] as const) {
      on(`GET /workflows/:id/${part}`, ({ scope, params }) =>
        inScope(db, scope, async (trx) => ({ data: await readHead(trx, params.id) })),
      )
      on(`PUT /workflows/:id/${part}`, (request, reply) =>
        changeWorkflow(context, request, reply, request.params.id, request.body),
      )
    }

    on('GET /workflows/:id/triggers', ({ scope, params }) =>
      inScope(db, scope, async (trx) => {
        const { active, triggers } = await readHead(trx, params.id)
        const schedules = await trx
          .selectFrom('schedules')
          .select(['step', 'cron', 'zone', 'missed', 'next_at', 'last_at'])
          .where('workflow_id', '=', params.id)
          .orderBy('step')
          .execute()
        return { data: { active, triggers, schedules } }
      }),
    )
    on('PUT /workflows/:id/triggers', (request, reply) =>
      changeWorkflow(context, request, reply, request.params.id, request.body),
    )

    // Who writes the invoices decides what is not on them, though they change nothing else of a workflow.
    on('PUT /workflows/:id/billing', ({ scope, params: { id }, body }) =>
      inScope(db, scope, async (trx) => {
        await readHead(trx, id)
        await trx.updateTable('workflows').set(body).where('id', '=', id).execute()
        return { data: await readHead(trx, id) }
      }),
    )

    on('GET /workflows/:id/states', ({ scope, params }) =>
      inScope(db, scope, async (trx) => {
        await readHead(trx, params.id)
        const data = await trx
          .selectFrom('states')
          .select(['name', 'value', 'updated_at', 'job_id'])
          .where('workflow_id', '=', params.id)
          .orderBy('name')
          .limit(1_000)
          .execute()
        return { data }
      }),
    )

    on('DELETE /workflows/:id/states/:name', async ({ scope, params }, reply) => {
      const { numDeletedRows } = await inScope(db, scope, (trx) =>
        trx
          .deleteFrom('states')
          .where('workflow_id', '=', params.id)
          .where('name', '=', params.name)
          .executeTakeFirst(),
      )
      if (numDeletedRows === 0n) throw notFound()
      return reply.code(204).send(null)
    })

    on('GET /workflows/:id/dependencies', async (request, reply) => {
      const {
        scope,
        params: { id },
      } = request
      const { own, others } = await inScope(db, scope, async (trx) => ({
        own: await readSource(trx, id),
        others: await namingIt(trx, id),
      }))
      const given = isolated(request, reply)
      const read = async ({ id, label, source }: { id: string; label: string; source: string }) => ({
        id,
        label,
        document: (await readText(context, source, given)).document,
      })
      const naming: Awaited<ReturnType<typeof read>>[] = []
      for (const other of others) naming.push(await read(other))
      const document = await read(own)
      return inScope(db, scope, async (trx) => ({ data: await workflowReferences(trx, document, naming) }))
    })
  }
