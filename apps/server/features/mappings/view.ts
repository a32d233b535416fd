import type { MappingAnswer, TransformerAnswer } from '@weft/contracts/mappings.ts'
import { transformers } from '@weft/catalogue/transformers/all.ts'
import { checkMapping, isRunnable } from '@weft/engine/mapping/check/check.ts'
import { fieldPaths } from '@weft/engine/mapping/check/fields.ts'
import { uncomputed, withFunctions } from '@weft/engine/mapping/functions.ts'
import { parseMapping } from '@weft/engine/mapping/parse/parse.ts'
import { functionsIn } from '@weft/engine/mapping/stored-functions.server.ts'
import { readSides, type ReadSource, type Sides } from '@weft/engine/mapping/sources.server.ts'
import { pluginsIn } from '@weft/engine/plugins/installed.server.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import type { MappingDefinition, MappingProblem } from '@weft/kit/define/mapping.ts'
import { declaredTransformers } from '@weft/kit/define/plugin.ts'
import { arity, inputType, type Transformer } from '@weft/kit/define/transformer.ts'
import { invalidFields, notFound } from '@weft/kit/errors/common.ts'
import { say, type Language, type Message } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

export const houseTransformers: ReadonlyMap<string, Transformer> = new Map(transformers.map((one) => [one.key, one]))

/** Those of the plugins the project uses and its own functions, too. Looking at a mapping computes none of them. */
export const knownIn = async (trx: Scoped): Promise<ReadonlyMap<string, Transformer>> =>
  withFunctions(await transformersIn(trx), await functionsIn(trx), uncomputed)

/** What own functions can be made of, beside each other. */
export async function transformersIn(trx: Scoped): Promise<ReadonlyMap<string, Transformer>> {
  const used = (await pluginsIn(trx)).filter(({ enabled }) => enabled)
  if (used.length === 0) return houseTransformers
  return new Map([
    ...houseTransformers,
    ...used
      .flatMap(({ manifest }) => declaredTransformers(manifest, () => null))
      .map((one): [string, Transformer] => [one.key, one]),
  ])
}

export const toMappingProblems = (problems: readonly MappingProblem[], language: Language) =>
  problems.map(({ severity, code, message, at }) => ({
    severity,
    code,
    message: say(message, language),
    at: { ...at },
  }))

export async function readMapping(trx: Scoped, id: string) {
  const row = await trx.selectFrom('mappings').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  const { source, target, others } = await readSides(trx, row)
  const parsed = parseMapping(row.definition)
  const definition: MappingDefinition =
    'definition' in parsed ? parsed.definition : { connections: [], transformers: [] }
  const checked = checkMapping({ definition, source, target, others, transformers: await knownIn(trx) })
  return {
    row,
    source,
    target,
    others,
    definition,
    problems: 'problems' in parsed ? [...parsed.problems, ...checked.problems] : checked.problems,
  }
}

export function viewOf(
  { row, source, target, others, definition, problems }: Awaited<ReturnType<typeof readMapping>>,
  language: Language,
): MappingAnswer {
  const { tenant_id: _tenant, project_id: _project, definition: _definition, ...said } = row
  return {
    ...said,
    definition,
    source: sideView(source),
    target: sideView(target),
    others: [...others.values()].map(sideView),
    connections: definition.connections,
    field_transformers: definition.transformers.map(({ id, position, ...config }) => ({
      id,
      position,
      config,
      target_field_id:
        definition.connections.find(({ source_field_id }) => source_field_id === config.output)?.target_field_id ??
        null,
    })),
    problems: toMappingProblems(problems, language),
    runnable: isRunnable(problems),
  }
}

/** The field a problem is told at. */
export const placeOf = ({ at, code }: Pick<MappingProblem, 'at' | 'code'>) =>
  code === 'same_structure' ? 'target_structure_id' : 'id' in at ? `definition.${at.on}.${at.id}` : 'definition'

/** A structure or data set with its fields as a tree, and flat by their full names. */
export const sideView = ({ id, label, class_name, table_name, fields, asks = [] }: ReadSource) => ({
  ...{ id, label, class_name, table_name },
  asks: [...asks],
  tree: fields,
  fields: [...fieldPaths({ id, label, fields })].map(([field, { full_name, type }]) => ({
    id: field,
    full_name,
    type,
  })),
})

/** Refuses a definition that breaks a rule; one that is only unfinished may be kept. */
export async function refuseWrong(trx: Scoped, { definition, ...sides }: Sides & { definition: MappingDefinition }) {
  const { source, target, others } = await readSides(trx, { ...sides, definition })
  const errors = checkMapping({ definition, source, target, others, transformers: await knownIn(trx) }).problems.filter(
    ({ severity }) => severity === 'error',
  )
  if (errors.length === 0) return
  const fields: Record<string, Message[]> = {}
  for (const problem of errors) (fields[placeOf(problem)] ??= []).push(problem.message)
  throw invalidFields(fields)
}

/** A transformer as the catalogue shows it to callers of the API. */
export function transformerView(transformer: Transformer, language: Language): TransformerAnswer {
  const { key, group, icon, labels, examples, options } = transformer
  const { least, most } = arity(transformer)
  const count = Math.max(least, Math.min(most, labels.inputs?.length ?? least))
  return {
    key,
    group,
    icon,
    title: labels.title[language],
    help: labels.help[language],
    inputs: {
      least,
      most: Number.isFinite(most) ? most : null,
      named: Array.from({ length: count }, (_, i) => ({
        type: inputType(transformer, i),
        title: labels.inputs?.[i]?.[language] ?? null,
      })),
    },
    gives: typeof transformer.gives === 'string' ? transformer.gives : null,
    options: z.toJSONSchema(options, { unrepresentable: 'any', io: 'input' }),
    examples,
  }
}
