import { posix } from 'node:path'
import { requestSettings } from '@weft/catalogue/resources/setting/requests.ts'
import { settingsReader } from '@weft/kit/database/settings.server.ts'
import { versionsFolder } from '@weft/engine/storage/versions.server.ts'
import { fileContract } from '@weft/contracts/files.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { receiveFiles, uploadLimits } from '../../http/uploads.ts'
import { lakeNotes } from './lake-notes.ts'
import { previewOf } from './preview.ts'

/** The files of the tenant somebody works in. */
export const fileRoutes =
  (context: Context): FastifyPluginAsync =>
  async (app) => {
    filesBelow(app, context, {
      at: '/files',
      tenantOf: async ({ scope }) => scope.tenant_id!,
    })
  }

type Context = AppContext<'databases' | 'db' | 'files' | 'isolation'>
type Asked = Pick<FastifyRequest, 'user' | 'scope'> & { params: { id?: string } }

type Place = {
  at: '/files' | '/clients/:id/storage/files'
  /** Whose files are meant, once it is certain that the caller may. */
  tenantOf(request: Asked): Promise<string>
}

/** The files of a storage: list, upload, download, preview, folders, move, delete. */
export function filesBelow(app: FastifyInstance, context: Context, { at, tenantOf }: Place) {
  const on = implementRoutes(app, fileContract)
  const requests = settingsReader(context.db, requestSettings)
  const storageOf = async (request: Asked) => context.files(await tenantOf(request))

  on(`GET ${at}`, async (request) => {
    const { query, scope } = request
    const storage = await storageOf(request)
    const [entries, limits, { directory_tree }] = await Promise.all([
      storage.folder(query.path),
      uploadLimits(context, scope),
      requests(),
    ])
    const all = entries.filter(({ path }) => path !== versionsFolder)
    const data = query.noPagination ? all : all.slice(0, directory_tree)
    return {
      data,
      meta: {
        page: 1,
        perPage: data.length,
        total: all.length,
        lastPage: 1,
        truncated: data.length < all.length,
        path: query.path,
        limits,
      },
    }
  })

  on(`POST ${at}`, async (request, reply) => {
    const { path: folder, replace } = request.query
    const limits = await uploadLimits(context, request.scope)
    const tenant_id = await tenantOf(request)
    const data = await receiveFiles(request, context.files(tenant_id), {
      folder,
      limits,
      exists: replace ? 'replace' : 'refuse',
    })
    lakeNotes(context, tenant_id).uploaded(data, request.user)
    return reply.code(201).send({ data })
  })

  on(`GET ${at}/content`, async (request, reply) => {
    const { query } = request
    const storage = await storageOf(request)
    const { size } = await storage.stat(query.path)
    const name = encodeURIComponent(posix.basename(query.path)).replaceAll("'", '%27')
    void reply
      .type('application/octet-stream')
      .header('content-length', size)
      .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
    return reply.code(200).send(await storage.read(query.path))
  })

  on(`GET ${at}/preview`, async (request, reply) => {
    const { query, language } = request
    const file = { storage: await storageOf(request), path: query.path, rows: query.rows, language }
    return { data: await previewOf(context.isolation, file, isolated(request, reply)) }
  })

  on(`POST ${at}/folders`, async (request, reply) => {
    await (await storageOf(request)).makeFolder(request.body.path)
    return reply.code(201).send({ data: { path: request.body.path } })
  })

  on(`POST ${at}/move`, async (request) => {
    const { path, to } = request.body
    const tenant_id = await tenantOf(request)
    await context.files(tenant_id).move(path, to)
    await lakeNotes(context, tenant_id).moved(path, to)
    return { data: { path: to } }
  })

  on(`DELETE ${at}`, async (request, reply) => {
    const tenant_id = await tenantOf(request)
    await context.files(tenant_id).remove(request.query.path)
    await lakeNotes(context, tenant_id).removed(request.query.path)
    return reply.code(204).send(null)
  })
}
