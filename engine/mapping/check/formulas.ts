import type { MappingDefinition, MappingTransformer, ProblemPlace } from '@weft/kit/define/mapping.ts'
import type { Transformer } from '@weft/kit/define/transformer.ts'
import type { ValueType } from '@weft/kit/define/value.ts'
import type { Repair, Span } from '@weft/kit/formula/formula.ts'
import { functionsOf } from '@weft/kit/formula/functions.ts'
import { parseFormula } from '@weft/kit/formula/parse.ts'
import { formulaOf, isFormula } from '@weft/kit/formula/transformer.ts'
import { typeRepairs, unfoldFormula, type Part } from '@weft/kit/formula/unfold.ts'
import type { FieldPath } from './fields.ts'
import { texts, type Report } from './problems.ts'

type Known = {
  transformers: ReadonlyMap<string, Transformer>
  source: ReadonlyMap<string, FieldPath>
  report: Report
}

/** The formula a transformer belongs to; its own id where it is none's part. */
export const wholeOf = (id: string) => id.split('#', 1)[0]!

/**
 * The same mapping with each formula as the transformers it is made of, so that whatever follows knows transformers only
 * (docs/decisions/0384-a-formula-unfolds-into-transformers.md). `report` says of a part where it stands in the text.
 */
export function unfoldFormulas(
  definition: MappingDefinition,
  { transformers, source, report }: Known,
): { definition: MappingDefinition; report: Report } {
  if (!definition.transformers.some(isFormula)) return { definition, report }
  const functions = functionsOf(transformers.values())
  const named = new Map([...source].map(([id, { full_name }]) => [full_name, id]))
  const outputs = new Set(definition.transformers.map(({ output }) => output))
  const parts = new Map<string, Part>()

  const unfolded = definition.transformers.flatMap((box, number): MappingTransformer[] => {
    if (!isFormula(box)) return [box]
    const { text, origins } = formulaOf(box)
    const { tree, problems } = parseFormula(text)
    const found = unfoldFormula(tree, {
      functions,
      resolve: (name) => origins.get(name) ?? named.get(name) ?? (outputs.has(name) ? name : undefined),
      known: [...named.keys(), ...outputs],
      idOf: (part) => ({
        id: part === 0 ? box.id : `${box.id}#${part}`,
        output: part === 0 ? box.output : `${box.output.slice(0, 45)}__${number}_${part}`,
      }),
    })
    for (const { code, message, from, to, repairs } of [...problems, ...found.problems])
      report(
        'open',
        `formula_${code}`,
        message,
        { on: 'transformer', id: box.id, option: 'text', from, to },
        { repairs },
      )
    if (problems.length > 0 || !found.sound) return [box]
    for (const part of found.parts) parts.set(part.id, part)
    return found.parts.map((part) => partOf(box, part))
  })

  return {
    definition: { ...definition, transformers: unfolded },
    report(severity, code, message, at, about) {
      const part = at.on === 'transformer' ? parts.get(at.id) : undefined
      if (!part || code.startsWith('output_')) return report(severity, code, message, at, about)
      const place = placeOf(part, at)
      const repairs = about?.types ? wrappings(about.types, place, functions.names) : []
      report(
        severity,
        code,
        message,
        { on: 'transformer', id: wholeOf(part.id), option: 'text', ...place },
        { repairs },
      )
    },
  }
}

function partOf(box: MappingTransformer, { id, output, key, label, options, inputs }: Part): MappingTransformer {
  const isWhole = id === box.id
  return {
    ...{ id, output, key, options, inputs, position: box.position },
    label: isWhole ? box.label : label,
    conditions: isWhole ? box.conditions : [],
    otherwise: 'empty',
  }
}

function placeOf({ span, places }: Part, at: ProblemPlace): Span {
  const { from, to } = ('input' in at && at.input !== undefined && places[at.input]) || span
  return { from, to }
}

/** Functions to put around a value of another type than is wanted. */
const wrappings = ([given, wanted]: readonly [ValueType, ValueType], { from, to }: Span, names: readonly string[]) =>
  (typeRepairs[`${given} ${wanted}`] ?? [])
    .filter((name) => names.includes(name))
    .map((name): Repair => ({ label: texts.wrap({ name }), from, to, around: name }))
