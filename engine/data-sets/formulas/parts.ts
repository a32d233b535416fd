import { alike } from '@weft/kit/formula/functions.ts'
import { parseFormula } from '@weft/kit/formula/parse.ts'
import { unfoldFormula, type Part } from '@weft/kit/formula/unfold.ts'
import { arity, type Transformer } from '@weft/kit/define/transformer.ts'
import type { DataSetField } from '@weft/kit/define/data-set.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import { texts } from '../texts.ts'
import { introduced } from './introduced.ts'

/** One use of a transformer; its inputs are outputs of earlier ones, or fields by their origin. */
export type FormulaPart = Pick<Part, 'key' | 'inputs' | 'options' | 'output'>

/** What the names of a formula stand for. */
export type Names = {
  /** The origin of a field, none, or several that are called the same. */
  find(name: string): string | 'several' | undefined
  known(): string[]
}

/**
 * What computes a field: the transformers its formula is made of, and those it is put through, in their order. The last one's output is the
 * value. Nothing where something is wrong, which is complained of.
 */
export function unfoldField(
  { of, field, formula, transformers = [] }: Pick<DataSetField, 'of' | 'field' | 'formula' | 'transformers'>,
  names: Names,
  complain: (key: string, message: Message) => void,
): FormulaPart[] | undefined {
  const parts = formula === undefined ? [] : formulaParts(formula, names, (message) => complain('formula', message))
  if (!parts) return undefined
  for (const [i, { key, options }] of transformers.entries()) {
    const path = `transformers.${i}`
    const transformer = introduced().transformers.get(key)
    if (!transformer) return void complain(`${path}.key`, texts.unknownTransformer({ key }))
    const { least, most } = arity(transformer)
    if (least > 1 || most < 1) return void complain(`${path}.key`, texts.notOneInput({ key }))
    parts.push({ key, options, inputs: [parts.at(-1)?.output ?? `${of}/${field}`], output: `#t${i}` })
  }
  return parts.every((part) => isSound(part, complain)) ? parts : undefined
}

/** Options a transformer refuses, and transformers that only a run can do. */
function isSound({ key, options, output }: FormulaPart, complain: (key: string, message: Message) => void): boolean {
  const transformer = introduced().transformers.get(key)!
  const at = output.startsWith('#t') ? `transformers.${output.slice(2)}` : 'formula'
  if (needsRun(transformer)) return (complain(at, texts.onlyInMappings({ key })), false)
  const { error } = transformer.options.safeParse(options)
  if (!error) return true
  const [issue] = error.issues
  complain(at, texts.wrongOption({ key, option: String(issue?.path[0] ?? '') }))
  return false
}

/** Looks something up elsewhere, or gives something else at every call. */
export const needsRun = ({ key, lookup, configuration, secret, text, loads }: Transformer) =>
  Boolean(lookup ?? configuration ?? secret ?? text ?? loads) ||
  ['uuid', 'number_range', 'encrypt', 'decrypt'].includes(key)

function formulaParts(formula: string, names: Names, complain: (message: Message) => void): FormulaPart[] | undefined {
  const { functions } = introduced()
  const { tree, problems } = parseFormula(formula)
  const several: string[] = []
  const found = unfoldFormula(tree, {
    functions,
    resolve(name) {
      const origin = names.find(name)
      if (origin === 'several') several.push(name)
      return origin
    },
    known: names.known(),
    idOf: (part) => ({ id: `#${part}`, output: `#${part}` }),
  })
  if (several[0] !== undefined)
    complain(texts.severalFields({ name: several[0], examples: alike(several[0], names.known(), 2).join(', ') }))
  for (const { message } of [...problems, ...found.problems]) complain(message)
  if (problems.length > 0 || !found.sound || several.length > 0) return undefined
  return found.parts.map(({ key, inputs, options, output }) => ({ key, inputs, options, output }))
}
