import { dynamicModel } from '@weft/catalogue/resources/dynamic-model/dynamic-model.ts'
import { modelDraft } from '@weft/contracts/drafts.ts'
import { analysisOrder, dynamicModelContract } from '@weft/contracts/dynamic-models.ts'
import { analyseFile, checkFile, previewModel } from '@weft/engine/models/model-tasks.ts'
import { findDraft } from '@weft/engine/history/drafts.server.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { createRow, etagOf, readRow } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { admitDraft, contentOf } from '../drafts/drafts.ts'
import { valuesIn } from '../drafts/draftable.ts'
import { changeModel, refuseProblems, usableOptions } from './change.ts'
import { receiveFiles, uploadLimits } from '../../http/uploads.ts'

const texts = defineMessages({
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
        const data = await inScope(db, scope, (trx) => changeModel(context, trx, params.id, body, headers['if-match']))
        return reply.header('etag', etagOf(data)).code(200).send({ data })
      })

    on('GET /dynamic_models/:id/preview', async (request, reply) => {
      const { scope, params, query, user, language } = request
      const row = await inScope(db, scope, (trx) => shownModel(trx, params.id, query.draft_id, user))
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
      const { scope, params, body, user, language } = request
      const { sample_file, type, options, fields, dynamic_fields, max_depth } = await inScope(db, scope, (trx) =>
        shownModel(trx, params.id, body?.draft_id, user),
      )
      const file = body?.file ?? sample_file
      if (!file) throw new Invalid('MODEL_NO_SAMPLE', texts.noSample())
      const storage = context.files(scope.tenant_id)
      await storage.stat(file)
      const { value } = await context.isolation.run(
        checkFile,
        { model: { type, options, fields, dynamic_fields, max_depth }, ...patience, language },
        { ...isolated(request, reply), input: () => storage.read(file) },
      )
      return { data: { file, ...value, ok: value.rejected === 0 } }
    })
  }

/** A model as it is live, or as a draft of it says, which has to be finished for that. */
async function shownModel(trx: Scoped, id: string, draft_id: string | undefined, user: Caller) {
  const row = await readRow(trx, dynamicModel, id)
  if (draft_id === undefined) return row
  const live = await admitDraft(trx, id, user, 'view')
  const content = await contentOf(trx, live, await findDraft(trx, id, draft_id))
  return { ...row, ...z.object(modelDraft).parse(valuesIn(content)) }
}
