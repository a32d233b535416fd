import { mappingLimits, type MappingDefinition, type MappingProblem } from '@weft/kit/define/mapping.ts'
import type { Transformer } from '@weft/kit/define/transformer.ts'
import { unfoldFormulas, wholeOf } from './formulas.ts'
import { usedJoins, withFurther, type Join, type Others } from './further.ts'
import { fieldPaths, type MappedStructure, type FieldPath } from './fields.ts'
import { reporter, texts, type Report } from './problems.ts'
import { resolveTargets, tooMany, usesBehind, type Filled } from './targets.ts'
import { nameOf, resolveUses, type Use } from './uses.ts'

export type CheckedMapping = {
  problems: MappingProblem[]
  uses: Use[]
  target: Filled[]
  source: ReadonlyMap<string, FieldPath>
  /** What is looked up in further sources before a record is mapped. */
  joins: Join[]
}
export type MappingParts = {
  definition: MappingDefinition
  source: MappedStructure
  target: MappedStructure
  transformers: ReadonlyMap<string, Transformer>
  /** What further sources read, by the id of the structure or data set. */
  others?: Others
}
const none: Others = new Map()

/**
 * Types a mapping and reports every problem with its place. What it answers beside the problems is sound: parts with a
 * problem are left out, so that a preview can show the rest.
 */
export function checkMapping({
  definition,
  source: main,
  target,
  transformers,
  others = none,
}: MappingParts): CheckedMapping {
  const { report, problems } = reporter()
  const { source, joins } = withFurther(main, definition, others, report)
  if (source.id === target.id) report('error', 'same_structure', texts.same_structure(), { on: 'mapping' })
  const places = { source: fieldPaths(source), target: fieldPaths(target) }
  checkNames(places.source, 'source_field', report)
  checkNames(places.target, 'target_field', report)
  const unfolded = unfoldFormulas(definition, { transformers, ...places, report })
  const { uses, port, exists } = resolveUses(unfolded.definition, { transformers, ...places, report: unfolded.report })
  const filled = resolveTargets(target.fields, { definition, ...places, port, exists, report })
  if (definition.connections.length === 0) report('open', 'nothing', texts.nothing(), { on: 'mapping' })
  const used = new Set<Use>()
  for (const { port, field_id, full_name } of valuesOf(filled)) {
    usesBehind(port, used)
    if (tooMany(port))
      report(
        'error',
        'target_many',
        texts.target_many({ name: full_name, most: mappingLimits.transformers_per_target }),
        { on: 'target_field', id: field_id },
      )
  }
  for (const use of uses)
    if (!used.has(use) && use.stored.id === wholeOf(use.stored.id))
      report('warning', 'unused', texts.unused({ name: nameOf(use.stored) }), { on: 'transformer', id: use.stored.id })
  return {
    problems,
    uses,
    target: filled,
    source: places.source,
    joins: usedJoins(joins, unfolded.definition, others, report),
  }
}

/** Names become properties of objects and parts of code, so they are looked at even though structures check them as well. */
function checkNames(places: ReadonlyMap<string, FieldPath>, on: 'source_field' | 'target_field', report: Report) {
  for (const [id, { field }] of places)
    if (!/^[a-z][a-z0-9_]{0,62}$/.test(field.name))
      report('error', 'field_name', texts.field_name({ name: field.name }), { on, id })
}

/** Every value that fills a field, also inside objects and lists. */
const valuesOf = (
  fields: readonly Filled[],
): { port: Use['ports'][number] & {}; field_id: string; full_name: string }[] =>
  fields.flatMap((filled) => [
    ...(filled.by === 'fields' ? [] : [{ port: filled.port, field_id: filled.field_id, full_name: filled.full_name }]),
    ...(filled.by === 'value' ? [] : valuesOf(filled.fields)),
  ])

/** Whether a mapping can run: nothing is wrong and nothing is missing. */
export const isRunnable = (problems: readonly MappingProblem[]) =>
  problems.every(({ severity }) => severity === 'warning')
