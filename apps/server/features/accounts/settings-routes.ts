import { accountSettingContract } from '@weft/contracts/account-settings.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { accountSettingGroups } from '@weft/catalogue/resources/account-setting/all.ts'
import { accountLimits } from '@weft/catalogue/resources/account-setting/limits.ts'
import { readAccountSettings, writeAccountSettings } from '@weft/kit/database/account-settings.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { can } from '@weft/kit/define/permissions.ts'
import { forbidden } from '@weft/kit/errors/common.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { tenantBelow } from '../tenants/find-tenant.ts'
import { accounts, isFromAbove, isOwn } from './account.ts'

/** Settings of a tenant or partner. What limits an account is given from above; the rest it keeps itself as well. */
export const accountSettingRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, accountSettingContract)
    for (const kind of accounts) {
      const { at } = kind
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
              // Only a number may be empty.
              type: value === null ? 'number' : typeof value,
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
            isFromAbove(user, kind, params.id) ||
            (group.path !== accountLimits.path && isOwn(user, params.id) && can(user, 'company', 'update'))
          if (!allowed) throw forbidden()
          return itemOf(await inScope(db, account, (trx) => writeAccountSettings(trx, group, body)))
        })
      }
    }
  }

/** Of a value of several kinds the item each of them makes. */
const itemOf = <T>(data: T) => ({ data }) as T extends unknown ? { data: T } : never
