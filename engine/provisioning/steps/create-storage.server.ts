import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { decrypt } from '@weft/kit/secrets/secrets.server.ts'
import { probeStorage } from '../../storage/probe.server.ts'
import type { Elsewhere } from '../../storage/remote/open-line.server.ts'
import { makeRoot, removeEmptyRoot } from '../../storage/remote/root.server.ts'
import { texts } from '../texts.ts'
import { defineStep, type StoredStorage, type Work } from '../step.server.ts'

/** In two parts, created and then assigned. A local root is kept relative to WEFT_HOME, so that the whole folder may move. */
export const createStorage = defineStep({
  key: 'create_storage',
  failed: { code: 'STORAGE_NOT_CREATED', say: texts.storageNotCreated },
  async run(work) {
    const { house, tenant_id, remember } = work
    const row = await created(work)
    await inScope(house.db, { level: 'tenant', tenant_id }, (trx) =>
      trx.insertInto('tenant_storages').values(row).onConflict((conflict) => conflict.column('tenant_id').doNothing()).execute())
    await remember({ assigned: true })
  },
  async undo({ house, tenant_id, draft, own }) {
    // An empty folder on a server that is away stays there; it harms nobody.
    if (own.made && draft.storage) await takeBack(house, tenant_id, draft.storage).catch(() => {})
    await inScope(house.db, { level: 'tenant', tenant_id }, (trx) => trx.deleteFrom('tenant_storages').execute())
    await rm(path.join(house.home, localRoot(tenant_id)), { recursive: true, force: true })
  },
})

const localRoot = (tenant_id: string) => path.posix.join('storage', tenant_id)

async function created({ house, tenant_id, draft: { storage }, own, remember }: Work<'create_storage'>) {
  const server = storage?.server_id ? await serverOf(house, storage.server_id) : undefined
  if (!storage || (server?.type ?? storage.type) === 'local') {
    const root = localRoot(tenant_id)
    await mkdir(path.join(house.home, root), { recursive: true, mode: 0o700 })
    await remember({ created: root })
    return { type: 'local', root }
  }
  const place = await elsewhere(house, storage)
  // A folder of one's own on a registered server is made when the first file comes.
  if (!server && (await makeRoot(place, house.egress))) await remember({ ...own, made: true })
  const { ok, steps, host_key } = await probeStorage(place, house.egress)
  const failed = steps.find(({ state }) => state === 'failed')
  if (!ok) throw new WeftError(503, failed!.code!, failed!.say!)
  await remember({ created: `${place.host}${place.root.startsWith('/') ? '' : '/'}${server ? path.posix.join(place.root, tenant_id) : place.root}`, host_key })
  if (server) return { type: place.type, server_id: server.id, root: tenant_id }
  const { secret, server_id: _, ...fields } = storage
  return { ...fields, host_key, password: secret ? Buffer.from(secret, 'base64') : null }
}

/** Its login is with the account once it was assigned, and with the setup before. */
async function takeBack(house: Work['house'], tenant_id: string, storage: StoredStorage) {
  const row = await inScope(house.db, { level: 'tenant', tenant_id }, (trx) => trx.selectFrom('tenant_storages').select('password').executeTakeFirst())
  const secret = row?.password ? row.password.toString('base64') : storage.secret
  await removeEmptyRoot(await elsewhere(house, { ...storage, secret }), house.egress)
}

/** With its password in plain text. */
async function elsewhere(house: Work['house'], storage: StoredStorage): Promise<Elsewhere> {
  const server = storage.server_id ? await serverOf(house, storage.server_id) : undefined
  const secret = server ? server.password : storage.secret ? Buffer.from(storage.secret, 'base64') : null
  return { ...storage, ...server, password: secret ? decrypt(house.key, secret) : '' } as Elsewhere
}

const serverOf = ({ db }: Work['house'], id: string) =>
  inScope(db, systemScope, (trx) => trx.selectFrom('storage_servers').select(['id', 'type', 'host', 'port', 'username', 'password', 'ssl', 'passive', 'timeout', 'root', 'host_key']).where('id', '=', id).executeTakeFirstOrThrow())
