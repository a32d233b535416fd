import { posix } from 'node:path'
import { requestSettings } from '@weft/catalogue/resources/setting/requests.ts'
import { lookIntoFile } from '@weft/engine/models/model-tasks.ts'
import { settingsReader } from '@weft/kit/database/settings.server.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import type { Storage } from '@weft/engine/storage/storage.ts'
import { fileContract } from '@weft/contracts/files.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { receiveFiles, uploadLimits } from '../../http/uploads.ts'

const textBytes = 8 * 1024

/** The files of the tenant somebody works in. */
export const fileRoutes =
  (context: AppContext<'db' | 'files' | 'isolation'>): FastifyPluginAsync =>
  async (app) => {
    filesBelow(app, context, {
      at: '/files',
      storageOf: async ({ scope }) => context.files(scope.tenant_id!),
    })
  }

type Place = {
  at: '/files' | '/clients/:id/storage/files'
  /** Whose files are meant, once it is certain that the caller may. */
  storageOf(request: Pick<FastifyRequest, 'user' | 'scope'> & { params: { id?: string } }): Promise<Storage>
}

/** The files of a storage: list, upload, download, preview, folders, move, delete. */
export function filesBelow(app: FastifyInstance, context: AppContext<'db' | 'isolation'>, { at, storageOf }: Place) {
  const on = implementRoutes(app, fileContract)
  const requests = settingsReader(context.db, requestSettings)

  on(`GET ${at}`, async (request) => {
    const { query, scope } = request
    const storage = await storageOf(request)
    const [all, limits, { directory_tree }] = await Promise.all([
      storage.folder(query.path),
      uploadLimits(context, scope),
      requests(),
    ])
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
    const data = await receiveFiles(request, await storageOf(request), {
      folder,
      limits,
      exists: replace ? 'replace' : 'refuse',
    })
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
    const storage = await storageOf(request)
    const { size } = await storage.stat(query.path)
    try {
      const { value } = await context.isolation.run(
        lookIntoFile,
        { name: query.path, rows: query.rows },
        { ...isolated(request, reply), input: () => storage.read(query.path) },
      )
      return { data: { kind: 'records' as const, size, ...value } }
    } catch (error) {
      if (!(error instanceof WeftError) || error.status !== 422) throw error
      return {
        data: {
          kind: 'text' as const,
          size,
          text: await beginning(await storage.read(query.path)),
          reason: error.answer(language).message,
        },
      }
    }
  })

  on(`POST ${at}/folders`, async (request, reply) => {
    await (await storageOf(request)).makeFolder(request.body.path)
    return reply.code(201).send({ data: { path: request.body.path } })
  })

  on(`POST ${at}/move`, async (request) => {
    const { path, to } = request.body
    await (await storageOf(request)).move(path, to)
    return { data: { path: to } }
  })

  on(`DELETE ${at}`, async (request, reply) => {
    await (await storageOf(request)).remove(request.query.path)
    return reply.code(204).send(null)
  })
}

/** The first characters of a file; empty where they are no text. */
async function beginning(source: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of source) {
    pieces.push(piece)
    size += piece.length
    if (size >= textBytes) break
  }
  const bytes = Buffer.concat(pieces).subarray(0, textBytes)
  return bytes.includes(0) ? '' : bytes.toString('utf8')
}
