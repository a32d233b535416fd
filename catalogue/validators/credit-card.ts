import { textOf } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: { en: 'Please enter a valid credit card number.', de: 'Bitte geben Sie eine gültige Kreditkartennummer ein.' },
})

// Visa, Mastercard, American Express, Discover, Diners, JCB, Maestro.
const brands = [
  /^4(\d{12}|\d{15}|\d{18})$/,
  /^(5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}$/,
  /^3[47]\d{13}$/,
  /^6(011|5\d{2}|4[4-9]\d)\d{12}$/,
  /^3(0[0-5]|[689]\d)\d{11}$/,
  /^35\d{14}$/,
  /^(5[06-8]|6)\d{10,17}$/,
]

/** Luhn: every second digit from the right counts twice. */
const checksum = (digits: string) =>
  [...digits].reverse().reduce((sum, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)

export const creditCard = defineValidator({
  key: 'credit_card',
  options: z.strictObject({}),
  check(value) {
    const digits = textOf(value).replace(/[ -]/g, '')
    return brands.some((brand) => brand.test(digits)) && checksum(digits) % 10 === 0 ? undefined : texts.wrong()
  },
  labels: { title: { en: 'Credit card', de: 'Kreditkarte' } },
  examples: [
    { value: '4111 1111 1111 1111', options: {}, valid: true },
    { value: '5555555555554444', options: {}, valid: true },
    { value: '378282246310005', options: {}, valid: true },
    { value: '4111 1111 1111 1112', options: {}, valid: false },
    { value: '0000000000000000', options: {}, valid: false },
    { value: '1234', options: {}, valid: false },
  ],
})
