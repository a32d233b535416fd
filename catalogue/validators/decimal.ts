import { textOf } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: { en: 'Please enter a decimal number such as 12.50.', de: 'Bitte geben Sie eine Dezimalzahl wie 12.50 ein.' },
  scale: {
    en: 'At most {scale} digits behind the point are allowed.',
    de: 'Es sind höchstens {scale} Nachkommastellen erlaubt.',
  },
  precision: { en: 'At most {precision} digits are allowed.', de: 'Es sind höchstens {precision} Stellen erlaubt.' },
})

export const decimal = defineValidator({
  key: 'decimal',
  options: z.strictObject({ precision: z.int().min(1).max(65).optional(), scale: z.int().min(0).max(30).optional() }),
  check(value, { precision, scale }) {
    const match = /^[+-]?(\d+)(?:\.(\d+))?$/.exec(textOf(value).trim())
    if (!match) return texts.wrong()
    const [whole, fraction] = [match[1]!.replace(/^0+/, ''), match[2] ?? '']
    if (scale !== undefined && fraction.length > scale) return texts.scale({ scale })
    return precision !== undefined && whole.length + fraction.length > precision
      ? texts.precision({ precision })
      : undefined
  },
  labels: { title: { en: 'Decimal number', de: 'Dezimalzahl' } },
  examples: [
    { value: '12.50', options: {}, valid: true },
    { value: '-7', options: {}, valid: true },
    { value: '12,5', options: {}, valid: false },
    { value: '1e3', options: {}, valid: false },
    { value: '12.505', options: { scale: 2 }, valid: false },
    { value: '0123.45', options: { precision: 5, scale: 2 }, valid: true },
    { value: '1234.56', options: { precision: 5 }, valid: false },
  ],
})
