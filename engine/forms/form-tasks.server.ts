import { judgeForm, type FieldVerdict } from '@weft/kit/define/form.ts'
import { verdictOf, type Validator } from '@weft/kit/define/validator.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { bothLanguages } from '@weft/kit/messages/messages.ts'
import { implement, type Implementation } from '../isolation/serve.server.ts'
import { checkForm, checkValue, type ToldVerdict } from './form-tasks.ts'

/** Judging values by the rules of forms, as isolated tasks. */
export const formTasks = (validators: readonly Validator[]): Implementation[] => [
  implement(checkValue, async ({ rule, value, options, name }) => {
    const validator = validators.find(({ key }) => key === rule)
    if (!validator) throw notFound()
    return told(await verdictOf(validator, value, options, name))
  }),
  implement(checkForm, async ({ form, values, language }) =>
    Object.fromEntries(
      Object.entries(await judgeForm(form, values, validators, { language })).map(([name, found]) => [
        name,
        told(found),
      ]),
    ),
  ),
]

const told = ({ message, ...rest }: FieldVerdict): ToldVerdict => ({
  ...rest,
  ...(message && { message: bothLanguages(message) }),
})
