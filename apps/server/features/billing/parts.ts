import { invoiceCancelledMail } from '@weft/catalogue/mails/invoice-cancelled.ts'
import { invoiceMail } from '@weft/catalogue/mails/invoice.ts'
import { billingSettings } from '@weft/catalogue/resources/setting/billing.ts'
import { companySettings } from '@weft/catalogue/resources/setting/company.ts'
import { billingReader } from '@weft/engine/billing/context.server.ts'
import type { Scope } from '@weft/kit/database/connect.server.ts'
import { forbidden } from '@weft/kit/errors/common.ts'

/** By what invoices are made now. */
export const readBilling = billingReader({ billing: billingSettings, company: companySettings })

/** The mails that bring invoices. */
export const billingMails = { invoice: invoiceMail, cancelled: invoiceCancelledMail }

export const todayInUtc = () => new Date().toISOString().slice(0, 10)

/** The account of whoever asks; the provider's staff say which of their customers they mean. */
export function accountOf(
  scope: Scope,
  said: { tenant_id?: string | undefined; partner_id?: string | undefined },
): { tenant_id: string; partner_id: null } | { tenant_id: null; partner_id: string } {
  if (scope.level === 'tenant') return { tenant_id: scope.tenant_id, partner_id: null }
  if (scope.level === 'partner') return { tenant_id: null, partner_id: scope.partner_id }
  if (said.partner_id) return { tenant_id: null, partner_id: said.partner_id }
  if (said.tenant_id) return { tenant_id: said.tenant_id, partner_id: null }
  throw forbidden()
}
