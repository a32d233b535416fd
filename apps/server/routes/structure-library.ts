import { dataStructure, standardQuery } from '@weft/catalogue/resources/data-structure/data-structure.ts'
import { createStructure, type TenantScope } from '@weft/engine/records/structures.server.ts'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import { forbidden } from '@weft/kit/errors/common.ts'
import { listMeta } from '@weft/kit/http/list-query.ts'
import { listQueryOf } from '@weft/kit/contracts/resource.ts'
import { listRows } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { AppContext } from '../context.ts'
import { changeInLibrary, checkInLibrary, findInLibrary, takenOver, type LibraryRow } from '../structures/library.ts'
import { baseData } from '../structures/structure-view.ts'

const params = z.object({ id: z.uuid() })
const one = { 200: z.object({ data: z.looseObject({ id: z.uuid(), version: z.int(), locked: z.boolean() }) }) }
const { class_name, table_name, label } = dataStructure.fields
const names = changesOf({ class_name, table_name, label })

/** Data structures the provider or a partner keeps ready for projects to take over. They have no table of their own. */
export const structureLibraryRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, databases } = context
    const about = (summary: string) => ({ tags: ['structure_library'], summary })
    const view = { scope: 'level', may: ['structures', 'view'] } as const
    const update = { scope: 'level', may: ['structures', 'update'] } as const

    app.get(
      '/structure_library',
      {
        schema: {
          ...about(
            'List the data structures of the provider’s or a partner’s library; for a tenant those offered to it',
          ),
          querystring: listQueryOf(dataStructure),
          response: { 200: z.object({ data: z.array(one[200].shape.data), meta: listMeta }) },
        },
        config: view,
      },
      ({ scope, query }) =>
        inScope(
          db,
          scope,
          async (trx) => (await listRows(trx, { ...dataStructure, table: 'library_structures' }, query)) as never,
        ),
    )

    app.get(
      '/structure_library/:id',
      { schema: { ...about('Read a data structure of the library'), params, response: one }, config: view },
      ({ scope, params }) => inScope(db, scope, async (trx) => ({ data: told(await findInLibrary(trx, params.id)) })),
    )

    app.post(
      '/structure_library',
      {
        schema: {
          ...about('Add a data structure to the library'),
          body: dataStructure.draft,
          response: { 201: one[200] },
        },
        config: { scope: 'level', may: ['structures', 'create'] },
      },
      async ({ scope, body }, reply) => {
        refuseTenant(scope)
        const data = await inScope(db, scope, async (trx) => {
          await checkInLibrary(trx, body)
          return trx
            .insertInto('library_structures')
            .values({ ...body, fields: JSON.stringify(body.fields), queries: JSON.stringify(body.queries) })
            .returningAll()
            .executeTakeFirstOrThrow()
        })
        return reply.code(201).send({ data: told(data) })
      },
    )

    const { queries: _, ...changeable } = dataStructure.fields
    const parts = {
      '': changesOf(changeable),
      '/base_data': changesOf(baseData),
      '/config': z.strictObject({ fields: dataStructure.fields.fields }),
      '/queries': z.strictObject({ queries: z.array(standardQuery).max(100) }),
    }
    for (const [part, body] of Object.entries(parts))
      app.put(
        `/structure_library/:id${part}`,
        {
          schema: {
            ...about(`Change a data structure of the library${part && `: ${part.slice(1)}`}`),
            params,
            body: body.extend({ version: z.int().optional() }),
            response: one,
          },
          config: update,
        },
        ({ scope, params, body: { version, ...changes } }) => {
          refuseTenant(scope)
          return inScope(db, scope, async (trx) => ({
            data: told(await changeInLibrary(trx, params.id, onlyGiven(changes), version)),
          }))
        },
      )

    for (const [verb, locked] of [
      ['lock', true],
      ['unlock', false],
    ] as const)
      app.post(
        `/structure_library/:id/${verb}`,
        {
          schema: { ...about(`${locked ? 'Lock' : 'Unlock'} a data structure of the library`), params, response: one },
          config: update,
        },
        ({ scope, params }) => {
          refuseTenant(scope)
          return inScope(db, scope, async (trx) => {
            await findInLibrary(trx, params.id)
            return {
              data: told(
                await trx
                  .updateTable('library_structures')
                  .set({ locked })
                  .where('id', '=', params.id)
                  .returningAll()
                  .executeTakeFirstOrThrow(),
              ),
            }
          })
        },
      )

    app.post(
      '/structure_library/:id/publish',
      {
        schema: {
          ...about('Offer a data structure of the library to projects, or take it back'),
          params,
          body: z.strictObject({ published: z.boolean().default(true) }).nullish(),
          response: one,
        },
        config: { scope: 'level', may: ['structures', 'publish'] },
      },
      ({ scope, params, body }) => {
        refuseTenant(scope)
        return inScope(db, scope, async (trx) => ({
          data: told(await changeInLibrary(trx, params.id, { published: body?.published ?? true }, undefined)),
        }))
      },
    )

    app.delete(
      '/structure_library/:id',
      {
        schema: {
          ...about('Delete a data structure of the library; what projects have taken over stays'),
          params,
          response: { 204: z.null() },
        },
        config: { scope: 'level', may: ['structures', 'delete'] },
      },
      async ({ scope, params }, reply) => {
        refuseTenant(scope)
        await inScope(db, scope, async (trx) => {
          await findInLibrary(trx, params.id)
          await trx.deleteFrom('library_structures').where('id', '=', params.id).execute()
        })
        return reply.code(204).send(null)
      },
    )

    app.post(
      '/data_structures/take_over',
      {
        schema: {
          ...about('Make a data structure of the library the project’s own, with its table; names may be others'),
          body: names.extend({ from: z.uuid() }),
          response: { 201: z.object({ data: z.object({ id: z.uuid() }) }) },
        },
        config: { scope: 'project', may: ['structures', 'create'] },
      },
      async ({ scope, body: { from, ...others } }, reply) => {
        const found = await inScope(db, scope, (trx) => findInLibrary(trx, from))
        const { id } = await createStructure(
          { db, databases },
          scope as TenantScope,
          takenOver(found, onlyGiven(others)),
        )
        await inScope(db, scope, (trx) =>
          trx
            .updateTable('data_structures')
            .set({ taken_from: found.id, taken_version: found.version, queries: JSON.stringify(found.queries) })
            .where('id', '=', id)
            .execute(),
        )
        return reply.code(201).send({ data: { id } })
      },
    )
  }

const told = (found: LibraryRow) => found as unknown as z.output<(typeof one)[200]>['data']

const onlyGiven = (given: object) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

/** A tenant is offered what others keep and changes nothing of it. */
function refuseTenant({ level }: Scope) {
  if (level === 'tenant') throw forbidden()
}
