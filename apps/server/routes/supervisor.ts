import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { publish } from '@weft/kit/realtime/publish.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { AppContext } from '../context.ts'
import { askMachines, forgetMachine, interruptionOf, listMachines, withJobs } from '../supervisor/machines.ts'
import { listQueues, queuesQuery, setQueueActive } from '../supervisor/queues.ts'

const params = z.object({ id: z.uuid() })
const may = (action: 'view' | 'update' | 'delete' | 'run') => ({ scope: 'provider', may: ['system', action] }) as const
const actions = {
  generate_config: 'Generate the configuration',
  start: 'Start',
  restart: 'Let running jobs end, then start the workers again',
  stop: 'Stop behind the batches under way',
  drain: 'Let running jobs end, then stop',
} as const

/** The machines that run jobs, and the queues of all tenants. */
export const supervisorRoutes =
  ({ db }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const about = (summary: string, tag = 'supervisor') => ({ tags: [tag], summary })

    app.get(
      '/supervisor',
      { schema: about('List the machines with their supervisors, workers and last commands'), config: may('view') },
      async ({ scope }) => {
        const machines = await withJobs(db, await inScope(db, scope, listMachines))
        return { data: machines, meta: { interruption: await inScope(db, scope, interruptionOf) } }
      },
    )

    for (const [action, summary] of Object.entries(actions) as [keyof typeof actions, string][])
      app.post(
        `/supervisor/${action}`,
        {
          schema: {
            ...about(`${summary}: one machine, or all; answers whether each has taken it up`),
            body: z.strictObject({ id: z.uuid().optional() }).nullish(),
          },
          config: may('run'),
        },
        async ({ scope, body }, reply) =>
          reply.code(202).send({ data: await askMachines(db, scope, action, body?.id) }),
      )

    app.delete(
      '/supervisor/machines/:id',
      { schema: { ...about('Forget a machine that is gone'), params }, config: may('delete') },
      async ({ scope, params }, reply) => {
        await inScope(db, scope, (trx) => forgetMachine(trx, params.id))
        return reply.code(204).send()
      },
    )

    app.get(
      '/supervisor/queues',
      {
        schema: {
          ...about('List the queues of all tenants; filter by state (paused, backlog, working) and tenant_id'),
          querystring: queuesQuery,
        },
        config: may('view'),
      },
      ({ query }) => listQueues(db, query),
    )

    for (const [verb, active] of [
      ['pause', false],
      ['resume', true],
    ] as const)
      app.post(
        `/supervisor/queues/:id/${verb}`,
        {
          schema: {
            ...about(
              active
                ? 'Go on with the queue of a tenant'
                : 'Stop the queue of a tenant: what runs ends, the rest waits',
            ),
            params,
          },
          config: may('run'),
        },
        ({ params }) =>
          inScope(db, systemScope, async (trx) => {
            const data = await setQueueActive(trx, params.id, active)
            await publish(trx, { topic: 'queues' }, { type: 'queue', data: { id: data.id } })
            return { data }
          }),
      )

    app.get(
      '/queues/interruption',
      {
        schema: about('Whether the queues are interrupted, and which of the tenant’s own are stopped', 'queues'),
        config: { scope: 'tenant', may: ['jobs', 'view'] },
      },
      async ({ scope }) => {
        const stopped = await inScope(db, scope, async (trx) => ({
          queues: await trx
            .selectFrom('queues')
            .select(['id', 'name'])
            .where('active', '=', false)
            .orderBy('name')
            .execute(),
          running: Number(
            (
              await trx
                .selectFrom('jobs')
                .select((eb) => eb.fn.countAll<number>().as('n'))
                .where('status', 'in', ['started', 'working'])
                .executeTakeFirstOrThrow()
            ).n,
          ),
        }))
        return {
          data: {
            interruption: await inScope(db, systemScope, interruptionOf),
            running: stopped.running,
            stopped: stopped.queues,
          },
        }
      },
    )
  }
