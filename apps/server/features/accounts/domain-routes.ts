import { accountSettingContract } from '@weft/contracts/account-settings.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { texts } from '@weft/engine/provisioning/texts.ts'
import { isWorkspaceTaken } from '@weft/engine/provisioning/workspaces.server.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { forbidden, invalidField, notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { tenantBelow } from '../tenants/find-tenant.ts'
import { accounts, isFromAbove } from './account.ts'

const own = defineMessages({
  inUse: {
    en: 'Users sign in with addresses of this domain. Please change their addresses first.',
    de: 'Benutzer melden sich mit Adressen dieser Domain an. Bitte ändern Sie zuerst deren Adressen.',
  },
})

/** Further domains of the addresses of an account's users; they are given from above. */
export const workspaceDomainRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, accountSettingContract)
    for (const kind of accounts) {
      const { at, subject } = kind
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
        if (!isFromAbove(user, kind, params.id)) throw forbidden()
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
        if (!isFromAbove(user, kind, params.id)) throw forbidden()
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
