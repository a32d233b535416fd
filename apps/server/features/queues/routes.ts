import { queueContract } from '@weft/contracts/queues.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { queue } from '@weft/catalogue/resources/queue/queue.ts'
import { queueSettings } from '@weft/catalogue/resources/setting/queues.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { readSettings } from '@weft/kit/database/settings.server.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { createRow, etagOf, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { publish } from '@weft/kit/realtime/publish.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'

const texts = defineMessages({
  instances: { en: 'At most {most} instances are allowed here.', de: 'Höchstens {most} Instanzen sind hier erlaubt.' },
  memory: { en: 'At most {most} MB are allowed here.', de: 'Höchstens {most} MB sind hier erlaubt.' },
})

/** Making and changing a tenant's queue, within the limits the provider has set; whoever watches queues hears of it. */
export const queueRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, queueContract)
    const { row } = queue

    on('POST /queues', async ({ scope, body }, reply) => {
      const data = await inScope(db, scope, async (trx) => {
        await refuseBeyond(trx, body)
        return createRow(trx, queue, body)
      })
      void reply.header('etag', etagOf(data))
      return reply.code(201).send({ data: row.parse(data) })
    })

    for (const method of ['PUT', 'POST'] as const)
      on(`${method} /queues/:id`, async ({ scope, params, body, headers }, reply) => {
        const data = await inScope(db, scope, async (trx) => {
          await refuseBeyond(trx, body)
          if (body.active !== undefined)
            await publish(trx, { topic: 'queues' }, { type: 'queue', data: { id: params.id } })
          return updateRow(trx, queue, params.id, body, headers['if-match'])
        })
        void reply.header('etag', etagOf(data))
        return reply.code(200).send({ data: row.parse(data) })
      })
  }

async function refuseBeyond(
  trx: Scoped,
  { instances = 0, max_memory = 0 }: { instances?: number | undefined; max_memory?: number | undefined },
) {
  const { most_instances, most_memory } = await readSettings(trx, queueSettings)
  if (instances > most_instances) throw invalidField('instances', texts.instances({ most: most_instances }))
  if (max_memory > most_memory) throw invalidField('max_memory', texts.memory({ most: most_memory }))
}
