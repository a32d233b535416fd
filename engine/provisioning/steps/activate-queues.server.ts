import { inScope } from '@weft/kit/database/connect.server.ts'
import { texts } from '../texts.ts'
import { defineStep } from '../step.server.ts'

/** Every tenant starts with these; he may change them and add his own. */
const presets = [
  { name: 'default', instances: 2, tries: 3, timeout: 300, max_memory: 256, priority: 'low' },
  { name: 'high', instances: 2, tries: 3, timeout: 60, max_memory: 128, priority: 'high' },
  { name: 'imports', instances: 2, tries: 3, timeout: 1800, max_memory: 512, priority: 'low' },
  { name: 'long_running', instances: 1, tries: 1, timeout: 14_400, max_memory: 1024, priority: 'low' },
  { name: 'mails', instances: 1, tries: 5, timeout: 60, max_memory: 128, priority: 'high' },
]

export const activateQueues = defineStep({
  key: 'activate_queues',
  failed: { code: 'QUEUES_NOT_ACTIVATED', say: texts.queuesNotActivated },
  async run({ house: { db, queues }, tenant_id, remember }) {
    const rows = await inScope(db, { level: 'tenant', tenant_id }, async (trx) => {
      await trx.insertInto('queues').values(presets).onConflict((conflict) => conflict.columns(['tenant_id', 'name']).doNothing()).execute()
      return trx.selectFrom('queues').selectAll().orderBy('name').execute()
    })
    for (const queue of rows) await queues.create(queue)
    await remember({ queues: rows.map((queue) => queue.name) })
  },
  async undo({ house: { db, queues }, tenant_id }) {
    const rows = await inScope(db, { level: 'tenant', tenant_id }, (trx) => trx.selectFrom('queues').selectAll().execute())
    for (const queue of rows) await queues.remove(queue)
    await inScope(db, { level: 'tenant', tenant_id }, (trx) => trx.deleteFrom('queues').execute())
  },
})
