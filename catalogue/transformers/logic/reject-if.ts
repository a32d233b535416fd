import { z } from 'zod'
import { evaluateCondition } from '@weft/kit/define/evaluate-condition.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse, shown } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { operators } from '@weft/kit/define/condition.ts'

const texts = defineMessages({ rejected: { en: '{reason} (value: “{value}”)', de: '{reason} (Wert: „{value}“)' } })

export const rejectIf = defineTransformer({
  key: 'reject_if',
  group: 'logic',
  icon: 'IconBan',
  takes: ['any'],
  takes_empty: true,
  options: z.strictObject({
    operator: z.enum(operators).default('empty'),
    value: z.string().max(1_000).default(''),
    text: z.string().min(1).max(500),
  }),
  gives: (_, [type]) => type ?? 'any',
  apply: ({ operator, value, text }) => {
    const condition = { field: 'x', operator, value }
    return (x) =>
      evaluateCondition({ x }, condition) ? refuse(texts.rejected({ reason: text, value: shown(x ?? '') })) : x
  },
  labels: {
    title: { en: 'Reject if', de: 'Ablehnen, wenn' },
    help: {
      en: 'Lets a value through, or rejects the record with a reason when the value is as described.',
      de: 'Lässt einen Wert durch oder lehnt den Datensatz mit einer Begründung ab, wenn der Wert so ist wie beschrieben.',
    },
    fields: {
      operator: { en: 'When it', de: 'Wenn er' },
      value: { en: 'Compared with', de: 'Verglichen mit' },
      text: { en: 'Reason', de: 'Begründung' },
    },
  },
  examples: [
    {
      takes: ['32.38'],
      options: { operator: 'less', value: '0', text: 'Freight must not be negative' },
      gives: '32.38',
    },
    {
      takes: ['-1'],
      options: { operator: 'less', value: '0', text: 'Freight must not be negative' },
      refuses: 'Freight must not be negative (value: “-1”)',
    },
    { takes: [null], options: { text: 'No customer' }, refuses: 'No customer (value: “”)' },
  ],
})
