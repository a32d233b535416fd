import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { collections, ensureCollections } from '../../documents/collections.server.ts'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { texts } from '../texts.ts'
import { defineStep } from '../step.server.ts'

export const initialize = defineStep({
  key: 'initialize',
  failed: { code: 'TENANT_NOT_INITIALIZED', say: texts.notInitialized },
  async run({ house, tenant_id, remember }) {
    await setStatus(house.db, tenant_id, { status: 'initializing' })
    await house.databases.forget(tenant_id)
    const records = await house.databases.relational(tenant_id)
    await (records.engine === 'mysql' ? records.pool.query('select 1') : records.pool.query('select 1'))
    await ensureCollections(await house.databases.documents(tenant_id))
    await remember({ collections: collections.length })
    await setStatus(house.db, tenant_id, { status: 'initialized', initialized: true }).catch((cause: unknown) => {
      throw new Unavailable('SETTING_NOT_UPDATED', texts.settingNotUpdated(), { cause })
    })
  },
  // What was made lies in databases that earlier steps drop.
  undo: ({ house, tenant_id }) => setStatus(house.db, tenant_id, { status: 'created', initialized: false, active: false }),
})

const setStatus = (db: Database, tenant_id: string, change: { status: string; initialized?: boolean; active?: boolean }) =>
  inScope(db, systemScope, async (trx) => {
    await trx.updateTable('tenants').set(change).where('id', '=', tenant_id).execute()
  })
