import { clientStorageContract } from '@weft/contracts/client-storage.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { checkFolder, checkStorage } from '@weft/engine/storage/storage-check.server.ts'
import { hostKeyFingerprint } from '@weft/engine/storage/remote/fingerprint.server.ts'
import type { RemoteStorage } from '@weft/engine/storage/remote/connect.server.ts'
import { measureStorage } from '@weft/engine/storage/usage.server.ts'
import { inScope, systemScope, type Scope } from '@weft/kit/database/connect.server.ts'
import { storageChoice, type StorageChoice } from '@weft/kit/define/storage.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { Forbidden } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { generatePassword } from '@weft/kit/secrets/generate-password.ts'
import { hashPassword } from '@weft/kit/secrets/passwords.server.ts'
import { seal, unseal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { isInside } from '../../auth/support-access.ts'
import type { AppContext } from '../../context.ts'
import { toStorageResponse } from './storage-answer.ts'
import { tenantBelow } from '../tenants/find-tenant.ts'
import { filesBelow } from '../files/routes.ts'

const texts = defineMessages({
  noServer: { en: 'This storage server does not exist.', de: 'Diesen Speicherserver gibt es nicht.' },
  supportNeeded: {
    en: 'To see the files of this tenant, please open a support access first.',
    de: 'Um die Dateien dieses Mandanten zu sehen, öffnen Sie bitte zuerst einen Support-Zugang.',
  },
})

type Tenant = Scope & { tenant_id: string }

/** Where the files of a tenant or of a partner's place lie. Passwords go in and never come out. */
export const clientStorageRoutes =
  (
    context: AppContext<
      'databases' | 'db' | 'egress' | 'files' | 'fileStore' | 'isolation' | 'key' | 'sftp' | 'storages'
    >,
  ): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, clientStorageContract)

    const { db, key, fileStore, egress, storages } = context
    on('GET /clients/:id/storage', async (request) => {
      const tenant = await tenantBelow(db, request.scope, request.params.id)
      return {
        data: { ...(await storageOf(context, tenant)), files_open: await isInvited(context, request, tenant) },
      }
    })

    on('PUT /clients/:id/storage', async ({ scope, params, body }) => {
      const tenant = await tenantBelow(db, scope, params.id)
      const row = await rowFor(context, scope, tenant, await choiceOf(context, tenant, body))
      await inScope(db, tenant, (trx) =>
        trx
          .insertInto('tenant_storages')
          .values(row)
          .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(row))
          .execute(),
      )
      storages.forget(tenant.tenant_id)
      return { data: await storageOf(context, tenant) }
    })

    on('POST /clients/:id/storage/test', async ({ scope, params, body, language }) => {
      const tenant = await tenantBelow(db, scope, params.id)
      const asked = body ?? (await stored(context, tenant))
      const server = asked.server_id && (await serverOf(context, scope, asked.server_id))
      if (!server && asked.type === 'local')
        return { data: toStorageResponse(await checkFolder(fileStore.storage(tenant.tenant_id)), language) }
      const password = server
        ? server.password && unseal(key, placeIn(sealedColumns.storage_server_password, server), server.password)
        : asked.password || (await kept(context, tenant, asked)).password
      return {
        data: toStorageResponse(
          await checkStorage({ ...asked, ...server, password: password ?? '' } as RemoteStorage, egress),
          language,
        ),
      }
    })

    on('GET /clients/:id/storage/usage', async ({ scope, params }) => ({
      data: await measureStorage(context.files((await tenantBelow(db, scope, params.id)).tenant_id)),
    }))

    on('POST /clients/:id/storage/sftp_password', async ({ scope, params }) => {
      const tenant = await tenantBelow(db, scope, params.id)
      const password = generatePassword()
      const password_hash = await hashPassword(password)
      const { numUpdatedRows } = await inScope(db, tenant, (trx) =>
        trx.updateTable('sftp_users').set({ password_hash }).executeTakeFirstOrThrow(),
      )
      if (numUpdatedRows === 0n) throw notFound()
      return { data: { password } }
    })

    filesBelow(app, context, {
      at: '/clients/:id/storage/files',
      async tenantOf(request) {
        const tenant = await tenantBelow(db, request.scope, request.params.id!)
        if (!(await isInvited(context, request, tenant)))
          throw new Forbidden('SUPPORT_ACCESS_NEEDED', texts.supportNeeded())
        return tenant.tenant_id
      },
    })
  }

/** The files are the tenant's: staff see them with a support access. A partner's place is its own business. */
async function isInvited(
  { db }: AppContext<'db'>,
  { user, scope }: Pick<FastifyRequest, 'user' | 'scope'>,
  { tenant_id }: Tenant,
): Promise<boolean> {
  if (user.kind === 'client' || user.partner_id === tenant_id) return true
  const isPlace = await inScope(db, scope, (trx) =>
    trx.selectFrom('partners').select('id').where('id', '=', tenant_id).executeTakeFirst(),
  )
  return isPlace !== undefined || isInside(db, user.id, tenant_id)
}

const shown = [
  'type',
  'server_id',
  'host',
  'port',
  'username',
  'ssl',
  'passive',
  'timeout',
  'root',
  'host_key',
] as const

async function storageOf({ db, sftp }: AppContext<'db' | 'sftp'>, tenant: Tenant) {
  const { row, user } = await inScope(db, tenant, async (trx) => ({
    row: await trx
      .selectFrom('tenant_storages')
      .select([...shown, 'created_at', 'updated_at', (eb) => eb('password', 'is not', null).as('has_password')])
      .executeTakeFirst(),
    user: await trx.selectFrom('sftp_users').select(['username', 'active']).executeTakeFirst(),
  }))
  const server = row?.server_id
    ? await inScope(db, systemScope, (trx) =>
        trx
          .selectFrom('storage_servers')
          .select(['id', 'name', 'type', 'host', 'port'])
          .where('id', '=', row.server_id)
          .executeTakeFirst(),
      )
    : undefined
  return {
    storage: row
      ? {
          ...withoutKey(row),
          password: row.has_password ? { set: true } : null,
          fingerprint: hostKeyFingerprint(row.host_key),
          server: server ?? null,
        }
      : null,
    sftp: user ? { ...user, ...sftp, password: { set: true } } : null,
  }
}

const withoutKey = <T extends { has_password: unknown }>({ has_password: _, ...row }: T) => row

async function stored({ db }: AppContext<'db'>, tenant: Tenant): Promise<StorageChoice> {
  const row = await inScope(db, tenant, (trx) => trx.selectFrom('tenant_storages').select(shown).executeTakeFirst())
  if (!row) throw notFound()
  return { ...row, type: row.type as StorageChoice['type'], password: '' }
}

/** A place that stays where it is keeps what was not sent; another one is described from the start. Password and key: see `kept`. */
async function choiceOf(
  { db }: AppContext<'db'>,
  tenant: Tenant,
  sent: Partial<StorageChoice>,
): Promise<StorageChoice> {
  const row = await inScope(db, tenant, (trx) => trx.selectFrom('tenant_storages').select(shown).executeTakeFirst())
  const isSame =
    row &&
    (sent.server_id === undefined ? !row.server_id || !sent.type : sent.server_id === row.server_id) &&
    (sent.type ?? row.type) === row.type
  const { host_key: _, ...before } = isSame ? row : { host_key: '' }
  return storageChoice.parse({ ...before, ...sent })
}

/** A password that was not typed is the stored one, as long as it goes to the same user of the same server; so is the server's key. */
async function kept(
  { db, key }: AppContext<'db' | 'key'>,
  tenant: Tenant,
  asked: StorageChoice,
): Promise<{ password: string; host_key: string }> {
  const row = await inScope(db, tenant, (trx) =>
    trx
      .selectFrom('tenant_storages')
      .select(['type', 'host', 'port', 'username', 'password', 'host_key'])
      .executeTakeFirst(),
  )
  const isSame = row?.type === asked.type && row.host === asked.host && row.port === asked.port
  return {
    password:
      isSame && row.password && row.username === asked.username
        ? unseal(key, placeIn(sealedColumns.storage_password, tenant), row.password)
        : '',
    host_key: isSame ? row.host_key : '',
  }
}

/** Only the provider puts accounts on its registered servers. */
async function serverOf({ db }: AppContext<'db'>, scope: Scope, id: string) {
  const server =
    scope.level === 'provider'
      ? await inScope(db, scope, (trx) =>
          trx.selectFrom('storage_servers').selectAll().where('id', '=', id).executeTakeFirst(),
        )
      : undefined
  if (!server) throw invalidField('server_id', texts.noServer())
  const { type, host, port, username, password, ssl, passive, timeout, root, host_key } = server
  return { id, type, host, port, username, password, ssl, passive, timeout, root, host_key }
}

async function rowFor(context: AppContext<'db' | 'key'>, scope: Scope, tenant: Tenant, choice: StorageChoice) {
  const { server_id, password, type, ...rest } = choice
  const blank = {
    host: '',
    port: null,
    username: '',
    password: null,
    ssl: false,
    passive: true,
    timeout: 30,
    host_key: '',
  }
  if (server_id) {
    const server = await serverOf(context, scope, server_id)
    if (server.type !== 'local') return { ...blank, type: server.type, server_id, root: tenant.tenant_id }
  }
  if (server_id || type === 'local')
    return { ...blank, type: 'local', server_id: null, root: `storage/${tenant.tenant_id}` }
  const before = await kept(context, tenant, choice)
  const secret = password || before.password
  return {
    ...rest,
    type,
    server_id: null,
    host_key: rest.host_key || before.host_key,
    password: secret === '' ? null : seal(context.key, placeIn(sealedColumns.storage_password, tenant), secret),
  }
}
