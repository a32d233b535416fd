import path from 'node:path'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { seal, unseal, unsealText } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import { localRoot } from '../../storage/local-root.ts'
import { checkStorage } from '../../storage/storage-check.server.ts'
import type { RemoteStorage } from '../../storage/remote/connect.server.ts'
import { makeRoot, removeEmptyRoot } from '../../storage/remote/root.server.ts'
import { texts } from '../texts.ts'
import { defineStep, type StoredStorage, type Work } from '../step.server.ts'

/** In two parts, created and then assigned. A root of our own is kept relative to where files lie, so that all of them may move. */
export const createStorage = defineStep({
  key: 'create_storage',
  failed: { code: 'STORAGE_NOT_CREATED', say: texts.storageNotCreated },
  async run(work) {
    const { deps, tenant_id, remember } = work
    const row = await created(work)
    await inScope(deps.db, { level: 'tenant', tenant_id }, (trx) =>
      trx
        .insertInto('tenant_storages')
        .values(row)
        .onConflict((conflict) => conflict.column('tenant_id').doNothing())
        .execute(),
    )
    await remember({ assigned: true })
  },
  async undo(work) {
    const { deps, tenant_id, draft, own } = work
    if (own.made && draft.storage)
      await takeBack(work, draft.storage).catch(ignore('an empty folder on a storage server that is away stays there'))
    await inScope(deps.db, { level: 'tenant', tenant_id }, (trx) => trx.deleteFrom('tenant_storages').execute())
    await deps.fileStore.remove(tenant_id)
  },
})

async function created(work: Work<'create_storage'>) {
  const {
    deps,
    tenant_id,
    draft: { storage },
    own,
    remember,
  } = work
  const server = storage?.server_id ? await serverOf(deps, storage.server_id) : undefined
  if (!storage || (server?.type ?? storage.type) === 'local') {
    const root = localRoot(tenant_id)
    await deps.fileStore.prepare(tenant_id)
    await remember({ created: root })
    return { type: 'local', root }
  }
  const place = await elsewhere(work, storage)
  // A folder of one's own on a registered server is made when the first file comes.
  if (!server && (await makeRoot(place, deps.egress))) await remember({ ...own, made: true })
  const { ok, steps, host_key } = await checkStorage(place, deps.egress)
  const failed = steps.find(({ state }) => state === 'failed')
  if (!ok) throw new WeftError(503, failed!.code!, failed!.say!)
  await remember({
    created: `${place.host}${place.root.startsWith('/') ? '' : '/'}${server ? path.posix.join(place.root, tenant_id) : place.root}`,
    host_key,
  })
  if (server) return { type: place.type, server_id: server.id, root: tenant_id }
  const { secret, server_id: _, ...fields } = storage
  return {
    ...fields,
    host_key,
    password: secret ? seal(deps.key, placeIn(sealedColumns.storage_password, { tenant_id }), place.password) : null,
  }
}

/** Its login is with the account once it was assigned, and with the setup before. */
async function takeBack(work: Work, storage: StoredStorage) {
  const { deps, tenant_id } = work
  const row = await inScope(deps.db, { level: 'tenant', tenant_id }, (trx) =>
    trx.selectFrom('tenant_storages').select('password').executeTakeFirst(),
  )
  const assigned =
    row?.password && unseal(deps.key, placeIn(sealedColumns.storage_password, { tenant_id }), row.password)
  await removeEmptyRoot(await elsewhere(work, storage, assigned ?? undefined), deps.egress)
}

/** With its password in plain text: that of the server, the one already known, or the one the setup keeps. */
async function elsewhere({ deps, run_id }: Work, storage: StoredStorage, known?: string): Promise<RemoteStorage> {
  const server = storage.server_id ? await serverOf(deps, storage.server_id) : undefined
  const ofServer =
    server &&
    (server.password ? unseal(deps.key, placeIn(sealedColumns.storage_server_password, server), server.password) : '')
  const kept = () =>
    storage.secret
      ? unsealText(deps.key, placeIn(sealedColumns.setup_input, { id: run_id }, ['storage', 'secret']), storage.secret)
      : ''
  return { ...storage, ...server, password: ofServer ?? known ?? kept() } as RemoteStorage
}

const serverOf = ({ db }: Work['deps'], id: string) =>
  inScope(db, systemScope, (trx) =>
    trx
      .selectFrom('storage_servers')
      .select(['id', 'type', 'host', 'port', 'username', 'password', 'ssl', 'passive', 'timeout', 'root', 'host_key'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )
