import { configValue, configValueRow, shortestSecret } from '@weft/catalogue/resources/config-value/config-value.ts'
import { looksSecret } from '@weft/catalogue/resources/config-value/looks-secret.ts'
import { inScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { listMeta } from '@weft/kit/http/list-query.ts'
import { createRow, etagOf, listQueryOf, listRows, readRow, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { seal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { House } from '../house.ts'

const texts = defineMessages({
  short: { en: 'A secret has at least {least} characters.', de: 'Ein Geheimnis hat mindestens {least} Zeichen.' },
  open: { en: 'A secret is never shown again, so its value does not become a text. Please enter a new one.', de: 'Ein Geheimnis wird nie wieder angezeigt; sein Wert kann deshalb nicht zu einem Text werden. Bitte geben Sie einen neuen ein.' },
})

const params = z.object({ id: z.uuid() })
const one = z.object({ data: configValueRow })
/** A list is not narrowed or sorted by what it does not show. */
const { secret: _sealed, ...fields } = configValue.fields
const asked = { fields }

/** The configuration values of a project. A secret goes in, is sealed, and never comes out; leaving its value empty keeps it. */
export const configValueRoutes = ({ db, key }: House): FastifyPluginAsyncZod => async (app) => {
  const about = (summary: string) => ({ tags: ['config_values'], summary })
  const may = (action: 'view' | 'create' | 'update') => ({ scope: 'project', may: ['tokens', action], labels: configValue.labels.fields }) as const

  app.get('/config_values', { schema: { ...about('List configuration value'), querystring: listQueryOf(asked), response: { 200: z.object({ data: z.array(configValueRow), meta: listMeta }) } }, config: may('view') }, ({ scope, query }) =>
    inScope(db, scope, async (trx) => {
      const { data, meta } = await listRows(trx, configValue, query)
      return { data: data.map(shown), meta }
    }))

  app.get('/config_values/:id', { schema: { ...about('Read configuration value'), params, response: { 200: one } }, config: may('view') }, async ({ scope, params }, reply) => {
    const data = shown(await inScope(db, scope, (trx) => readRow(trx, configValue, params.id)))
    return reply.header('etag', etagOf(data)).send({ data })
  })

  app.post('/config_values', { schema: { ...about('Create configuration value'), body: configValue.draft, response: { 201: one } }, config: may('create') }, async ({ scope, body }, reply) => {
    const id = randomUUID()
    const { secret: _, ...values } = { ...body, ...(body.kind === 'secret' && sealed(scope, id, body.secret || body.value)) }
    const data = shown(await inScope(db, scope, (trx) => createRow(trx, configValue, { ...values, id })))
    return reply.code(201).header('etag', etagOf(data)).send({ data })
  })

  for (const method of ['PUT', 'POST'] as const)
    app.route({
      method,
      url: '/config_values/:id',
      schema: { ...about('Change configuration value'), params, body: configValue.changes, response: { 200: one } },
      config: may('update'),
      handler: async ({ scope, params, body, headers }, reply) => {
        const data = shown(await inScope(db, scope, async (trx) => {
          const before = (await readRow(trx, configValue, params.id)) as unknown as Stored
          const row = await updateRow(trx, configValue, params.id, changesOf(scope, before, body), headers['if-match'])
          if (before.kind === 'text' && row['kind'] === 'secret') await scrub(trx, params.id)
          return row
        }))
        return reply.header('etag', etagOf(data)).send({ data })
      },
    })

  app.delete('/config_values/:id/secret', { schema: { ...about('Clear the value of a secret; its name and description stay'), params, response: { 200: one } }, config: may('update') }, async ({ scope, params }) => {
    const data = await inScope(db, scope, async (trx) => {
      const { numUpdatedRows } = await trx.updateTable('config_values').set({ secret_value: null, secret_at: null }).where('id', '=', params.id).where('kind', '=', 'secret').executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw notFound()
      return shown(await readRow(trx, configValue, params.id))
    })
    return { data }
  })

  type Stored = z.output<typeof configValueRow>
  type Draft = z.output<typeof configValue.draft>
  /** What is stored for a change: the value becomes a secret, stays one, or becomes a text again with a value of its own. */
  function changesOf(scope: Scope, before: Stored, { secret, ...body }: Partial<Draft>): Record<string, unknown> {
    const kind = body.kind ?? before.kind
    if (kind === 'secret') {
      const given = secret || body.value || (before.kind === 'text' ? before.value : '')
      return { ...body, value: '', ...(given !== '' && sealed(scope, before.id, given)) }
    }
    if (before.kind === 'text') return body
    if (!body.value) throw invalidField('value', texts.open())
    return { ...body, secret_value: null, secret_at: null }
  }

  function sealed({ tenant_id }: Scope, id: string, secret: string) {
    if (secret.length < shortestSecret) throw invalidField('secret', texts.short({ least: shortestSecret }))
    return { value: '', secret_value: seal(key, placeIn(sealedColumns.config_secret, { tenant_id: tenant_id!, id }), secret), secret_at: new Date().toISOString() }
  }
}

/** The audit log keeps what a text was; once it is a secret, it must not. */
const scrub = (trx: Scoped, id: string) => sql`select weft_scrub_config_value(${id})`.execute(trx)

function shown(row: Record<string, unknown>): z.output<typeof configValueRow> {
  const { id, name, kind, value, description, secret_at, created_at, updated_at } = row as unknown as z.output<typeof configValueRow>
  return { id, name, kind, value: kind === 'secret' ? '' : value, secret: '', description, secret_at, looks_secret: kind === 'text' && looksSecret(name, value), created_at, updated_at }
}
