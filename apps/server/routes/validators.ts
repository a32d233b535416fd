import { validators } from '@weft/catalogue/validators/all.ts'
import { checkForm, checkValue } from '@weft/engine/forms/form-tasks.ts'
import { formDefinition, isWritable } from '@weft/kit/define/form.ts'
import type { Validator } from '@weft/kit/define/validator.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { issuePaths } from '@weft/kit/messages/issues.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { AppContext } from '../context.ts'
import { isolated } from '../isolated.ts'

const all: readonly Validator[] = validators

const text = z.object({ en: z.string(), de: z.string() })
const verdict = z.object({
  verdict: z.enum(['Valid', 'Invalid', 'NotValidated', 'Ignored']),
  rule: z.string().optional(),
  message: text.optional(),
})

/** The rules of forms as the server judges by them: the same functions that run in the browser. */
export const validatorRoutes =
  ({ isolation }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const about = (summary: string) => ({ tags: ['validators'], summary })
    app.get(
      '/validators',
      { schema: about('List the rules a form field can have'), config: { scope: 'user' } },
      () => ({
        data: all.map((one) => ({
          key: one.key,
          title: one.labels.title,
          options: isWritable(one) ? z.toJSONSchema(one.options, { unrepresentable: 'any' }) : null,
          asks_empty: one.asks_empty ?? false,
        })),
        meta: { page: 1, perPage: all.length, total: all.length, lastPage: 1 },
      }),
    )

    const asked = z.strictObject({
      rule: z.string().max(64),
      value: z.unknown(),
      options: z.record(z.string(), z.unknown()).default({}),
      name: z.string().max(191).default(''),
    })
    app.post(
      '/validators/check',
      {
        schema: { ...about('Ask one rule about a value'), body: asked, response: { 200: z.object({ data: verdict }) } },
        config: { scope: 'user' },
      },
      async (request, reply) => {
        const { body } = request
        const validator = all.find(({ key }) => key === body.rule)
        if (!validator || !isWritable(validator)) throw notFound()
        const options = validator.options.safeParse(body.options)
        if (!options.success) {
          const { place, message } = issuePaths(options.error.issues)[0]!
          throw invalidField(`options.${place}`, message)
        }
        const { value } = await isolation.run(checkValue, body, isolated(request, reply))
        return { data: value }
      },
    )

    const sent = z.strictObject({ form: formDefinition, values: z.record(z.string(), z.unknown()) })
    app.post(
      '/validators/check_form',
      {
        schema: {
          ...about('Judge the values of a form by its rules'),
          body: sent,
          response: { 200: z.object({ data: z.record(z.string(), verdict) }) },
        },
        config: { scope: 'user' },
      },
      async (request, reply) => {
        const { value } = await isolation.run(
          checkForm,
          { ...request.body, language: request.language },
          isolated(request, reply),
        )
        return { data: value }
      },
    )
  }
