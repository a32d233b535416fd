import { accountSettingContract } from '@weft/contracts/account-settings.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { valueProblem, variable, type Variable } from '@weft/catalogue/resources/variable/variable.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { can, type PermissionAction } from '@weft/kit/define/permissions.ts'
import { forbidden, invalidField } from '@weft/kit/errors/common.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { createRow, deleteRow, etagOf, listRows, readRow, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { secretValuesIn, maskedValue } from '../config-values/secret-values.ts'
import { tenantBelow } from '../tenants/find-tenant.ts'
import { accounts, isFromAbove, isOwn } from './account.ts'

const own = defineMessages({
  nameTaken: { en: 'There is a variable of this name already.', de: 'Eine Variable dieses Namens gibt es bereits.' },
})

/** Values for all workflows of an account; secrets among them are sealed and never come out. */
export const accountVariableRoutes =
  ({ db, key }: AppContext<'db' | 'key'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, accountSettingContract)
    const secrets = secretValuesIn(sealedColumns.variable_secret, key)
    for (const kind of accounts) {
      const { at } = kind
      const writes = (user: Caller, id: string, action: PermissionAction) => {
        if (!isFromAbove(user, kind, id) && !(isOwn(user, id) && can(user, 'tokens', action))) throw forbidden()
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
