import { collections } from '../../documents/document-store.ts'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { setStatus } from '../status.server.ts'
import { texts } from '../texts.ts'
import { defineStep } from '../step.server.ts'

export const initialize = defineStep({
  key: 'initialize',
  failed: {
    code: 'TENANT_NOT_INITIALIZED',
    say: (kind) => (kind === 'partner' ? texts.partnerNotInitialized() : texts.notInitialized()),
  },
  async run(work) {
    const { deps, tenant_id, remember } = work
    await setStatus(work, { status: 'initializing' })
    await deps.databases.forget(tenant_id)
    const records = await deps.databases.relational(tenant_id)
    await (records.engine === 'mysql' ? records.pool.query('select 1') : records.pool.query('select 1'))
    // Opening it finds or makes its collections.
    await deps.databases.documents(tenant_id)
    await remember({ collections: collections.length })
    await setStatus(work, { status: 'initialized', initialized: true }).catch((cause: unknown) => {
      throw new Unavailable('SETTING_NOT_UPDATED', texts.settingNotUpdated(), { cause })
    })
  },
  // What was made lies in databases that earlier steps drop.
  undo: (work) => setStatus(work, { status: 'created', initialized: false, active: false }),
})
