import { cents, sumOf } from '@weft/kit/define/money.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  sellerCountry: {
    en: 'The provider’s billing address has no known country.',
    de: 'Die Rechnungsadresse des Anbieters nennt kein bekanntes Land.',
  },
  country: { en: 'The billing address has no known country.', de: 'Die Rechnungsadresse nennt kein bekanntes Land.' },
})

export type Country = {
  code: string
  name: string
  international_name: string
  eu_member: boolean
  tax_rate: number
  disable_tax: boolean
}
type Taxed = { country: string; vat_number: string; has_vat: boolean; small_business: boolean }

/** Why an invoice carries no tax; empty where it does. */
export type TaxNote = '' | 'reverse_charge' | 'small_business' | 'not_subject' | 'outside' | 'disabled'

/** The country somebody means by its code or one of its names. */
export function countryOf(countries: readonly Country[], text: string): Country | undefined {
  const wanted = text.trim().toLowerCase()
  return wanted === ''
    ? undefined
    : countries.find(({ code, name, international_name }) =>
        [code, name, international_name].some((known) => known.toLowerCase() === wanted),
      )
}

/**
 * The tax of a service rendered by electronic means, as the EU has it: a seller who is a small business or not subject
 * to VAT charges none; within the seller's country its rate holds; a business elsewhere in the EU owes the tax itself
 * (reverse charge), anybody else there pays the rate of their country; outside of the EU the service is not taxable.
 */
export function taxFor(
  seller: Taxed,
  buyer: Taxed,
  countries: readonly Country[],
  { reverse_charge }: { reverse_charge: boolean },
): { rate: string; note: TaxNote } | { problem: Message } {
  if (seller.small_business) return { rate: '0', note: 'small_business' }
  if (!seller.has_vat) return { rate: '0', note: 'not_subject' }
  const home = countryOf(countries, seller.country)
  if (!home) return { problem: texts.sellerCountry() }
  const there = countryOf(countries, buyer.country)
  if (!there) return { problem: texts.country() }
  if (there.disable_tax) return { rate: '0', note: 'disabled' }
  if (there.code === home.code) return { rate: String(home.tax_rate), note: '' }
  if (!home.eu_member || !there.eu_member) return { rate: '0', note: 'outside' }
  return reverse_charge && buyer.vat_number !== '' && buyer.has_vat
    ? { rate: '0', note: 'reverse_charge' }
    : { rate: String(there.tax_rate), note: '' }
}

type TaxLine = { rate: string; net: string; tax: string }
export type Totals = { net: string; tax: string; gross: string; taxes: TaxLine[] }

/** Net is the sum of the lines; tax is rounded once for each rate. */
export function totalsOf(lines: readonly { amount: string }[], rate: string): Totals {
  const net = sumOf(lines.map(({ amount }) => amount))
  const tax = cents(net.times(rate).div(100))
  return {
    net: net.toFixed(2),
    tax: tax.toFixed(2),
    gross: net.plus(tax).toFixed(2),
    taxes: [{ rate, net: net.toFixed(2), tax: tax.toFixed(2) }],
  }
}
