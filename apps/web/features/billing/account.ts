import { useSession } from '@weft/kit/ui/session.ts'

/** Whose account a list is about: a tenant's, a partner's, or every customer's where nobody is named. */
export type BillingAccount = { tenant_id?: string; partner_id?: string }

/** The account of the tenant or partner that is worked for. */
export function useAccount(): BillingAccount | undefined {
  const area = useSession((value) => value.area)
  const client = useSession((value) => value.client)
  const partner = useSession((value) => value.partner)
  if (area === 'partner') return partner ? { partner_id: partner.id } : undefined
  return client ? { tenant_id: client.id } : undefined
}

export const invoicesPath = '/invoices'
export const contractsPath = '/contracts'
export const documentsPath = '/contract_documents'
export const methodsPath = '/payment_methods'
export const bookingsPath = '/bookings'
