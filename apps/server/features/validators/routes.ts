import { validators } from '@weft/catalogue/validators/all.ts'
import { validatorContract } from '@weft/contracts/validators.ts'
import { checkForm, checkValue } from '@weft/engine/forms/form-tasks.ts'
import { isWritable } from '@weft/kit/define/form.ts'
import type { Validator } from '@weft/kit/define/validator.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { issuePaths } from '@weft/kit/messages/issues.ts'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'

const all: readonly Validator[] = validators

/** The rules of forms as the server judges by them: the same functions that run in the browser. */
export const validatorRoutes =
  ({ isolation }: AppContext<'isolation'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, validatorContract)

    on('GET /validators', () => ({
      data: all.map((one) => ({
        key: one.key,
        title: one.labels.title,
        options: isWritable(one) ? z.toJSONSchema(one.options, { unrepresentable: 'any' }) : null,
        asks_empty: one.asks_empty ?? false,
      })),
      meta: { page: 1, perPage: all.length, total: all.length, lastPage: 1 },
    }))

    on('POST /validators/check', async (request, reply) => {
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
    })

    on('POST /validators/check_form', async (request, reply) => {
      const { value } = await isolation.run(
        checkForm,
        { ...request.body, language: request.language },
        isolated(request, reply),
      )
      return { data: value }
    })
  }
