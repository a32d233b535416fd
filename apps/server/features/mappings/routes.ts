import { mappingContract } from '@weft/contracts/mappings.ts'
import { omitUndefined } from '@weft/kit/define/omit-undefined.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { mapping } from '@weft/catalogue/resources/mapping/mapping.ts'
import { inScope, type Database, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { mappingDefinition } from '@weft/kit/define/mapping.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { etagOf } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages, type Language } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { readMapping, refuseWrong, viewOf } from './view.ts'

const texts = defineMessages({
  moved: {
    en: 'Somebody else has changed this mapping in the meantime. Please load it again.',
    de: 'Jemand anderes hat dieses Mapping inzwischen geändert. Bitte laden Sie es neu.',
  },
  used: { en: 'The workflow “{label}” uses this mapping.', de: 'Der Workflow „{label}“ verwendet dieses Mapping.' },
})

/** Mappings: their definition with its check. */
export const mappingRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, mappingContract)

    on('POST /mappings', async ({ scope, body, language }, reply) => {
      const data = await inScope(db, scope, async (trx) => {
        await refuseWrong(trx, body)
        const { id } = await trx
          .insertInto('mappings')
          .values({ ...body, definition: JSON.stringify(body.definition) })
          .returning('id')
          .executeTakeFirstOrThrow()
        return viewIn(trx, id, language)
      })
      return reply.header('etag', etagOf(data.data)).code(201).send(data)
    })

    on('GET /mappings/:id', async ({ scope, params, language }, reply) => {
      const data = await inScope(db, scope, (trx) => viewIn(trx, params.id, language))
      return reply.header('etag', etagOf(data.data)).code(200).send(data)
    })

    for (const method of ['PUT', 'POST'] as const)
      on(
        `${method} /mappings/:id`,
        async ({ scope, params, body: { version, ...changes }, headers, language }, reply) => {
          const ifMatch = headers['if-match']
          const data = await changeMapping(db, scope, params.id, omitUndefined(changes), { version, ifMatch }, language)
          return reply.header('etag', etagOf(data.data)).code(200).send(data)
        },
      )

    on('DELETE /mappings/:id', async ({ scope, params }, reply) => {
      await inScope(db, scope, async (trx) => {
        const user = await trx
          .selectFrom('workflows')
          .select('label')
          .where(sql<boolean>`source like ${`%${params.id}%`}`)
          .limit(1)
          .executeTakeFirst()
        if (user) throw new Conflict('MAPPING_USED', texts.used({ label: user.label }))
        const { numDeletedRows } = await trx
          .deleteFrom('mappings')
          .where('id', '=', params.id)
          .executeTakeFirstOrThrow()
        if (numDeletedRows === 0n) throw notFound()
      })
      return reply.code(204).send(null)
    })

    on('GET /mappings/:id/connections', async ({ scope, params }) => ({
      data: (await opened(scope, params.id)).definition.connections,
    }))
    on('GET /mappings/:id/transformers', async ({ scope, params }) => ({
      data: (await opened(scope, params.id)).definition.transformers,
    }))
    for (const part of ['connections', 'transformers'] as const)
      on(`PUT /mappings/:id/${part}`, async ({ scope, params, body: { version, ...replaced }, language }) => {
        const { definition } = await opened(scope, params.id)
        const changed = mappingDefinition.parse({ ...definition, ...replaced })
        return changeMapping(db, scope, params.id, { definition: changed }, { version }, language)
      })

    const opened = (scope: Scope, id: string) => inScope(db, scope, (trx) => readMapping(trx, id))
  }

const viewIn = async (trx: Scoped, id: string, language: Language) => ({
  data: viewOf(await readMapping(trx, id), language),
})

/** Refuses what was changed meanwhile and what would not hold together. */
async function changeMapping(
  db: Database,
  scope: Scope,
  id: string,
  changes: Partial<z.output<typeof mapping.draft>>,
  { version, ifMatch }: { version?: number | undefined; ifMatch?: string | undefined },
  language: Language,
) {
  return inScope(db, scope, async (trx) => {
    await trx.selectFrom('mappings').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
    const { row, definition } = await readMapping(trx, id)
    if ((version !== undefined && version !== row.version) || (ifMatch && ifMatch !== '*' && ifMatch !== etagOf(row)))
      throw new Conflict('VERSION_CONFLICT', texts.moved())
    await refuseWrong(trx, {
      definition,
      source_structure_id: row.source_structure_id,
      source_data_set_id: row.source_data_set_id,
      target_structure_id: row.target_structure_id,
      ...changes,
    })
    const { definition: changed, ...columns } = changes
    await trx
      .updateTable('mappings')
      .set({ ...columns, ...(changed && { definition: JSON.stringify(changed) }), version: row.version + 1 })
      .where('id', '=', id)
      .execute()
    return viewIn(trx, id, language)
  })
}
