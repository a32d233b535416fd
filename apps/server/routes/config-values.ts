import { configValue, configValueRow, type ConfigValue } from '@weft/catalogue/resources/config-value/config-value.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { listMeta } from '@weft/kit/http/list-query.ts'
import { listQueryOf } from '@weft/kit/contracts/resource.ts'
import { createRow, etagOf, listRows, readRow, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import { sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { AppContext } from '../context.ts'
import { secretValuesIn, maskedValue } from '../secret-values.ts'

const params = z.object({ id: z.uuid() })
const one = z.object({ data: configValueRow })
const configurationName = z.object({
  name: z.string(),
  kind: z.enum(['text', 'secret']),
  description: z.string(),
  of: z.enum(['project', 'account']),
})
/** A list is not narrowed or sorted by what it does not show. */
const { secret: _sealed, ...fields } = configValue.fields
const asked = { fields }

/** The configuration values of a project. A secret goes in, is sealed, and never comes out; leaving its value empty keeps it. */
export const configValueRoutes =
  ({ db, key }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const secrets = secretValuesIn(sealedColumns.config_secret, key)
    const about = (summary: string) => ({ tags: ['config_values'], summary })
    const may = (action: 'view' | 'create' | 'update') =>
      ({ scope: 'project', may: ['tokens', action], labels: configValue.labels.fields }) as const

    app.get(
      '/config_values',
      {
        schema: {
          ...about('List configuration value'),
          querystring: listQueryOf(asked),
          response: { 200: z.object({ data: z.array(configValueRow), meta: listMeta }) },
        },
        config: may('view'),
      },
      ({ scope, query }) =>
        inScope(db, scope, async (trx) => {
          const { data, meta } = await listRows(trx, configValue, query)
          return { data: data.map(shown), meta }
        }),
    )

    app.get(
      '/config_values/names',
      {
        schema: {
          ...about(
            'What texts of workflows may name as {{ config.name }}, without any value: values of the project and variables of its tenant',
          ),
          response: { 200: z.object({ data: z.array(configurationName) }) },
        },
        config: { scope: 'project', may: ['workflows', 'view'] },
      },
      ({ scope }) =>
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

    app.get(
      '/config_values/:id',
      { schema: { ...about('Read configuration value'), params, response: { 200: one } }, config: may('view') },
      async ({ scope, params }, reply) => {
        const data = shown(await inScope(db, scope, (trx) => readRow(trx, configValue, params.id)))
        return reply.header('etag', etagOf(data)).send({ data })
      },
    )

    app.post(
      '/config_values',
      {
        schema: { ...about('Create configuration value'), body: configValue.draft, response: { 201: one } },
        config: may('create'),
      },
      async ({ scope, body }, reply) => {
        const data = shown(await inScope(db, scope, (trx) => createRow(trx, configValue, secrets.created(scope, body))))
        return reply.code(201).header('etag', etagOf(data)).send({ data })
      },
    )

    for (const method of ['PUT', 'POST'] as const)
      app.route({
        method,
        url: '/config_values/:id',
        schema: { ...about('Change configuration value'), params, body: configValue.changes, response: { 200: one } },
        config: may('update'),
        handler: async ({ scope, params, body, headers }, reply) => {
          const data = shown(
            await inScope(db, scope, async (trx) => {
              const before = (await readRow(trx, configValue, params.id)) as unknown as ConfigValue
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
          return reply.header('etag', etagOf(data)).send({ data })
        },
      })

    app.delete(
      '/config_values/:id/secret',
      {
        schema: {
          ...about('Clear the value of a secret; its name and description stay'),
          params,
          response: { 200: one },
        },
        config: may('update'),
      },
      async ({ scope, params }) => {
        const data = await inScope(db, scope, async (trx) => {
          await secrets.clear(trx, params.id)
          return shown(await readRow(trx, configValue, params.id))
        })
        return { data }
      },
    )
  }

const shown = (row: Record<string, unknown>) => maskedValue(row) as unknown as ConfigValue
