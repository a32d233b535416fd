import { accountSettingContract } from '@weft/contracts/account-settings.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { accountSettingGroups } from '@weft/catalogue/resources/account-setting/all.ts'
import { accountLimits } from '@weft/catalogue/resources/account-setting/limits.ts'
import { valueProblem, variable, type Variable } from '@weft/catalogue/resources/variable/variable.ts'
import { texts } from '@weft/engine/provisioning/texts.ts'
import { isWorkspaceTaken } from '@weft/engine/provisioning/workspaces.server.ts'
import { readAccountSettings, writeAccountSettings } from '@weft/kit/database/account-settings.server.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { can, type PermissionAction } from '@weft/kit/define/permissions.ts'
import { forbidden, invalidField, notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { createRow, deleteRow, etagOf, listRows, readRow, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { secretValuesIn, maskedValue } from '../config-values/secret-values.ts'
import { tenantBelow } from '../tenants/find-tenant.ts'

const own = defineMessages({
  inUse: {
    en: 'Users sign in with addresses of this domain. Please change their addresses first.',
    de: 'Benutzer melden sich mit Adressen dieser Domain an. Bitte ändern Sie zuerst deren Adressen.',
  },
  nameTaken: { en: 'There is a variable of this name already.', de: 'Eine Variable dieses Namens gibt es bereits.' },
})

type Account = { at: '/clients' | '/partners'; subject: 'tenants' | 'partners' }
const accounts: Account[] = [
  { at: '/clients', subject: 'tenants' },
  { at: '/partners', subject: 'partners' },
]

const isOwn = (user: Caller, id: string) => user.tenant_id === id || user.partner_id === id

/** Settings, variables and workspace domains of a tenant or partner. What limits an account is given from above; the rest it keeps itself as well. */
export const accountSettingRoutes =
  ({ db, key }: AppContext<'db' | 'key'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, accountSettingContract)

    const secrets = secretValuesIn(sealedColumns.variable_secret, key)
    for (const { at, subject } of accounts) {
      const fromAbove = (user: Caller, id: string) => can(user, subject, 'update') && !isOwn(user, id)

      on(`GET ${at}/:id/settings`, async ({ scope, params, language }) => {
        const account = await tenantBelow(db, scope, params.id)
        const values = await inScope(db, account, async (trx) =>
          Promise.all(accountSettingGroups.map((group) => readAccountSettings(trx, group))),
        )
        const data = accountSettingGroups.flatMap((group, i) =>
          Object.entries(values[i]!).map(([key, value]) => {
            const label = (
              group.labels.fields as Record<string, { en: string; de: string } | { label: { en: string; de: string } }>
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
      })

      for (const group of accountSettingGroups) {
        on(`GET ${at}/:id/settings/${group.path}`, async ({ scope, params }) => {
          const account = await tenantBelow(db, scope, params.id)
          return itemOf(await inScope(db, account, (trx) => readAccountSettings(trx, group)))
        })
        on(`PUT ${at}/:id/settings/${group.path}`, async ({ scope, params, body, user }) => {
          const account = await tenantBelow(db, scope, params.id)
          const allowed =
            fromAbove(user, params.id) ||
            (group.path !== accountLimits.path && isOwn(user, params.id) && can(user, 'company', 'update'))
          if (!allowed) throw forbidden()
          return itemOf(await inScope(db, account, (trx) => writeAccountSettings(trx, group, body)))
        })
      }

      const writes = (user: Caller, id: string, action: PermissionAction) => {
        if (!fromAbove(user, id) && !(isOwn(user, id) && can(user, 'tokens', action))) throw forbidden()
      }

      on(`GET ${at}/:id/variables`, async ({ scope, params, query }) => {
        const account = await tenantBelow(db, scope, params.id)
        const { data, meta } = await inScope(db, account, (trx) => listRows(trx, variable, query))
        return { data: data.map(shown), meta }
      })
      on(`GET ${at}/:id/variables/:variable_id`, async ({ scope, params }, reply) => {
        const account = await tenantBelow(db, scope, params.id)
        const data = shown(await inScope(db, account, (trx) => readRow(trx, variable, params.variable_id)))
        return reply.header('etag', etagOf(data)).code(200).send({ data })
      })
      on(`POST ${at}/:id/variables`, async ({ scope, params, body, user }, reply) => {
        const account = await tenantBelow(db, scope, params.id)
        writes(user, params.id, 'create')
        refuseValue(body)
        const data = shown(
          await inScope(db, account, (trx) => createRow(trx, variable, secrets.created(account, body))).catch(sayTaken),
        )
        return reply.header('etag', etagOf(data)).code(201).send({ data })
      })
      for (const method of ['PUT', 'POST'] as const)
        on(`${method} ${at}/:id/variables/:variable_id`, async ({ scope, params, body, user, headers }, reply) => {
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
          return reply.header('etag', etagOf(data)).code(200).send({ data })
        })
      on(`DELETE ${at}/:id/variables/:variable_id/secret`, async ({ scope, params, user }) => {
        const account = await tenantBelow(db, scope, params.id)
        writes(user, params.id, 'update')
        const data = await inScope(db, account, async (trx) => {
          await secrets.clear(trx, params.variable_id)
          return shown(await readRow(trx, variable, params.variable_id))
        })
        return { data }
      })
      on(`DELETE ${at}/:id/variables/:variable_id`, async ({ scope, params, user }, reply) => {
        const account = await tenantBelow(db, scope, params.id)
        writes(user, params.id, 'delete')
        await inScope(db, account, (trx) => deleteRow(trx, variable, params.variable_id))
        return reply.code(204).send(null)
      })

      on(`GET ${at}/:id/workspace_domains`, async ({ scope, params }) => {
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
      })
      on(`POST ${at}/:id/workspace_domains`, async ({ scope, params, body: { domain }, user }, reply) => {
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
      })
      on(`DELETE ${at}/:id/workspace_domains/:domain_id`, async ({ scope, params, user }, reply) => {
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
        return reply.code(204).send(null)
      })
    }
  }

/** Of a value of several kinds the item each of them makes. */
const itemOf = <T>(data: T) => ({ data }) as T extends unknown ? { data: T } : never

const shown = (row: Record<string, unknown>) => maskedValue(row) as unknown as Variable

function refuseValue({ kind, type, value }: Pick<Variable, 'kind' | 'type' | 'value'>) {
  const problem = kind === 'text' && valueProblem(type, value)
  if (problem) throw invalidField('value', problem)
}

function sayTaken(error: Error & { code?: string }): never {
  throw error.code === '23505' ? invalidField('name', own.nameTaken()) : error
}
