import { structureDraft } from '@weft/contracts/drafts.ts'
import { applyStructureIn, structureProblems } from '@weft/engine/records/structures.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { z } from 'zod'
import { defineDraftable, problemsFrom } from '../drafts/draftable.ts'
import { structureRow } from './rows.ts'
import { draftOf } from './structure-view.ts'

/** Drafts of a data structure: what makes its table. What a change does to the table is planned when it is published, as of then. */
export const draftableStructure = defineDraftable({
  schema: z.object(structureDraft),
  problems: ({ context, scope, language }, id, values) =>
    inScope(context.db, scope, async (trx) => {
      const row = await structureRow(trx, id)
      return problemsFrom(await structureProblems(trx, draftOf(row, values), id), language)
    }),
  publish:
    async ({ context, scope }, id, values) =>
    async (trx, { accept_losses }) =>
      applyStructureIn(trx, context, scope, id, draftOf(await structureRow(trx, id), values), { accept_losses }),
})
