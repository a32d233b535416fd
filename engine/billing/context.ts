import type { z } from 'zod'
import type { companyFields } from '@weft/kit/define/company.ts'
import type { Country } from './tax.ts'

export type Company = z.output<z.ZodObject<typeof companyFields>>

/** The setting group `billing`, as far as invoices are made by it. */
export type BillingSettings = {
  currency: string
  number_prefix: string
  number_digits: number
  payment_days: number
  reverse_charge: boolean
  tax_number: string
  creditor_id: string
  logo: string
  intro_en: string
  intro_de: string
  footer_en: string
  footer_de: string
}

/** What happens by itself: whether and from which day on the month before is invoiced. */
export type Automatic = { automatic: 'off' | 'drafts' | 'issue'; day: number }

/** By what every invoice is made: read once for a run. */
export type BillingContext = { settings: BillingSettings; seller: Company; countries: Country[] }

/** Who pays: a partner for its tenants, or a tenant for itself. */
export type Payer = { tenant_id: string; partner_id: null } | { tenant_id: null; partner_id: string }
