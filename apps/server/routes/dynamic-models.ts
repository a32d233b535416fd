import { dynamicModel } from '@weft/catalogue/resources/dynamic-model/dynamic-model.ts'
import type { AnalysisOptions } from '@weft/engine/models/analyse.server.ts'
import { modelProblems } from '@weft/engine/models/check-model.ts'
import { formatOf } from '@weft/engine/models/formats.ts'
import { analyseFile, checkFile, previewModel } from '@weft/engine/models/model-tasks.ts'
import { storedModel } from '@weft/engine/models/stored.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { dynamicField, modelField, type DynamicField, type Model, type ModelField } from '@weft/kit/define/model.ts'
import { invalidField, invalidFields } from '@weft/kit/errors/common.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { createRow, etagOf, readRow, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { AppContext } from '../context.ts'
import { isolated } from '../isolated.ts'
import { receiveFiles, uploadLimits } from '../uploads.ts'

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

const wishes = z.strictObject({
  type: z.string().max(20).optional(),
  options: z.record(z.string(), z.unknown()).optional(),
  fields: z.array(modelField).max(2000).optional(),
  dynamic_fields: z.array(dynamicField).max(50).optional(),
  primary_key: z.string().max(63).optional(),
  max_depth: z.int().min(1).max(10).optional(),
  preview_rows: z.int().min(1).max(200).optional(),
  analyse_entry_quantity: z.int().min(1).max(1_000_000).optional(),
})
const params = z.object({ id: z.uuid() })
const sampleFolder = 'dynamic-models'
const patience = { milliseconds: 20_000, examples: 50 }

/** What a dynamic model needs beyond a row: analysing a file, checking one against it, and the rules of its fields. */
export const dynamicModelRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { db } = context
    const about = (summary: string) => ({ tags: ['dynamic_models'], summary })
    const project = { scope: 'project' } as const

    app.post(
      '/dynamic_models/analyze',
      {
        schema: {
          ...about('Analyse a stored file (JSON with `file`) or an uploaded one (multipart)'),
          consumes: ['application/json', 'multipart/form-data'],
        },
        config: { ...project, may: ['structures', 'create'] },
      },
      async (request, reply) => {
        const storage = context.files(request.scope.tenant_id!)
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
          : await z
              .strictObject({ ...wishes.shape, file: z.string().min(1).max(1000) })
              .parseAsync(request.body)
              .then(async ({ file, ...rest }) => ({ ...rest, file: await storage.stat(file) }))
        const { value } = await context.isolation.run(
          analyseFile,
          { name: file.path, wishes: wished as AnalysisOptions, language: request.language },
          { ...isolated(request, reply), input: () => storage.read(file.path) },
        )
        return { data: { file, ...value } }
      },
    )

    app.post(
      '/dynamic_models',
      {
        schema: { ...about('Create dynamic model'), body: dynamicModel.draft },
        config: { ...project, may: ['structures', 'create'] },
      },
      async ({ scope, body }, reply) => {
        const draft = { ...body, options: usableOptions(context, body.type, body.options) }
        refuseProblems(draft)
        const data = await inScope(db, scope, (trx) => createRow(trx, dynamicModel, draft))
        return reply.code(201).header('etag', etagOf(data)).send({ data })
      },
    )

    for (const method of ['PUT', 'POST'] as const)
      app.route({
        method,
        url: '/dynamic_models/:id',
        schema: { ...about('Change dynamic model'), params, body: dynamicModel.changes },
        config: { ...project, may: ['structures', 'update'] },
        handler: async ({ scope, params, body, headers }, reply) => {
          const data = await inScope(db, scope, async (trx) => {
            const before = (await readRow(trx, dynamicModel, params.id)) as unknown as Model & {
              primary_key: string | null
            }
            if (body.type !== undefined && body.type !== before.type) throw invalidField('type', texts.typeFixed())
            const changes = {
              ...body,
              ...(body.options && { options: usableOptions(context, before.type, body.options) }),
            }
            refuseProblems({ ...before, ...onlySet(changes) })
            return updateRow(trx, dynamicModel, params.id, changes, headers['if-match'])
          })
          return reply.header('etag', etagOf(data)).send({ data })
        },
      })

    app.get(
      '/dynamic_models/:id/preview',
      {
        schema: { ...about('The first entries of the sample file as the model reads them'), params },
        config: { ...project, may: ['structures', 'view'] },
      },
      async (request, reply) => {
        const { scope, params, language } = request
        const row = (await inScope(db, scope, (trx) => readRow(trx, dynamicModel, params.id))) as unknown as Model & {
          sample_file: string | null
          preview_rows: number
        }
        if (!row.sample_file) throw new Invalid('MODEL_NO_SAMPLE', texts.noSample())
        const { sample_file, preview_rows: rows, type, options, fields, dynamic_fields, max_depth } = row
        const { value } = await context.isolation.run(
          previewModel,
          { model: { type, options, fields, dynamic_fields, max_depth }, rows, language },
          { ...isolated(request, reply), input: () => context.files(scope.tenant_id!).read(sample_file) },
        )
        return { data: value }
      },
    )

    app.post(
      '/dynamic_models/:id/check',
      {
        schema: {
          ...about('Read a file by the model and say what would be rejected'),
          params,
          body: z.strictObject({ file: z.string().max(1000).optional() }).nullish(),
        },
        config: { ...project, may: ['structures', 'view'] },
      },
      async (request, reply) => {
        const { scope, params, body, language } = request
        const { model, sample } = await inScope(db, scope, async (trx) => ({
          model: await storedModel(trx, params.id),
          sample: ((await readRow(trx, dynamicModel, params.id)) as unknown as { sample_file: string | null })
            .sample_file,
        }))
        const file = body?.file ?? sample
        if (!file) throw new Invalid('MODEL_NO_SAMPLE', texts.noSample())
        const storage = context.files(scope.tenant_id!)
        await storage.stat(file)
        const { value } = await context.isolation.run(
          checkFile,
          { model, ...patience, language },
          { ...isolated(request, reply), input: () => storage.read(file) },
        )
        return { data: { file, ...value, ok: value.rejected === 0 } }
      },
    )
  }

/** The options with their defaults, or which of them cannot be. */
function usableOptions(
  { formats }: AppContext,
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

const onlySet = <T extends object>(changes: T) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
