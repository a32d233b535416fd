import { numberOf, textOf } from '@weft/kit/define/compare.ts'
import { parseTemplate } from '@weft/kit/define/template.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: {
    en: 'Please enter a number, or a variable such as {example}.',
    de: 'Bitte geben Sie eine Zahl oder eine Variable wie {example} ein.',
  },
})

function isVariable(text: string) {
  try {
    const { parts } = parseTemplate(text.trim())
    return parts.length === 1 && typeof parts[0] !== 'string'
  } catch {
    return false
  }
}

export const numberOrVariable = defineValidator({
  key: 'number_or_variable',
  options: z.strictObject({}),
  check: (value) =>
    numberOf(value) || isVariable(textOf(value)) ? undefined : texts.wrong({ example: '{{ total }}' }),
  labels: { title: { en: 'Number or variable', de: 'Zahl oder Variable' } },
  examples: [
    { value: '12.5', options: {}, valid: true },
    { value: 3, options: {}, valid: true },
    { value: '{{ order.total }}', options: {}, valid: true },
    { value: '{{ }}', options: {}, valid: false },
    { value: '{{ a }} and {{ b }}', options: {}, valid: false },
    { value: 'twelve', options: {}, valid: false },
  ],
})
