import { inScope } from '@weft/kit/database/connect.server.ts'
import { queuePresets } from '@weft/kit/define/queue-presets.ts'
import { texts } from '../texts.ts'
import { defineStep } from '../step.server.ts'

export const activateQueues = defineStep({
  key: 'activate_queues',
  failed: { code: 'QUEUES_NOT_ACTIVATED', say: texts.queuesNotActivated },
  async run({ deps: { db, queuePresets: chosen }, tenant_id, remember }) {
    const presets = (await chosen?.()) ?? queuePresets
    const rows = await inScope(db, { level: 'tenant', tenant_id }, async (trx) => {
      await trx
        .insertInto('queues')
        .values(presets)
        .onConflict((conflict) => conflict.columns(['tenant_id', 'name']).doNothing())
        .execute()
      return trx.selectFrom('queues').select('name').orderBy('name').execute()
    })
    await remember({ queues: rows.map((queue) => queue.name) })
  },
  async undo({ deps: { db }, tenant_id }) {
    await inScope(db, { level: 'tenant', tenant_id }, (trx) => trx.deleteFrom('queues').execute())
  },
})
