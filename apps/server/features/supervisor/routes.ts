import { supervisorContract } from '@weft/contracts/supervisor.ts'
import { readHeld, release } from '@weft/engine/backup/hold.server.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { publish } from '@weft/kit/realtime/publish.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { askMachines, forgetMachine, interruptionOf, listMachines, withJobs } from './machines.ts'
import { listQueues, setQueueActive } from './queues.ts'

const texts = defineMessages({
  notHeld: {
    en: 'Nothing is held here: it was released already, or never restored from a backup.',
    de: 'Hier wird nichts zurückgehalten: Es wurde bereits freigegeben oder nie aus einer Sicherung wiederhergestellt.',
  },
})

const actions = ['generate_config', 'start', 'restart', 'stop', 'drain'] as const

/** The machines that run jobs, and the queues of all tenants. */
export const supervisorRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, supervisorContract)

    on('GET /supervisor', async ({ scope }) => {
      const machines = await withJobs(db, await inScope(db, scope, listMachines))
      return { data: machines, meta: { interruption: await inScope(db, scope, interruptionOf) } }
    })

    for (const action of actions)
      on(`POST /supervisor/${action}`, async ({ scope, body }, reply) =>
        reply.code(202).send({ data: await askMachines(db, scope, action, body?.id) }),
      )

    on('GET /supervisor/restoration', async () => ({ data: await inScope(db, systemScope, readHeld) }))

    on('POST /supervisor/release', async ({ scope }, reply) => {
      await inScope(db, scope, async (trx) => {
        if (!(await release(trx, scope.user_id ?? null))) throw new Conflict('NOT_HELD', texts.notHeld())
        await publish(trx, { topic: 'queues' }, { type: 'supervisor' })
      })
      return reply.code(204).send(null)
    })

    on('DELETE /supervisor/machines/:id', async ({ scope, params }, reply) => {
      await inScope(db, scope, (trx) => forgetMachine(trx, params.id))
      return reply.code(204).send(null)
    })

    on('GET /supervisor/queues', ({ query }) => listQueues(db, query))

    for (const [verb, active] of [
      ['pause', false],
      ['resume', true],
    ] as const)
      on(`POST /supervisor/queues/:id/${verb}`, ({ params }) =>
        inScope(db, systemScope, async (trx) => {
          const data = await setQueueActive(trx, params.id, active)
          await publish(trx, { topic: 'queues' }, { type: 'queue', data: { id: data.id } })
          return { data }
        }),
      )

    on('GET /queues/interruption', async ({ scope }) => {
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
    })
  }
