import { tenantLabels, tenantSections } from '@weft/catalogue/resources/tenant/tenant.ts'
import { defineResource, type FieldLabel, type Resource } from '@weft/kit/define/resource.ts'
import type { z } from 'zod'

export type SectionName = keyof typeof tenantSections

const forms: Record<SectionName, string[][]> = {
  general: [['name', 'short'], ['language']],
  contact: [['contact_person'], ['email', 'phone'], ['fax', 'website']],
  billing: [['address_line_1'], ['address_line_2'], ['address_line_3'], ['street'], ['zip', 'city'], ['country']],
  accounting: [['vat_number', 'invoice_email'], ['has_vat'], ['small_business'], ['invoices_by_mail']],
}

/** One section of a tenant as a form: its path lies below the tenant's. */
export const sectionForm = (tenant_id: string, name: SectionName): Resource =>
  defineResource({
    table: 'tenants',
    path: `clients/${tenant_id}` as string,
    scope: 'partner',
    fields: tenantSections[name].shape as Record<string, z.ZodType>,
    list: { columns: [], search: [], sort: 'created_at' },
    form: forms[name],
    may: name === 'billing' || name === 'accounting' ? 'billing' : 'tenants',
    labels: { one: tenantLabels.title, many: { en: 'Tenants', de: 'Mandanten' }, fields: tenantLabels.fields as Record<string, FieldLabel> },
  })
