import { dataStructureContract, type DefinitionAnswer } from '@weft/contracts/data-structures.ts'
import type { StructurePlan } from '@weft/engine/records/structures.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { metaOf, toLimitOffset } from '@weft/kit/http/list-query.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { structureRow } from './rows.ts'

/** What a data structure was before its changes. */
export const structureRevisionRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, dataStructureContract)

    on('GET /data_structures/:id/revisions', ({ scope, params, query }) =>
      inScope(db, scope, async (trx) => {
        await structureRow(trx, params.id)
        const { limit, offset } = toLimitOffset(query)
        const all = trx.selectFrom('data_structure_revisions').where('data_structure_id', '=', params.id)
        const rows = await all
          .select(['version', 'changed_by', 'created_at', 'plan'])
          .orderBy('version', 'desc')
          .limit(limit)
          .offset(offset)
          .execute()
        const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
        return {
          data: rows.map(({ plan, ...row }) => ({
            ...row,
            changes: (plan as StructurePlan | null)?.changes.length ?? 0,
          })),
          meta: metaOf(query, Number(total)),
        }
      }),
    )
    on('GET /data_structures/:id/revisions/:version', ({ scope, params }) =>
      inScope(db, scope, async (trx) => {
        const row = await trx
          .selectFrom('data_structure_revisions')
          .select(['version', 'definition', 'created_at', 'changed_by'])
          .where('data_structure_id', '=', params.id)
          .where('version', '=', params.version)
          .executeTakeFirst()
        if (!row) throw notFound()
        return { data: { ...row, definition: row.definition as DefinitionAnswer } }
      }),
    )
  }
