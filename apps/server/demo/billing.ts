import { monthBefore } from '@weft/engine/billing/month.ts'
import type { DemoCaller } from './caller.ts'

/**
 * The provider's own data, two plans, a contract of the demo's tenant, and the run that invoices it for the month
 * before.
 */
export async function billDemo(admin: DemoCaller, tenant_id: string) {
  await admin.put('company/general', { name: 'Weft Demo GmbH', short: 'Weft', language: 'de' })
  await admin.put('company/contact', {
    email: 'hallo@weft.example',
    phone: '+49 40 123456',
    website: 'https://weft.example',
  })
  await admin.put('company/billing', { street: 'Speicherweg 1', zip: '20457', city: 'Hamburg', country: 'Deutschland' })
  await admin.put('company/accounting', {
    vat_number: 'DE123456789',
    account_holder: 'Weft Demo GmbH',
    bank_name: 'Beispielbank',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
  })
  const plans = (await admin.get('plans')) as { id: string; name: string }[]
  const planOf = async (draft: { name: string } & Record<string, unknown>) =>
    plans.find(({ name }) => name === draft.name) ?? ((await admin.post('plans', draft)) as { id: string })
  await planOf({
    name: 'Start',
    description: 'For a first project.',
    base_fee: '19.00',
    included_runs: 1_000,
    run_price: '3',
    included_records: 100_000,
    record_price: '8',
    included_gb: 1,
    gb_price: '0.50',
  })
  const business = await planOf({
    name: 'Business',
    description: 'For daily work.',
    base_fee: '99.00',
    included_runs: 50_000,
    run_price: '1.50',
    included_records: 10_000_000,
    record_price: '4',
    included_gb: 20,
    gb_price: '0.35',
  })
  await admin.put(`clients/${tenant_id}/billing`, {
    address_line_1: 'Buchhaltung',
    street: 'Hafenstraße 7',
    zip: '20359',
    city: 'Hamburg',
    country: 'Deutschland',
  })
  await admin.put(`clients/${tenant_id}/accounting`, {
    vat_number: 'DE987654321',
    invoice_email: 'rechnungen@hanse-handel.example',
    invoices_by_mail: false,
  })
  const month = monthBefore(new Date().toISOString().slice(0, 10))
  const known = (await admin.get('contracts')) as { tenant_id: string }[]
  if (known.some((contract) => contract.tenant_id === tenant_id)) return
  await admin.post('contracts', { tenant_id, plan_id: business.id, start_on: month, term_months: 12, notice_months: 3 })
  await admin.post('invoice_runs', { month: month.slice(0, 7), mode: 'issue' })
}
