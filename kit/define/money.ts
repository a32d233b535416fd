import { z } from 'zod'
import { defineMessages, say } from '../messages/messages.ts'
import { Exact } from './compare.ts'

const texts = defineMessages({
  price: {
    en: 'An amount with at most four decimal places, please, such as 12.50.',
    de: 'Bitte ein Betrag mit höchstens vier Nachkommastellen, zum Beispiel 12,50.',
  },
  amount: {
    en: 'An amount with at most two decimal places, please, such as 12.50.',
    de: 'Bitte ein Betrag mit höchstens zwei Nachkommastellen, zum Beispiel 12,50.',
  },
})

export const currencies = ['EUR', 'CHF', 'GBP', 'USD', 'DKK', 'NOK', 'SEK', 'PLN', 'CZK'] as const

const decimal = (pattern: RegExp, message: ReturnType<typeof texts.price>) =>
  z
    .string()
    .trim()
    .overwrite((text) => text.replace(',', '.'))
    .refine((text) => pattern.test(text), { error: say(message, 'en'), params: { say: message } })

/** A price as text: exact, never a floating number. A comma is read as a point. */
export const price = decimal(/^\d{1,9}(\.\d{1,4})?$/, texts.price())
/** A sum of money, which may be negative. */
export const amount = decimal(/^-?\d{1,9}(\.\d{1,2})?$/, texts.amount())

type Decimal = InstanceType<typeof Exact>

/** Rounded to two places, a five away from zero: as sums stand on an invoice. */
export const cents = (value: Decimal): Decimal => value.toDecimalPlaces(2, Exact.ROUND_HALF_UP)

/** Each a text or number, summed exactly. */
export const sumOf = (values: (string | number | Decimal)[]): Decimal =>
  values.reduce<Decimal>((sum, value) => sum.plus(value), new Exact(0))
