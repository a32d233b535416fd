import { textOf } from '@weft/kit/define/compare.ts'
import { DateTime } from 'luxon'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: { en: 'Please enter a date in the form {format}.', de: 'Bitte geben Sie ein Datum in der Form {format} ein.' },
  early: { en: 'The date must not be before {min}.', de: 'Das Datum darf nicht vor dem {min} liegen.' },
  late: { en: 'The date must not be after {max}.', de: 'Das Datum darf nicht nach dem {max} liegen.' },
})

export const date = defineValidator({
  key: 'date',
  options: z.strictObject({
    format: z.string().default('yyyy-MM-dd'),
    min: z.string().optional(),
    max: z.string().optional(),
  }),
  check(value, { format, min, max }) {
    const read = (text: unknown) => DateTime.fromFormat(textOf(text), format, { zone: 'utc' })
    const date = read(value)
    if (!date.isValid) return texts.wrong({ format })
    return min !== undefined && date < read(min)
      ? texts.early({ min })
      : max !== undefined && date > read(max)
        ? texts.late({ max })
        : undefined
  },
  labels: { title: { en: 'Date', de: 'Datum' } },
  examples: [
    { value: '2026-02-28', options: {}, valid: true },
    { value: '2026-02-29', options: {}, valid: false },
    { value: '2028-02-29', options: {}, valid: true },
    { value: '28.02.2026', options: { format: 'dd.MM.yyyy' }, valid: true },
    { value: '28.02.2026', options: {}, valid: false },
    { value: '2026-01-01', options: { min: '2026-01-02' }, valid: false },
    { value: '2026-01-03', options: { min: '2026-01-02', max: '2026-01-02' }, valid: false },
  ],
})
