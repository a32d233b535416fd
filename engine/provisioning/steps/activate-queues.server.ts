import { inScope } from '@weft/kit/database/connect.server.ts'
import { queuePresets } from '@weft/kit/define/queue-presets.ts'
import { texts } from '../texts.ts'
import { defineStep } from '../step.server.ts'

export const activateQueues = defineStep({
  key: 'activate_queues',
  failed: { code: 'QUEUES_NOT_ACTIVATED', say: texts.queuesNotActivated },
  async run({ deps: { db, queues }, tenant_id, remember }) {
    const presets = (await queues.presets?.()) ?? queuePresets
    const rows = await inScope(db, { level: 'tenant', tenant_id }, async (trx) => {
      await trx
        .insertInto('queues')
        .values(presets)
        .onConflict((conflict) => conflict.columns(['tenant_id', 'name']).doNothing())
        .execute()
      return trx.selectFrom('queues').selectAll().orderBy('name').execute()
    })
    for (const queue of rows) await queues.create(queue)
    await remember({ queues: rows.map((queue) => queue.name) })
  },
  async undo({ deps: { db, queues }, tenant_id }) {
    const rows = await inScope(db, { level: 'tenant', tenant_id }, (trx) =>
      trx.selectFrom('queues').selectAll().execute(),
    )
    for (const queue of rows) await queues.remove(queue)
    await inScope(db, { level: 'tenant', tenant_id }, (trx) => trx.deleteFrom('queues').execute())
  },
})
