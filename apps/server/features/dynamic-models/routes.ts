import { dynamicModel } from '@weft/catalogue/resources/dynamic-model/dynamic-model.ts'
import { analysisOrder, dynamicModelContract } from '@weft/contracts/dynamic-models.ts'
import { modelProblems } from '@weft/engine/models/check-model.ts'
import { formatOf } from '@weft/engine/models/formats.ts'
import { analyseFile, checkFile, previewModel } from '@weft/engine/models/model-tasks.ts'
import { storedModel } from '@weft/engine/models/stored.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import type { DynamicField, ModelField } from '@weft/kit/define/model.ts'
import { omitUndefined } from '@weft/kit/define/omit-undefined.ts'
import { invalidField, invalidFields } from '@weft/kit/errors/common.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { createRow, etagOf, readRow, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { receiveFiles, uploadLimits } from '../../http/uploads.ts'

const texts = defineMessages({
  typeFixed: {
    en: 'The type of a dynamic model cannot change after saving.',
    de: 'Der Typ eines dynamischen Modells kann nach dem Speichern nicht mehr geändert werden.',
  },
  noSample: {
    en: 'The model has no sample file. Please name one.',
    de: 'Das Modell hat keine Beispieldatei. Bitte geben Sie eine an.',
  },
})

const sampleFolder = 'dynamic-models'
const patience = { milliseconds: 20_000, examples: 50 }

/** What a dynamic model needs beyond a row: analysing a file, checking one against it, and the rules of its fields. */
export const dynamicModelRoutes =
  (context: AppContext<'db' | 'files' | 'formats' | 'isolation'>): FastifyPluginAsync =>
  async (app) => {
    const { db } = context
    const on = implementRoutes(app, dynamicModelContract)

    on('POST /dynamic_models/analyze', async (request, reply) => {
      const storage = context.files(request.scope.tenant_id)
      const limits = await uploadLimits(context, request.scope)
      const { file, ...wished } = request.isMultipart()
        ? {
            file: (
              await receiveFiles(request, storage, {
                folder: sampleFolder,
                limits: { ...limits, files: 1 },
                exists: 'number',
              })
            )[0]!,
          }
        : await analysisOrder
            .parseAsync(request.body)
            .then(async ({ file, ...rest }) => ({ ...rest, file: await storage.stat(file) }))
      const { value } = await context.isolation.run(
        analyseFile,
        { name: file.path, wishes: wished, language: request.language },
        { ...isolated(request, reply), input: () => storage.read(file.path) },
      )
      return { data: { file, ...value } }
    })

    on('POST /dynamic_models', async ({ scope, body }, reply) => {
      const draft = { ...body, options: usableOptions(context, body.type, body.options) }
      refuseProblems(draft)
      const data = await inScope(db, scope, (trx) => createRow(trx, dynamicModel, draft))
      return reply.header('etag', etagOf(data)).code(201).send({ data })
    })

    for (const method of ['PUT', 'POST'] as const)
      on(`${method} /dynamic_models/:id`, async ({ scope, params, body, headers }, reply) => {
        const data = await inScope(db, scope, async (trx) => {
          const before = await readRow(trx, dynamicModel, params.id)
          if (body.type !== undefined && body.type !== before.type) throw invalidField('type', texts.typeFixed())
          const changes = {
            ...body,
            ...(body.options && { options: usableOptions(context, before.type, body.options) }),
          }
          refuseProblems({ ...before, ...omitUndefined(changes) })
          return updateRow(trx, dynamicModel, params.id, changes, headers['if-match'])
        })
        return reply.header('etag', etagOf(data)).code(200).send({ data })
      })

    on('GET /dynamic_models/:id/preview', async (request, reply) => {
      const { scope, params, language } = request
      const row = await inScope(db, scope, (trx) => readRow(trx, dynamicModel, params.id))
      if (!row.sample_file) throw new Invalid('MODEL_NO_SAMPLE', texts.noSample())
      const { sample_file, preview_rows: rows, type, options, fields, dynamic_fields, max_depth } = row
      const { value } = await context.isolation.run(
        previewModel,
        { model: { type, options, fields, dynamic_fields, max_depth }, rows, language },
        { ...isolated(request, reply), input: () => context.files(scope.tenant_id).read(sample_file) },
      )
      return { data: value }
    })

    on('POST /dynamic_models/:id/check', async (request, reply) => {
      const { scope, params, body, language } = request
      const { model, sample } = await inScope(db, scope, async (trx) => ({
        model: await storedModel(trx, params.id),
        sample: (await readRow(trx, dynamicModel, params.id)).sample_file,
      }))
      const file = body?.file ?? sample
      if (!file) throw new Invalid('MODEL_NO_SAMPLE', texts.noSample())
      const storage = context.files(scope.tenant_id)
      await storage.stat(file)
      const { value } = await context.isolation.run(
        checkFile,
        { model, ...patience, language },
        { ...isolated(request, reply), input: () => storage.read(file) },
      )
      return { data: { file, ...value, ok: value.rejected === 0 } }
    })
  }

/** The options with their defaults, or which of them cannot be. */
function usableOptions(
  { formats }: AppContext<'formats'>,
  type: string,
  options: Record<string, unknown>,
): Record<string, unknown> {
  const parsed = formatOf(formats, type).format.options.safeParse(options)
  if (parsed.success) return parsed.data
  throw new z.ZodError(parsed.error.issues.map((issue) => ({ ...issue, path: ['options', ...issue.path] })))
}

function refuseProblems(model: {
  fields: ModelField[]
  dynamic_fields: DynamicField[]
  primary_key?: string | null | undefined
}) {
  const problems = modelProblems(model)
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
}
