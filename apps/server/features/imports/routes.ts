import { posix } from 'node:path'
import { formats } from '@weft/catalogue/formats/all.ts'
import { importContract } from '@weft/contracts/imports.ts'
import { lookAtImport } from '@weft/engine/mapping/import-tasks.ts'
import { payloadOf } from '@weft/engine/queue/payload.server.ts'
import { findStructure } from '@weft/engine/records/structures.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import type { ModelType } from '@weft/kit/define/model.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { receiveFiles, uploadLimits } from '../../http/uploads.ts'
import { isolated } from '../../isolated.ts'
import { compareImport } from './check.ts'
import { earlierAssignments, importerOf } from './importer.ts'
import { arrangeImport } from './order.ts'

const texts = defineMessages({
  type: {
    en: 'This type of file cannot be imported. Bring CSV, Excel, JSON or XML.',
    de: 'Diese Dateiart kann nicht importiert werden. Bringen Sie CSV, Excel, JSON oder XML.',
  },
})

const isImportable = (path: string) =>
  formats.some(({ extensions }) => extensions.includes(posix.extname(path).slice(1).toLowerCase()))

/** Where files lie that were brought to be imported. */
const folder = 'imports'

/** Files brought into data structures: looked at, compared with what is there, and imported by a run. */
export const importRoutes =
  (context: AppContext<'databases' | 'db' | 'files' | 'fileStore' | 'isolation' | 'jobs'>): FastifyPluginAsync =>
  async (app) => {
    const { db } = context
    const on = implementRoutes(app, importContract)

    on('POST /data_structures/:id/imports/look', async (request, reply) => {
      const { scope, params } = request
      const { structure, earlier } = await inScope(db, scope, async (trx) => ({
        structure: await findStructure(trx, params.id),
        earlier: await earlierAssignments(trx, params.id),
      }))
      const storage = context.files(scope.tenant_id)
      const limits = { ...(await uploadLimits(context, scope)), files: 1 }
      const [file] = await receiveFiles(request, storage, { folder, limits, exists: 'number' })
      const { id, label, fields } = structure
      try {
        if (!isImportable(file!.path)) throw new Invalid('IMPORT_FILE_TYPE', texts.type())
        const { value } = await context.isolation.run(
          lookAtImport,
          { name: file!.path, structure: { id, label, fields }, earlier },
          { ...isolated(request, reply), input: () => storage.read(file!.path) },
        )
        return { data: { file: file!, ...value, type: value.type as ModelType } }
      } catch (error) {
        await storage.remove(file!.path)
        throw error
      }
    })

    on('POST /data_structures/:id/imports/check', async (request, reply) => {
      const { scope, params, body, user, language } = request
      const structure = await inScope(db, scope, (trx) => findStructure(trx, params.id))
      const arranged = arrangeImport(structure, body, user)
      const given = isolated(request, reply)
      return { data: await compareImport(context, scope, { structure, file: body.file, arranged, language, given }) }
    })

    on('POST /data_structures/:id/imports', async (request, reply) => {
      const { scope, params, body, user, language } = request
      const structure = await inScope(db, scope, (trx) => findStructure(trx, params.id))
      const arranged = arrangeImport(structure, body, user)
      const file = await context.files(scope.tenant_id).stat(body.file)
      const by = { scope, user, language, given: isolated(request, reply) }
      const { id: workflow_id, ...text } = await importerOf(context, by, { structure, file: file.path, arranged })
      const { id: job_id } = await context.jobs.enqueue({
        tenant_id: scope.tenant_id,
        project_id: structure.project_id,
        workflow_id,
        started_by: 'hand',
        started_by_user: user.id,
        content_identifier: posix.basename(file.path).slice(0, 191),
        ...text,
        ...(await payloadOf(context.fileStore.jobs, { ...file })),
      })
      return reply.code(202).send({ data: { job_id, workflow_id } })
    })
  }
