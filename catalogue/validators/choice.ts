import { isEmpty, textOf } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  unknown: { en: '"{value}" is none of the choices.', de: '„{value}“ steht nicht zur Auswahl.' },
  few: { en: 'Please choose at least {min}.', de: 'Bitte wählen Sie mindestens {min} aus.' },
  many: { en: 'Please choose at most {max}.', de: 'Bitte wählen Sie höchstens {max} aus.' },
})

export const choice = defineValidator({
  key: 'choice',
  options: z.strictObject({
    values: z.array(z.string()).optional(),
    min: z.int().min(0).optional(),
    max: z.int().min(1).optional(),
  }),
  asks_empty: true,
  check(value, { values, min, max }) {
    const chosen = (Array.isArray(value) ? value : isEmpty(value) ? [] : [value]).map(textOf)
    const unknown = values && chosen.find((one) => !values.includes(one))
    if (unknown !== undefined) return texts.unknown({ value: unknown })
    return min !== undefined && chosen.length < min
      ? texts.few({ min })
      : max !== undefined && chosen.length > max
        ? texts.many({ max })
        : undefined
  },
  labels: { title: { en: 'Choice', de: 'Auswahl' } },
  examples: [
    { value: 'csv', options: { values: ['csv', 'xml', 'json'] }, valid: true },
    { value: 'pdf', options: { values: ['csv', 'xml', 'json'] }, valid: false },
    { value: ['a', 'b'], options: { min: 1, max: 2 }, valid: true },
    { value: ['a', 'b', 'c'], options: { max: 2 }, valid: false },
    { value: [], options: { min: 1 }, valid: false },
  ],
})
