import { configValueContract } from '@weft/contracts/config-values.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { configValue, type ConfigValue } from '@weft/catalogue/resources/config-value/config-value.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { createRow, etagOf, listRows, readRow, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import { sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { refuseRenaming } from './readers.ts'
import { secretValuesIn, maskedValue } from './secret-values.ts'

/** The configuration values of a project. A secret goes in, is sealed, and never comes out; leaving its value empty keeps it. */
export const configValueRoutes =
  ({ db, key }: AppContext<'db' | 'key'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, configValueContract)
    const secrets = secretValuesIn(sealedColumns.config_secret, key)

    on('GET /config_values', ({ scope, query }) =>
      inScope(db, scope, async (trx) => {
        const { data, meta } = await listRows(trx, configValue, query)
        return { data: data.map(shown), meta }
      }),
    )

    on('GET /config_values/names', ({ scope }) =>
      inScope(db, scope, async (trx) => {
        const ofProject = await trx.selectFrom('config_values').select(['name', 'kind', 'description']).execute()
        const ofAccount = await trx.selectFrom('variables').select(['name', 'kind', 'label as description']).execute()
        const all = [
          ...ofAccount.map((one) => ({ ...one, of: 'account' as const })),
          ...ofProject.map((one) => ({ ...one, of: 'project' as const })),
        ]
        const known = new Map(all.map((one) => [one.name, { ...one, kind: one.kind as ConfigValue['kind'] }]))
        return { data: [...known.values()].toSorted((a, b) => a.name.localeCompare(b.name)) }
      }),
    )

    on('GET /config_values/:id', async ({ scope, params }, reply) => {
      const data = shown(await inScope(db, scope, (trx) => readRow(trx, configValue, params.id)))
      void reply.header('etag', etagOf(data))
      return reply.code(200).send({ data })
    })

    on('POST /config_values', async ({ scope, body }, reply) => {
      const data = shown(await inScope(db, scope, (trx) => createRow(trx, configValue, secrets.created(scope, body))))
      void reply.header('etag', etagOf(data))
      return reply.code(201).send({ data })
    })

    for (const method of ['PUT', 'POST'] as const)
      on(`${method} /config_values/:id`, async ({ scope, params, body, headers }, reply) => {
        const data = shown(
          await inScope(db, scope, async (trx) => {
            const before = (await readRow(trx, configValue, params.id)) as unknown as ConfigValue
            if (body.name !== undefined && body.name !== before.name) await refuseRenaming(trx, before)
            const row = await updateRow(
              trx,
              configValue,
              params.id,
              secrets.changed(scope, before, body),
              headers['if-match'],
            )
            await secrets.scrub(trx, before, row)
            return row
          }),
        )
        void reply.header('etag', etagOf(data))
        return reply.code(200).send({ data })
      })

    on('DELETE /config_values/:id/secret', async ({ scope, params }) => {
      const data = await inScope(db, scope, async (trx) => {
        await secrets.clear(trx, params.id)
        return shown(await readRow(trx, configValue, params.id))
      })
      return { data }
    })
  }

const shown = (row: Record<string, unknown>) => maskedValue(row) as unknown as ConfigValue
