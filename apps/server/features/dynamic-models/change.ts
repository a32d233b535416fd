import { dynamicModel } from '@weft/catalogue/resources/dynamic-model/dynamic-model.ts'
import { modelProblems } from '@weft/engine/models/check-model.ts'
import { formatOf } from '@weft/engine/models/formats.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import type { DynamicField, ModelField } from '@weft/kit/define/model.ts'
import { omitUndefined } from '@weft/kit/define/omit-undefined.ts'
import { invalidField, invalidFields } from '@weft/kit/errors/common.ts'
import { readRow, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'
import type { AppContext } from '../../context.ts'

const texts = defineMessages({
  typeFixed: {
    en: 'The type of a dynamic model cannot change after saving.',
    de: 'Der Typ eines dynamischen Modells kann nach dem Speichern nicht mehr geändert werden.',
  },
})

/** Changes a model that stays usable. */
export async function changeModel(
  context: AppContext<'formats'>,
  trx: Scoped,
  id: string,
  wanted: z.output<typeof dynamicModel.changes>,
  ifMatch?: string,
) {
  const before = await readRow(trx, dynamicModel, id)
  if (wanted.type !== undefined && wanted.type !== before.type) throw invalidField('type', texts.typeFixed())
  const changes = {
    ...wanted,
    ...(wanted.options && { options: usableOptions(context, before.type, wanted.options) }),
  }
  refuseProblems({ ...before, ...omitUndefined(changes) })
  return updateRow(trx, dynamicModel, id, changes, ifMatch)
}

type Format = Pick<AppContext<'formats'>, 'formats'>
type Usable = { fields: ModelField[]; dynamic_fields: DynamicField[]; primary_key?: string | null | undefined }

/** What is wrong with a model: its fields and key, and the options of its format. */
export const problemsOfModel = (
  context: Format,
  model: Usable & { type: string; options: Record<string, unknown> },
) => ({
  fields: modelProblems(model),
  options: optionsOf(context, model.type, model.options).error?.issues.map(atOptions) ?? [],
})

/** The options with their defaults, or which of them cannot be. */
export function usableOptions(
  context: Format,
  type: string,
  options: Record<string, unknown>,
): Record<string, unknown> {
  const { data, error } = optionsOf(context, type, options)
  if (error) throw new z.ZodError(error.issues.map(atOptions))
  return data as Record<string, unknown>
}

const optionsOf = ({ formats }: Format, type: string, options: Record<string, unknown>) =>
  formatOf(formats, type).format.options.safeParse(options)
const atOptions = (issue: z.core.$ZodIssue) => ({ ...issue, path: ['options', ...issue.path] })

/** Throws where a model cannot be used. */
export function refuseProblems(model: Usable) {
  const problems = modelProblems(model)
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
}
