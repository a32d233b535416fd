import type { z } from 'zod'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { readSettings } from '@weft/kit/database/settings.server.ts'
import type { SettingGroup } from '@weft/kit/define/setting-group.ts'
import type { Automatic, BillingContext, BillingSettings, Company } from './context.ts'

type Groups = {
  billing: SettingGroup & { schema: z.ZodObject & z.ZodType<BillingSettings & Automatic> }
  company: SettingGroup & { schema: z.ZodObject & z.ZodType<Company> }
}

/** By what invoices are made now, from the two groups of settings that say it. */
export const billingReader =
  ({ billing, company }: Groups) =>
  async (trx: Scoped): Promise<BillingContext & { automatic: Automatic }> => {
    const settings = (await readSettings(trx, billing)) as BillingSettings & Automatic
    return {
      settings,
      automatic: settings,
      seller: (await readSettings(trx, company)) as Company,
      countries: await trx.selectFrom('countries').selectAll().execute(),
    }
  }
