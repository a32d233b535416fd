import { structureLibraryContract, type LibraryStructureAnswer } from '@weft/contracts/structure-library.ts'
import { omitUndefined } from '@weft/kit/define/omit-undefined.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { dataStructure } from '@weft/catalogue/resources/data-structure/data-structure.ts'
import { createStructure } from '@weft/engine/records/structures.server.ts'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import { forbidden } from '@weft/kit/errors/common.ts'
import { listRows } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { changeInLibrary, checkInLibrary, findInLibrary, takenOver, type LibraryRow } from './library.ts'

/** Data structures the provider or a partner keeps ready for projects to take over. They have no table of their own. */
export const structureLibraryRoutes =
  (context: AppContext<'databases' | 'db'>): FastifyPluginAsync =>
  async (app) => {
    const { db, databases } = context
    const on = implementRoutes(app, structureLibraryContract)

    on('GET /structure_library', ({ scope, query }) =>
      inScope(db, scope, async (trx) => {
        const { data, meta } = await listRows(trx, { ...dataStructure, table: 'library_structures' }, query)
        return { data: data as unknown as LibraryStructureAnswer[], meta }
      }),
    )

    on('GET /structure_library/:id', ({ scope, params }) =>
      inScope(db, scope, async (trx) => ({ data: told(await findInLibrary(trx, params.id)) })),
    )

    on('POST /structure_library', async ({ scope, body }, reply) => {
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
    })

    for (const part of ['', '/base_data', '/config', '/queries'] as const)
      on(`PUT /structure_library/:id${part}`, ({ scope, params, body: { version, ...changes } }) => {
        refuseTenant(scope)
        return inScope(db, scope, async (trx) => ({
          data: told(await changeInLibrary(trx, params.id, omitUndefined(changes), version)),
        }))
      })

    for (const [verb, locked] of [
      ['lock', true],
      ['unlock', false],
    ] as const)
      on(`POST /structure_library/:id/${verb}`, ({ scope, params }) => {
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
      })

    on('POST /structure_library/:id/publish', ({ scope, params, body }) => {
      refuseTenant(scope)
      return inScope(db, scope, async (trx) => ({
        data: told(await changeInLibrary(trx, params.id, { published: body?.published ?? true }, undefined)),
      }))
    })

    on('DELETE /structure_library/:id', async ({ scope, params }, reply) => {
      refuseTenant(scope)
      await inScope(db, scope, async (trx) => {
        await findInLibrary(trx, params.id)
        await trx.deleteFrom('library_structures').where('id', '=', params.id).execute()
      })
      return reply.code(204).send(null)
    })

    on('POST /data_structures/take_over', async ({ scope, body: { from, ...others } }, reply) => {
      const found = await inScope(db, scope, (trx) => findInLibrary(trx, from))
      const { id } = await createStructure({ db, databases }, scope, takenOver(found, omitUndefined(others)))
      await inScope(db, scope, (trx) =>
        trx
          .updateTable('data_structures')
          .set({ taken_from: found.id, taken_version: found.version, queries: JSON.stringify(found.queries) })
          .where('id', '=', id)
          .execute(),
      )
      return reply.code(201).send({ data: { id } })
    })
  }

/** What is stored as JSON or as one of a few texts was checked when it was written. */
const told = (found: LibraryRow): LibraryStructureAnswer => ({
  ...found,
  on_empty_import: found.on_empty_import as LibraryStructureAnswer['on_empty_import'],
  fields: found.fields as LibraryStructureAnswer['fields'],
  queries: found.queries as LibraryStructureAnswer['queries'],
})

/** A tenant is offered what others keep and changes nothing of it. */
function refuseTenant({ level }: Scope) {
  if (level === 'tenant') throw forbidden()
}
