import { posix } from 'node:path'
import { requestSettings } from '@weft/catalogue/resources/setting/requests.ts'
import { lookIntoFile } from '@weft/engine/models/model-tasks.ts'
import { settingsReader } from '@weft/kit/database/settings.server.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import type { Storage } from '@weft/engine/storage/storage.ts'
import type { PermissionAction, Subject } from '@weft/kit/define/permissions.ts'
import type { RouteScope } from '@weft/kit/contracts/route.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod, ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { AppContext } from '../context.ts'
import { isolated } from '../isolated.ts'
import { receiveFiles, uploadLimits } from '../uploads.ts'

const path = z.string().max(1000)
const textBytes = 8 * 1024

/** The files of the tenant somebody works in. */
export const fileRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    filesBelow(app as unknown as FastifyInstance, context, {
      at: '/files',
      tag: 'files',
      view: { scope: 'tenant', may: ['records', 'view'] },
      bring: { scope: 'tenant', may: ['records', 'create'] },
      storageOf: async ({ scope }) => context.files(scope.tenant_id!),
    })
  }

type RouteConfig = { scope: RouteScope; may: readonly [Subject, PermissionAction] }
type Place = {
  at: string
  tag: string
  params?: z.ZodObject
  view: RouteConfig
  bring: RouteConfig
  /** Whose files are meant, once it is certain that the caller may. */
  storageOf(request: FastifyRequest): Promise<Storage>
}

/** The files of a storage: list, upload, download, preview, folders, move, delete. */
export function filesBelow(
  plain: FastifyInstance,
  context: AppContext,
  { at, tag, params, view, bring, storageOf }: Place,
) {
  const app = plain.withTypeProvider<ZodTypeProvider>()
  const about = (summary: string) => ({ tags: [tag], summary, ...(params && { params }) })
  const requests = settingsReader(context.db, requestSettings)

  app.get(
    at,
    {
      schema: {
        ...about('List a folder'),
        querystring: z.object({ path: path.default(''), noPagination: z.stringbool().default(false) }),
      },
      config: view,
    },
    async (request) => {
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
    },
  )

  app.post(
    at,
    {
      schema: {
        ...about('Upload files'),
        consumes: ['multipart/form-data'],
        querystring: z.object({ path: path.default(''), replace: z.stringbool().default(false) }),
      },
      config: bring,
    },
    async (request, reply) => {
      const { path: folder, replace } = request.query
      const limits = await uploadLimits(context, request.scope)
      const data = await receiveFiles(request, await storageOf(request), {
        folder,
        limits,
        exists: replace ? 'replace' : 'refuse',
      })
      return reply.code(201).send({ data })
    },
  )

  app.get(
    `${at}/content`,
    { schema: { ...about('Download a file'), querystring: z.object({ path }) }, config: view },
    async (request, reply) => {
      const { query } = request
      const storage = await storageOf(request)
      const { size } = await storage.stat(query.path)
      const name = encodeURIComponent(posix.basename(query.path)).replaceAll("'", '%27')
      return reply
        .type('application/octet-stream')
        .header('content-length', size)
        .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
        .send(await storage.read(query.path))
    },
  )

  app.get(
    `${at}/preview`,
    {
      schema: {
        ...about('See what a file holds'),
        querystring: z.object({ path, rows: z.coerce.number().int().min(1).max(200).default(20) }),
      },
      config: view,
    },
    async (request, reply) => {
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
    },
  )

  app.post(
    `${at}/folders`,
    { schema: { ...about('Make a folder'), body: z.strictObject({ path: path.min(1) }) }, config: bring },
    async (request, reply) => {
      await (await storageOf(request)).makeFolder(request.body.path)
      return reply.code(201).send({ data: { path: request.body.path } })
    },
  )

  app.post(
    `${at}/move`,
    {
      schema: {
        ...about('Move or rename a file or folder'),
        body: z.strictObject({ path: path.min(1), to: path.min(1) }),
      },
      config: bring,
    },
    async (request) => {
      const { path, to } = request.body
      await (await storageOf(request)).move(path, to)
      return { data: { path: to } }
    },
  )

  app.delete(
    at,
    { schema: { ...about('Delete a file or folder'), querystring: z.object({ path: path.min(1) }) }, config: bring },
    async (request, reply) => {
      await (await storageOf(request)).remove(request.query.path)
      return reply.code(204).send()
    },
  )
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
