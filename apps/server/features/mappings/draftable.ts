import { checkMapping } from '@weft/engine/mapping/check/check.ts'
import { readSides } from '@weft/engine/mapping/sources.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { mappingDefinition } from '@weft/kit/define/mapping.ts'
import { z } from 'zod'
import { defineDraftable, problemAt } from '../drafts/draftable.ts'
import { changeMapping } from './change.ts'
import { knownIn, placeOf, readMapping } from './view.ts'

/** Drafts of a mapping: what its mapper draws. */
export const draftableMapping = defineDraftable({
  schema: z.object({ definition: mappingDefinition }),
  problems: ({ context, scope, language }, id, { definition }) =>
    inScope(context.db, scope, async (trx) => {
      const { row } = await readMapping(trx, id)
      const sides = await readSides(trx, { ...row, definition })
      const { problems } = checkMapping({ definition, ...sides, transformers: await knownIn(trx) })
      return problems.map((problem) =>
        // What is only not finished may go live, as it may when it is saved: it is not run.
        problemAt(placeOf(problem), problem.message, language, problem.severity === 'error' ? 'error' : 'warning'),
      )
    }),
  publish: async (_, id, values) => (trx) => changeMapping(trx, id, values),
})
