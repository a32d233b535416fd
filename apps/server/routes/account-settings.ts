import { accountSettingGroups } from '@weft/catalogue/resources/account-setting/all.ts'
import { accountLimits } from '@weft/catalogue/resources/account-setting/limits.ts'
import { valueProblem, variable, variableRow, type Variable } from '@weft/catalogue/resources/variable/variable.ts'
import { texts } from '@weft/engine/provisioning/texts.ts'
import { isWorkspaceTaken } from '@weft/engine/provisioning/workspaces.server.ts'
import { readAccountSettings, writeAccountSettings } from '@weft/kit/database/account-settings.server.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { can, type PermissionAction } from '@weft/kit/define/permissions.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import { workspaceDomain } from '@weft/kit/define/workspace.ts'
import { forbidden, invalidField, notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { listMeta } from '@weft/kit/http/list-query.ts'
import { listQueryOf } from '@weft/kit/contracts/resource.ts'
import { createRow, deleteRow, etagOf, listRows, readRow, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { AppContext } from '../context.ts'
import { secretValuesIn, maskedValue } from '../secret-values.ts'
import { tenantBelow } from '../tenants/find-tenant.ts'

const own = defineMessages({
  inUse: {
    en: 'Users sign in with addresses of this domain. Please change their addresses first.',
    de: 'Benutzer melden sich mit Adressen dieser Domain an. Bitte ändern Sie zuerst deren Adressen.',
  },
  nameTaken: { en: 'There is a variable of this name already.', de: 'Eine Variable dieses Namens gibt es bereits.' },
})

const params = z.object({ id: z.uuid() })
const variableParams = params.extend({ variable_id: z.uuid() })
const oneVariable = { 200: z.object({ data: variableRow }) }
/** A list is not narrowed or sorted by what it does not show. */
const { secret: _sealed, ...fields } = variable.fields
const asked = { fields }
const domainParams = params.extend({ domain_id: z.uuid() })

type Account = { at: '/clients' | '/partners'; one: string; subject: 'tenants' | 'partners' }
const accounts: Account[] = [
  { at: '/clients', one: 'tenant', subject: 'tenants' },
  { at: '/partners', one: 'partner', subject: 'partners' },
]

const isOwn = (user: Caller, id: string) => user.tenant_id === id || user.partner_id === id

/** Settings, variables and workspace domains of a tenant or partner. What limits an account is given from above; the rest it keeps itself as well. */
export const accountSettingRoutes =
  ({ db, key }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const secrets = secretValuesIn(sealedColumns.variable_secret, key)
    for (const { at, one, subject } of accounts) {
      const about = (summary: string) => ({ tags: [at.slice(1)], summary })
      const config = { scope: 'branch', may: [subject, 'view'] } as const
      const fromAbove = (user: Caller, id: string) => can(user, subject, 'update') && !isOwn(user, id)

      app.get(
        `${at}/:id/settings`,
        { schema: { ...about(`Every setting of a ${one}: technical name, label, type, key, value`), params }, config },
        async ({ scope, params, language }) => {
          const account = await tenantBelow(db, scope, params.id)
          const values = await inScope(db, account, async (trx) =>
            Promise.all(accountSettingGroups.map((group) => readAccountSettings(trx, group))),
          )
          const data = accountSettingGroups.flatMap((group, i) =>
            Object.entries(values[i]!).map(([key, value]) => {
              const label = (
                group.labels.fields as Record<
                  string,
                  { en: string; de: string } | { label: { en: string; de: string } }
                >
              )[key]!
              return {
                technical_name: `${group.path}.${key}`,
                label: ('label' in label ? label.label : label)[language],
                type: typeof value,
                key,
                value,
              }
            }),
          )
          return { data }
        },
      )

      for (const group of accountSettingGroups) {
        const title = group.labels.title.en.toLowerCase()
        app.get(
          `${at}/:id/settings/${group.path}`,
          { schema: { ...about(`Read settings of a ${one}: ${title}`), params }, config },
          async ({ scope, params }) => {
            const account = await tenantBelow(db, scope, params.id)
            return { data: await inScope(db, account, (trx) => readAccountSettings(trx, group)) }
          },
        )
        app.put(
          `${at}/:id/settings/${group.path}`,
          {
            schema: {
              ...about(`Change settings of a ${one}: ${title}`),
              params,
              body: changesOf(group.schema.shape as Record<string, z.ZodType>),
            },
            config,
          },
          async ({ scope, params, body, user }) => {
            const account = await tenantBelow(db, scope, params.id)
            const allowed =
              fromAbove(user, params.id) ||
              (group.path !== accountLimits.path && isOwn(user, params.id) && can(user, 'company', 'update'))
            if (!allowed) throw forbidden()
            return {
              data: await inScope(db, account, (trx) => writeAccountSettings(trx, group as typeof accountLimits, body)),
            }
          },
        )
      }

      const writes = (user: Caller, id: string, action: PermissionAction) => {
        if (!fromAbove(user, id) && !(isOwn(user, id) && can(user, 'tokens', action))) throw forbidden()
      }

      app.get(
        `${at}/:id/variables`,
        {
          schema: {
            ...about(`List the variables of a ${one}`),
            params,
            querystring: listQueryOf(asked),
            response: { 200: z.object({ data: z.array(variableRow), meta: listMeta }) },
          },
          config,
        },
        async ({ scope, params, query }) => {
          const account = await tenantBelow(db, scope, params.id)
          const { data, meta } = await inScope(db, account, (trx) => listRows(trx, variable, query))
          return { data: data.map(shown), meta }
        },
      )
      app.get(
        `${at}/:id/variables/:variable_id`,
        { schema: { ...about(`Read a variable of a ${one}`), params: variableParams, response: oneVariable }, config },
        async ({ scope, params }, reply) => {
          const account = await tenantBelow(db, scope, params.id)
          const data = shown(await inScope(db, account, (trx) => readRow(trx, variable, params.variable_id)))
          return reply.header('etag', etagOf(data)).send({ data })
        },
      )
      app.post(
        `${at}/:id/variables`,
        {
          schema: {
            ...about(`Add a variable to a ${one}`),
            params,
            body: variable.draft,
            response: { 201: z.object({ data: variableRow }) },
          },
          config,
        },
        async ({ scope, params, body, user }, reply) => {
          const account = await tenantBelow(db, scope, params.id)
          writes(user, params.id, 'create')
          refuseValue(body)
          const data = shown(
            await inScope(db, account, (trx) => createRow(trx, variable, secrets.created(account, body))).catch(
              sayTaken,
            ),
          )
          return reply.code(201).header('etag', etagOf(data)).send({ data })
        },
      )
      for (const method of ['PUT', 'POST'] as const)
        app.route({
          method,
          url: `${at}/:id/variables/:variable_id`,
          schema: {
            ...about(`Change a variable of a ${one}`),
            params: variableParams,
            body: variable.changes,
            response: oneVariable,
          },
          config,
          handler: async ({ scope, params, body, user, headers }, reply) => {
            const account = await tenantBelow(db, scope, params.id)
            writes(user, params.id, 'update')
            const data = shown(
              await inScope(db, account, async (trx) => {
                const before = (await readRow(trx, variable, params.variable_id)) as unknown as Variable
                refuseValue({ ...before, ...body })
                const row = await updateRow(
                  trx,
                  variable,
                  params.variable_id,
                  secrets.changed(account, before, body),
                  headers['if-match'],
                )
                await secrets.scrub(trx, before, row)
                return row
              }).catch(sayTaken),
            )
            return reply.header('etag', etagOf(data)).send({ data })
          },
        })
      app.delete(
        `${at}/:id/variables/:variable_id/secret`,
        {
          schema: {
            ...about(`Clear the secret of a variable of a ${one}; its name and label stay`),
            params: variableParams,
            response: oneVariable,
          },
          config,
        },
        async ({ scope, params, user }) => {
          const account = await tenantBelow(db, scope, params.id)
          writes(user, params.id, 'update')
          const data = await inScope(db, account, async (trx) => {
            await secrets.clear(trx, params.variable_id)
            return shown(await readRow(trx, variable, params.variable_id))
          })
          return { data }
        },
      )
      app.delete(
        `${at}/:id/variables/:variable_id`,
        { schema: { ...about(`Delete a variable of a ${one}`), params: variableParams }, config },
        async ({ scope, params, user }, reply) => {
          const account = await tenantBelow(db, scope, params.id)
          writes(user, params.id, 'delete')
          await inScope(db, account, (trx) => deleteRow(trx, variable, params.variable_id))
          return reply.code(204).send()
        },
      )

      app.get(
        `${at}/:id/workspace_domains`,
        {
          schema: { ...about(`List the workspace domains of a ${one}: the first names its workspace`), params },
          config,
        },
        async ({ scope, params }) => {
          const account = await tenantBelow(db, scope, params.id)
          const { workspace } = await inScope(db, scope, (trx) =>
            trx.selectFrom(subject).select('workspace').where('id', '=', params.id).executeTakeFirst(),
          ).then((row) => row ?? Promise.reject(notFound()))
          const rows = await inScope(db, account, (trx) =>
            trx.selectFrom('workspace_domains').select(['id', 'domain', 'created_at']).orderBy('domain').execute(),
          )
          return {
            data: [
              { id: null, domain: workspace, main: true, created_at: null },
              ...rows.map((row) => ({ ...row, main: false })),
            ],
          }
        },
      )
      app.post(
        `${at}/:id/workspace_domains`,
        {
          schema: {
            ...about(`Assign a further workspace domain to a ${one}`),
            params,
            body: z.strictObject({ domain: workspaceDomain }),
          },
          config,
        },
        async ({ scope, params, body: { domain }, user }, reply) => {
          const account = await tenantBelow(db, scope, params.id)
          if (!fromAbove(user, params.id)) throw forbidden()
          const taken = () => invalidField('domain', texts.domainAssigned({ domain }))
          if (await inScope(db, systemScope, (trx) => isWorkspaceTaken(trx, domain))) throw taken()
          const data = await inScope(db, account, (trx) =>
            trx
              .insertInto('workspace_domains')
              .values({ domain })
              .returning(['id', 'domain', 'created_at'])
              .executeTakeFirstOrThrow(),
          ).catch((error: { code?: string }) => {
            throw error.code === '23505' ? taken() : error
          })
          return reply.code(201).send({ data: { ...data, main: false } })
        },
      )
      app.delete(
        `${at}/:id/workspace_domains/:domain_id`,
        { schema: { ...about(`Take a further workspace domain from a ${one}`), params: domainParams }, config },
        async ({ scope, params, user }, reply) => {
          const account = await tenantBelow(db, scope, params.id)
          if (!fromAbove(user, params.id)) throw forbidden()
          const found = await inScope(db, account, (trx) =>
            trx.selectFrom('workspace_domains').select('domain').where('id', '=', params.domain_id).executeTakeFirst(),
          )
          if (!found) throw notFound()
          const used = await inScope(db, systemScope, (trx) =>
            trx.selectFrom('users').select('id').where('workspace', '=', found.domain).limit(1).executeTakeFirst(),
          )
          if (used) throw new Conflict('DOMAIN_IN_USE', own.inUse())
          await inScope(db, account, (trx) =>
            trx.deleteFrom('workspace_domains').where('id', '=', params.domain_id).execute(),
          )
          return reply.code(204).send()
        },
      )
    }
  }

const shown = (row: Record<string, unknown>) => maskedValue(row) as unknown as Variable

function refuseValue({ kind, type, value }: Pick<Variable, 'kind' | 'type' | 'value'>) {
  const problem = kind === 'text' && valueProblem(type, value)
  if (problem) throw invalidField('value', problem)
}

function sayTaken(error: Error & { code?: string }): never {
  throw error.code === '23505' ? invalidField('name', own.nameTaken()) : error
}
