import { itemOf, listOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { formDefinition } from '@weft/kit/define/form.ts'
import { z } from 'zod'

const text = z.object({ en: z.string(), de: z.string() })
const verdict = z.object({
  verdict: oneOf(['Valid', 'Invalid', 'NotValidated', 'Ignored']),
  rule: z.string().optional(),
  message: text.optional(),
})

/** The rules of forms as the server judges by them. */
export const validatorContract = defineRoutes({
  'GET /validators': {
    operationId: 'listValidators',
    summary: 'List the rules a form field can have',
    scope: 'user',
    answers: {
      200: listOf(
        z.object({
          key: z.string(),
          title: text,
          /** A JSON Schema; null where only code can give the options. */
          options: z.record(z.string(), z.any()).nullable(),
          asks_empty: z.boolean(),
        }),
      ),
    },
  },
  'POST /validators/check': {
    operationId: 'checkValue',
    summary: 'Ask one rule about a value',
    scope: 'user',
    body: z.strictObject({
      rule: z.string().max(64),
      value: z.unknown(),
      options: z.record(z.string(), z.unknown()).default({}),
      name: z.string().max(191).default(''),
    }),
    answers: { 200: itemOf(verdict) },
  },
  'POST /validators/check_form': {
    operationId: 'checkForm',
    summary: 'Judge the values of a form by its rules',
    scope: 'user',
    body: z.strictObject({ form: formDefinition, values: z.record(z.string(), z.unknown()) }),
    answers: { 200: itemOf(z.record(z.string(), verdict)) },
  },
})
