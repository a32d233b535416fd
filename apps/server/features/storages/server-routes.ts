import { storageServerContract } from '@weft/contracts/storage-servers.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { randomUUID } from 'node:crypto'
import { hostKeyFingerprint } from '@weft/engine/storage/remote/fingerprint.server.ts'
import { checkFolder, checkStorage } from '@weft/engine/storage/storage-check.server.ts'
import type { RemoteStorage } from '@weft/engine/storage/remote/connect.server.ts'
import { inScope, systemScope, type Database, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { seal, unseal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { toStorageResponse } from './storage-answer.ts'

const texts = defineMessages({
  used: {
    en: '{count, plural, one {# account keeps} other {# accounts keep}} files on {name}. Please move them first.',
    de: '{count, plural, one {# Konto hat} other {# Konten haben}} Dateien auf {name}. Bitte legen Sie sie zuerst an einen anderen Ort.',
  },
  embedded: {
    en: 'The folder of this installation is always there.',
    de: 'Der Ordner dieser Installation ist immer da.',
  },
})

const passwordPlace = (id: string) => placeIn(sealedColumns.storage_server_password, { id })

/** The servers on which files of tenants and partners may lie. The password goes in and never comes out. */
export const storageServerRoutes =
  ({ db, key, fileStore, egress }: AppContext<'db' | 'egress' | 'fileStore' | 'key'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, storageServerContract)

    on('GET /storage_servers', ({ scope }) =>
      inScope(db, scope, (trx) => rows(trx)).then(async (found) => {
        const data = await withAccounts(db, found)
        return { data, meta: { page: 1, perPage: Math.max(1, data.length), total: data.length, lastPage: 1 } }
      }),
    )

    on('GET /storage_servers/:id', async ({ scope, params }) => ({ data: await one(scope, params.id) }))

    on('POST /storage_servers', async ({ scope, body: { password, ...entry } }, reply) => {
      const id = randomUUID()
      await inScope(db, scope, (trx) =>
        trx
          .insertInto('storage_servers')
          .values({ ...entry, id, password: password === '' ? null : seal(key, passwordPlace(id), password) })
          .execute(),
      )
      return reply.code(201).send({ data: await one(scope, id) })
    })

    for (const method of ['PUT', 'POST'] as const)
      on(`${method} /storage_servers/:id`, async ({ scope, params, body: { password, ...entry } }) => {
        if ((await one(scope, params.id)).embedded) throw new Conflict('SERVER_EMBEDDED', texts.embedded())
        const set = { ...entry, ...(password && { password: seal(key, passwordPlace(params.id), password) }) }
        if (Object.keys(set).length > 0)
          await inScope(db, scope, (trx) =>
            trx.updateTable('storage_servers').set(set).where('id', '=', params.id).execute(),
          )
        return { data: await one(scope, params.id) }
      })

    on('DELETE /storage_servers/:id', async ({ scope, params }, reply) => {
      const { embedded, accounts, name } = await one(scope, params.id)
      if (embedded) throw new Conflict('SERVER_EMBEDDED', texts.embedded())
      if (accounts > 0) throw new Conflict('IN_USE', texts.used({ count: accounts, name }))
      await inScope(db, scope, (trx) => trx.deleteFrom('storage_servers').where('id', '=', params.id).execute())
      return reply.code(204).send(null)
    })

    on('POST /storage_servers/test', async ({ body, language }) => ({
      data: toStorageResponse(await checkStorage(body, egress), language),
    }))

    on('POST /storage_servers/:id/test', async ({ scope, params, body, language }) => {
      const { name: _, active: __, password, ...server } = await whole(scope, params.id)
      if (server.embedded)
        return { data: toStorageResponse(await checkFolder(fileStore.storage('provider')), language) }
      const asked = { ...server, ...body }
      const isSame = asked.host === server.host && asked.username === server.username
      return {
        data: toStorageResponse(
          await checkStorage(
            { ...asked, password: body?.password || (isSame ? password : '') } as RemoteStorage,
            egress,
          ),
          language,
        ),
      }
    })

    async function one(scope: Scope, id: string) {
      const [found] = await withAccounts(db, await inScope(db, scope, (trx) => rows(trx, id)))
      if (!found) throw notFound()
      return found
    }

    /** With its password in plain text, for the server itself. */
    async function whole(scope: Scope, id: string) {
      const found = await inScope(db, scope, (trx) =>
        trx.selectFrom('storage_servers').selectAll().where('id', '=', id).executeTakeFirst(),
      )
      if (!found) throw notFound()
      return { ...found, password: found.password ? unseal(key, passwordPlace(id), found.password) : '' }
    }
  }

const rows = (trx: Scoped, id?: string) =>
  trx
    .selectFrom('storage_servers as s')
    .select([
      'id',
      'name',
      'type',
      'host',
      'port',
      'username',
      'ssl',
      'passive',
      'timeout',
      'root',
      'host_key',
      'embedded',
      'active',
      'created_at',
      'updated_at',
    ])
    .select((eb) => eb('s.password', 'is not', null).as('has_password'))
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .orderBy('embedded', 'desc')
    .orderBy('name')
    .execute()

/** With how many accounts keep their files there; the folder of this installation has all the others. */
async function withAccounts(db: Database, found: Awaited<ReturnType<typeof rows>>) {
  const counted = await inScope(db, systemScope, (trx) =>
    trx
      .selectFrom('tenant_storages')
      .select((eb) => ['server_id', 'type', eb.fn.countAll<number>().as('n')])
      .groupBy(['server_id', 'type'])
      .execute(),
  )
  return found.map(({ has_password, host_key, ...server }) => {
    const mine = counted.filter(({ server_id, type }) =>
      server.embedded ? server_id === null && type === 'local' : server_id === server.id,
    )
    return {
      ...server,
      password: has_password ? { set: true } : null,
      fingerprint: hostKeyFingerprint(host_key),
      host_key,
      accounts: mine.reduce((sum, { n }) => sum + Number(n), 0),
    }
  })
}
