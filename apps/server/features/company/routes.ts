import { companyContract } from '@weft/contracts/company.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { companySettings } from '@weft/catalogue/resources/setting/company.ts'
import { inScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { readSettings, writeSettings } from '@weft/kit/database/settings.server.ts'
import { companyFields, isMoney } from '@weft/kit/define/company.ts'
import { can } from '@weft/kit/define/permissions.ts'
import { forbidden, notFound } from '@weft/kit/errors/common.ts'
import { refuseMoved } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import { companySectionRoutes } from './company-sections.ts'
import type { AppContext } from '../../context.ts'

const keys = Object.keys(companyFields) as (keyof typeof companyFields)[]

/** The caller's own company: the provider's, their partner's or their tenant's. */
export const companyRoutes =
  ({ db, key }: AppContext<'db' | 'key'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, companyContract)

    on('GET /company', ({ scope }) => inScope(db, scope, async (trx) => ({ data: await ownCompany(trx, scope) })))

    companySectionRoutes(app, companyContract, {
      at: '/company',
      read: ({ scope }) => inScope(db, scope, (trx) => ownCompany(trx, scope)),
      change: async ({ scope, user, headers }, section, body) => {
        // A partner's or tenant's name is known to others and stays with whom that partner or tenant belongs to; the
        // rest is for who leads the company.
        const mine =
          section === 'general'
            ? scope.level === 'provider'
            : can(user, isMoney(section) ? 'billing' : 'company', 'update')
        if (!mine) throw forbidden()
        await inScope(db, scope, async (trx) => {
          refuseMoved(headers['if-match'], await ownCompany(trx, scope))
          if (scope.level === 'provider') await writeSettings(trx, companySettings, body, key)
          else if (Object.keys(body).length > 0)
            await trx.updateTable(tableOf(scope)).set(body).where('id', '=', idOf(scope)).execute()
        })
      },
    })
  }

const tableOf = ({ level }: Scope) => (level === 'partner' ? 'partners' : 'tenants')
const idOf = ({ level, partner_id, tenant_id }: Scope) => (level === 'partner' ? partner_id : tenant_id!)

async function ownCompany(trx: Scoped, scope: Scope) {
  if (scope.level === 'provider') {
    const row = await trx
      .selectFrom('settings')
      .select('updated_at')
      .where('key', '=', companySettings.path)
      .executeTakeFirst()
    return { ...(await readSettings(trx, companySettings)), updated_at: row?.updated_at ?? '1970-01-01T00:00:00.000Z' }
  }
  const row = await trx
    .selectFrom(tableOf(scope))
    .select([...keys, 'updated_at'])
    .where('id', '=', idOf(scope))
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}
