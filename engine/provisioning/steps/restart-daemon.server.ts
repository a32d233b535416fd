import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { texts } from '../texts.ts'
import { defineStep } from '../step.server.ts'

/** The last step: whoever runs jobs has heard of the tenant, and its users may sign in. */
export const restartDaemon = defineStep({
  key: 'restart_daemon',
  failed: { code: 'DAEMON_NOT_RESTARTED', say: texts.daemonNotRestarted },
  async run({ house, tenant_id, remember }) {
    await remember(await house.restartDaemon(tenant_id))
    await inScope(house.db, systemScope, (trx) => trx.updateTable('tenants').set({ status: 'active', active: true }).where('id', '=', tenant_id).execute())
  },
  async undo({ house, tenant_id }) {
    await inScope(house.db, systemScope, (trx) => trx.updateTable('tenants').set({ status: 'initialized', active: false }).where('id', '=', tenant_id).execute())
  },
})
