import { dataSet } from '@weft/catalogue/resources/data-set/data-set.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { defineDraftable, problemsFrom } from '../drafts/draftable.ts'
import { changeDataSet, problemsOfDataSet } from './change.ts'

/** Drafts of a data set: all of it. */
export const draftableDataSet = defineDraftable({
  schema: dataSet.draft,
  problems: ({ context, scope, language }, id, { definition }) =>
    inScope(context.db, scope, async (trx) => problemsFrom(await problemsOfDataSet(trx, definition, id), language)),
  publish: async (_, id, values) => (trx) => changeDataSet(trx, id, values),
})
