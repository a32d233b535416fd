import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { texts } from '../texts.ts'
import { defineStep } from '../step.server.ts'

/** In two parts, created and then assigned. The root is kept relative to WEFT_HOME, so that the whole folder may move. */
export const createStorage = defineStep({
  key: 'create_storage',
  failed: { code: 'STORAGE_NOT_CREATED', say: texts.storageNotCreated },
  async run({ house: { db, home }, tenant_id, remember }) {
    const root = storageRoot(tenant_id)
    await mkdir(path.join(home, root), { recursive: true, mode: 0o700 })
    await remember({ created: root })
    await inScope(db, { level: 'tenant', tenant_id }, (trx) =>
      trx.insertInto('tenant_storages').values({ type: 'local', root }).onConflict((conflict) => conflict.column('tenant_id').doNothing()).execute())
    await remember({ assigned: true })
  },
  async undo({ house: { db, home }, tenant_id }) {
    await inScope(db, { level: 'tenant', tenant_id }, (trx) => trx.deleteFrom('tenant_storages').execute())
    await rm(path.join(home, storageRoot(tenant_id)), { recursive: true, force: true })
  },
})

const storageRoot = (tenant_id: string) => path.posix.join('storage', tenant_id)
