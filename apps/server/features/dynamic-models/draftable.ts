import { dynamicModel } from '@weft/catalogue/resources/dynamic-model/dynamic-model.ts'
import { modelDraft } from '@weft/contracts/drafts.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { readRow } from '@weft/kit/http/resource-routes.server.ts'
import { z } from 'zod'
import { defineDraftable, problemsFrom, problemsOfIssues } from '../drafts/draftable.ts'
import { changeModel, problemsOfModel } from './change.ts'

/** Drafts of a dynamic model: how its files are read, and what their columns become. */
export const draftableModel = defineDraftable({
  schema: z.object(modelDraft),
  async problems({ context, scope, language }, id, values) {
    const { type } = await inScope(context.db, scope, (trx) => readRow(trx, dynamicModel, id))
    const { fields, options } = problemsOfModel(context, { ...values, type })
    return [...problemsFrom(fields, language), ...problemsOfIssues(options, language)]
  },
  publish:
    async ({ context }, id, values) =>
    (trx) =>
      changeModel(context, trx, id, values),
})
