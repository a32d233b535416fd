import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { sumOf } from '@weft/kit/define/money.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { defineMessages, type Language, type Message } from '@weft/kit/messages/messages.ts'
import { readUsage } from '../usage/read.server.ts'
import { chargesOf, type InvoiceLine } from './charges.ts'
import type { BillingContext, Company, Payer } from './context.ts'
import { lastOfMonth } from './month.ts'
import { countryOf, taxFor, totalsOf, type TaxNote, type Totals } from './tax.ts'

const texts = defineMessages({
  seller: {
    en: 'The provider’s company data lack what an invoice must name: name, street, place, country, and VAT or tax number.',
    de: 'In den Unternehmensdaten des Anbieters fehlt, was eine Rechnung nennen muss: Name, Straße, Ort, Land und USt-IdNr. oder Steuernummer.',
  },
  recipient: {
    en: 'The billing address lacks street, place or country.',
    de: 'In der Rechnungsadresse fehlen Straße, Ort oder Land.',
  },
})

/** A company as it stands on an invoice: what it was on that day. */
type Party = { name: string; address: string[]; country: string; vat_number: string; number: string; email: string }
type Seller = Party & {
  tax_number: string
  phone: string
  website: string
  account_holder: string
  bank_name: string
  iban: string
  bic: string
  logo: string
  footer: string
}
type Payment = {
  method: 'transfer' | 'sepa'
  days: number
  mandate_reference?: string
  iban?: string
  creditor_id?: string
}

/** What an invoice says, before it has a number and a date. */
export type Contents = Totals & {
  language: Language
  currency: string
  seller: Seller
  recipient: Party & { by_mail: boolean; intro: string }
  lines: InvoiceLine[]
  tax_note: TaxNote
  payment: Payment
}
type Composed = { contents: Contents } | { nothing: true } | { problem: Message }

/** What somebody owes for a month: the lines of their contracts by usage, tax, and both companies as they are now. */
export async function composeInvoice(
  trx: Scoped,
  payer: Payer,
  period: string,
  context: BillingContext,
): Promise<Composed> {
  const { settings, seller, countries } = context
  const company = await companyOf(trx, payer)
  const lines = await linesOf(trx, payer, period)
  if (sumOf(lines.map(({ amount }) => amount)).isZero()) return { nothing: true }
  const tax = taxFor(seller, company, countries, settings)
  if ('problem' in tax) return tax
  if (!company.street || !company.city) return { problem: texts.recipient() }
  const { language } = company
  const recipient = {
    ...partyOf(company, context),
    number: company.number ?? '',
    email: company.invoice_email || company.email,
    by_mail: company.invoices_by_mail,
    intro: settings[`intro_${language}`],
  }
  return {
    contents: {
      ...totalsOf(lines, tax.rate),
      language,
      currency: settings.currency,
      seller: sellerOf(context, language),
      recipient,
      lines,
      tax_note: tax.note,
      payment: await paymentOf(trx, payer, context),
    },
  }
}

/** Refuses while the provider's own data would not make an invoice. */
export function refuseIncompleteSeller({ seller, settings, countries }: BillingContext) {
  const complete =
    seller.name &&
    seller.street &&
    seller.city &&
    countryOf(countries, seller.country) &&
    (seller.vat_number || settings.tax_number)
  if (!complete) throw new Conflict('BILLING_INCOMPLETE', texts.seller())
}

type Buyer = Company & { number: string | null }

async function companyOf(trx: Scoped, { tenant_id, partner_id }: Payer): Promise<Buyer> {
  const row =
    tenant_id !== null
      ? await trx.selectFrom('tenants').selectAll().where('id', '=', tenant_id).executeTakeFirstOrThrow()
      : await trx.selectFrom('partners').selectAll().where('id', '=', partner_id).executeTakeFirstOrThrow()
  return row as unknown as Buyer
}

async function linesOf(trx: Scoped, { tenant_id, partner_id }: Payer, period: string): Promise<InvoiceLine[]> {
  const last = lastOfMonth(period)
  const contracts = await contractsIn(trx, period)
    .leftJoin('tenants as t', 't.id', 'c.tenant_id')
    .innerJoin('plans as p', 'p.id', 'c.plan_id')
    .selectAll('c')
    .select([
      't.name as tenant',
      'p.name',
      'p.base_fee',
      'p.included_runs',
      'p.run_price',
      'p.included_records',
      'p.record_price',
      'p.included_gb',
      'p.gb_price',
    ])
    .where((eb) =>
      tenant_id !== null
        ? eb.and([eb('c.tenant_id', '=', tenant_id), eb('c.partner_id', 'is', null)])
        : eb('c.partner_id', '=', partner_id),
    )
    .orderBy('t.name')
    .orderBy('c.number')
    .execute()
  const lines: InvoiceLine[] = []
  for (const contract of contracts) {
    const from = contract.start_on > period ? contract.start_on : period
    const to = contract.ends_on !== null && contract.ends_on < last ? contract.ends_on : last
    const tenants =
      contract.tenant_id !== null ? [contract.tenant_id] : await coveredBy(trx, contract.partner_id!, period)
    const usage = await readUsage(trx, tenants, from, to)
    lines.push(
      ...chargesOf({
        contract: contract.number,
        tenant: contract.tenant ?? '',
        plan: {
          ...contract,
          included_runs: Number(contract.included_runs),
          included_records: Number(contract.included_records),
        },
        usage,
        from,
        to,
      }),
    )
  }
  return lines
}

/** Contracts that were in force on some day of the month. */
const contractsIn = (trx: Scoped, period: string) =>
  trx
    .selectFrom('contracts as c')
    .where('c.start_on', '<=', lastOfMonth(period))
    .where((eb) => eb.or([eb('c.ends_on', 'is', null), eb('c.ends_on', '>=', period)]))

/** The tenants of a partner that have no contract of their own that month. */
async function coveredBy(trx: Scoped, partner_id: string, period: string): Promise<string[]> {
  const own = contractsIn(trx, period).select('c.tenant_id').where('c.tenant_id', 'is not', null)
  const rows = await trx
    .selectFrom('tenants')
    .select('id')
    .where('partner_id', '=', partner_id)
    .where('id', 'not in', own as never)
    .execute()
  return rows.map(({ id }) => id)
}

/** Everybody who has a contract in a month, always in the same order. */
export async function payersOf(trx: Scoped, period: string): Promise<Payer[]> {
  const rows = await contractsIn(trx, period).select(['c.tenant_id', 'c.partner_id']).execute()
  const payers = new Map(
    rows.map(
      (row) =>
        (row.partner_id !== null
          ? [row.partner_id, { tenant_id: null, partner_id: row.partner_id }]
          : [row.tenant_id!, { tenant_id: row.tenant_id!, partner_id: null }]) as [string, Payer],
    ),
  )
  return [...payers].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, payer]) => payer)
}

function partyOf(company: Company & { number?: string | null }, { countries }: BillingContext): Party {
  const country = countryOf(countries, company.country)
  const place = `${company.zip} ${company.city}`.trim()
  const address = [
    company.address_line_1,
    company.address_line_2,
    company.address_line_3,
    company.street,
    place,
  ].filter((line) => line !== '')
  return {
    name: company.name,
    address: country ? [...address, company.language === 'de' ? country.name : country.international_name] : address,
    country: country?.code ?? '',
    vat_number: company.vat_number,
    number: '',
    email: company.email,
  }
}

function sellerOf(context: BillingContext, language: Language): Seller {
  const { seller, settings } = context
  const { phone, website, account_holder, bank_name, iban, bic } = seller
  return {
    ...partyOf({ ...seller, language }, context),
    tax_number: settings.tax_number,
    phone,
    website,
    account_holder,
    bank_name,
    iban,
    bic,
    logo: settings.logo,
    footer: settings[`footer_${language}`],
  }
}

async function paymentOf(trx: Scoped, payer: Payer, { settings }: BillingContext): Promise<Payment> {
  const days = settings.payment_days
  const mandate = await mandateOf(trx, payer)
  return mandate
    ? {
        method: 'sepa',
        days,
        mandate_reference: mandate.mandate_reference!,
        iban: maskedIban(mandate.iban),
        creditor_id: settings.creditor_id,
      }
    : { method: 'transfer', days }
}

const mandateOf = (trx: Scoped, { tenant_id, partner_id }: Payer) =>
  trx
    .selectFrom('payment_methods')
    .selectAll()
    .where('status', '=', 'active')
    .where('kind', '=', 'sepa')
    .where((eb) => (tenant_id !== null ? eb('tenant_id', '=', tenant_id) : eb('partner_id', '=', partner_id)))
    .executeTakeFirst()

/** Enough of an account to know it by. */
export const maskedIban = (iban: string) => `${iban.slice(0, 4)} … ${iban.replaceAll(' ', '').slice(-4)}`
