import { dataLakeContract } from '@weft/contracts/data-lake.ts'
import { openLake } from '@weft/engine/data-lake/lake.server.ts'
import { wordsOf } from '@weft/engine/data-lake/words.server.ts'
import { cleanPath } from '@weft/engine/storage/storage-path.server.ts'
import type { StorageRule } from '@weft/engine/storage/rules.server.ts'
import { versionsOf } from '@weft/engine/storage/versions.server.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { lakeNotes } from '../files/lake-notes.ts'

/** A look ends after so long, and goes on when it is asked for again. */
const longestLook = { milliseconds: 8_000 }

/** What is known of the files of a tenant: searched, tagged, and found where they were put there unnoticed. */
export const dataLakeRoutes =
  ({
    databases,
    db,
    files,
    isolation,
    storages,
  }: AppContext<'databases' | 'db' | 'files' | 'isolation' | 'storages'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, dataLakeContract)

    on('GET /data_lake', async ({ scope, query: { searchTerm: words, tag, after, perPage: limit } }) => {
      const lake = openLake(databases, scope.tenant_id)
      const { entries, next } = await lake.search({ words, tag, limit, ...(after && { after }) })
      return { data: entries, meta: { next } }
    })

    on('GET /data_lake/folder', async ({ scope, query }) => ({
      data: await openLake(databases, scope.tenant_id).inFolder(query.path),
    }))

    on('GET /data_lake/tags', async ({ scope }) => ({ data: await openLake(databases, scope.tenant_id).tags() }))

    on('POST /data_lake/tags', async (request, reply) => {
      const { scope, body } = request
      const storage = files(scope.tenant_id)
      const { kind, ...file } = await storage.stat(body.path)
      if (kind === 'folder') throw notFound()
      const words = wordsOf(isolation, storage, isolated(request, reply))
      return { data: await openLake(databases, scope.tenant_id).tag(file, body.tags, words) }
    })

    on('POST /data_lake/look', async (request, reply) => {
      const { tenant_id } = request.scope
      const storage = files(tenant_id)
      const words = wordsOf(isolation, storage, isolated(request, reply))
      return { data: await openLake(databases, tenant_id).look(storage, words, longestLook) }
    })

    on('GET /data_lake/rules', ({ scope }) => inScope(db, scope, async (trx) => ({ data: await rulesIn(trx) })))

    on('POST /data_lake/rules', async ({ scope, body }) => {
      const data = await inScope(db, scope, async (trx) => {
        await setRule(trx, { ...body, path: cleanPath(body.path) })
        return rulesIn(trx)
      })
      storages.forget(scope.tenant_id)
      return { data }
    })

    on('GET /data_lake/versions', async ({ scope, query }) => ({
      data: await versionsOf(files(scope.tenant_id), query.path),
    }))

    on('POST /data_lake/restore', async ({ scope, user, body: { path, until } }) => {
      const storage = files(scope.tenant_id)
      const version = (await versionsOf(storage, path)).find((one) => one.until === until)
      if (!version) throw notFound()
      const data = await storage.write(path, await storage.read(version.path))
      lakeNotes({ databases, files, isolation }, scope.tenant_id).uploaded([data], user)
      return { data }
    })
  }

const rulesIn = (trx: Scoped) =>
  trx
    .selectFrom('storage_rules')
    .select(['path', 'keep_versions', 'version_days', 'retention_days'])
    .orderBy('path')
    .execute()

async function setRule(trx: Scoped, rule: StorageRule) {
  const { path, ...values } = rule
  if (values.keep_versions === 0 && values.retention_days === null)
    await trx.deleteFrom('storage_rules').where('path', '=', path).execute()
  else
    await trx
      .insertInto('storage_rules')
      .values(rule)
      .onConflict((conflict) => conflict.columns(['tenant_id', 'path']).doUpdateSet(values))
      .execute()
}
