import type { MappingTransformer } from '../define/mapping.ts'
import { arity, type Transformer } from '../define/transformer.ts'
import { strength, type Formula, type FormulaSetting, type Operator } from './formula.ts'
import { chained, functionName, operatorKeys } from './functions.ts'
import { formulaOf, isFormula } from './transformer.ts'
import { parseFormula } from './parse.ts'

const nowhere = { from: 0, to: 0 }

export type Folding = {
  transformers: ReadonlyMap<string, Transformer>
  /** The boxes of the mapping by their output. */
  boxes: ReadonlyMap<string, MappingTransformer>
  /** How a field or an output is called. */
  nameOf(origin: string): string
  /** Whether a box is written out where it is used; else its output stands there by its name. */
  isPart(box: MappingTransformer): boolean
}

/** The formula that boxes stand for; nothing where they say what a formula cannot: conditions, or inputs that are free. */
export function foldBoxes(box: MappingTransformer, around: Folding, depth = 0): Formula | undefined {
  if (depth > 30) return undefined
  const transformer = around.transformers.get(box.key)
  if (isFormula(box)) return renamed(box, around)
  if (!transformer || box.conditions.length > 0) return undefined
  const inputs = box.inputs.map((origin) => (origin === null ? nothing : inputOf(origin, around, depth)))
  if (inputs.includes(undefined)) return undefined
  return treeOf(box, transformer, inputs as Formula[])
}

function inputOf(origin: string, around: Folding, depth: number): Formula | undefined {
  const box = around.boxes.get(origin)
  if (!box || !around.isPart(box)) return { is: 'name', name: around.nameOf(origin), ...nowhere }
  return foldBoxes(box, around, depth + 1)
}

const nothing: Formula = { is: 'nothing', ...nowhere }

/** The text of a formula with its fields called as they are called today. */
function renamed(box: MappingTransformer, { nameOf }: Folding): Formula | undefined {
  const { text, origins } = formulaOf(box)
  const { tree, problems } = parseFormula(text)
  return problems.length > 0
    ? undefined
    : withNames(tree, (name) => {
        const origin = origins.get(name)
        return origin ? nameOf(origin) : name
      })
}

/** The same formula with other names. */
function withNames(tree: Formula, rename: (name: string) => string): Formula {
  const inner = (one: Formula) => withNames(one, rename)
  switch (tree.is) {
    case 'name':
      return { ...tree, name: rename(tree.name) }
    case 'negative':
      return { ...tree, of: inner(tree.of) }
    case 'pair':
      return { ...tree, left: inner(tree.left), right: inner(tree.right) }
    case 'call':
      return { ...tree, inputs: tree.inputs.map(inner) }
    default:
      return tree
  }
}

function treeOf(box: MappingTransformer, transformer: Transformer, inputs: Formula[]): Formula | undefined {
  if (box.key === 'constant') return literalOf(box.options)
  const least = arity(transformer).least
  if (inputs.length < least) return undefined
  const operator = operatorOf(box, inputs.length)
  if (operator) return inputs.reduce((left, right) => ({ is: 'pair', operator, left, right, ...nowhere }))
  const settings = Object.entries(box.options).flatMap(([name, value]): (FormulaSetting | undefined)[] => {
    if (value === undefined || isDefault(transformer, name, value)) return []
    const tree = treeOfSetting(value)
    return [tree && { name, value: tree, ...nowhere }]
  })
  if (settings.includes(undefined)) return undefined
  const name = functionName(box.key)
  return { is: 'call', name, at: nowhere, inputs, settings: settings as FormulaSetting[], ...nowhere }
}

/** The operator a box is, if it has nothing beside it. */
function operatorOf({ key, options }: MappingTransformer, count: number): Operator | undefined {
  return (Object.keys(strength) as Operator[]).find((operator) => {
    const sign = operatorKeys[operator]
    if (sign.key !== key || (chained.includes(operator) ? count < 2 : count !== 2)) return false
    const wanted = { ...sign.options }
    if (key === 'compare' && options['operator'] === undefined) return operator === '='
    const names = new Set([...Object.keys(wanted), ...Object.keys(options)])
    return [...names].every((name) => wanted[name] === options[name])
  })
}

function literalOf({ value, type = 'text' }: Record<string, unknown>): Formula | undefined {
  if (typeof value !== 'string') return undefined
  if (value === '') return nothing
  if (type === 'text') return { is: 'text', value, ...nowhere }
  if (type === 'boolean')
    return /^(true|false)$/.test(value) ? { is: 'truth', value: value === 'true', ...nowhere } : undefined
  const isNumber = type === 'integer' ? /^-?\d+$/.test(value) : type === 'decimal' && /^-?\d+\.\d+$/.test(value)
  return isNumber ? { is: 'number', value, ...nowhere } : asConstant(value, type)
}

/** A date, say: the function says the kind. */
const asConstant = (value: string, type: unknown): Formula => ({
  ...{ is: 'call', name: 'constant', at: nowhere, inputs: [], ...nowhere },
  settings: [
    { name: 'value', value: { is: 'text', value, ...nowhere }, ...nowhere },
    { name: 'type', value: { is: 'text', value: String(type), ...nowhere }, ...nowhere },
  ],
})

function isDefault({ options }: Transformer, name: string, value: unknown): boolean {
  const schema = (options.shape as Record<string, { safeParse(given: unknown): { success: boolean; data?: unknown } }>)[
    name
  ]
  const tried = schema?.safeParse(undefined)
  return tried?.success === true && JSON.stringify(tried.data) === JSON.stringify(value)
}

function treeOfSetting(value: unknown): Formula | undefined {
  if (value === null) return nothing
  if (typeof value === 'string') return { is: 'text', value, ...nowhere }
  if (typeof value === 'boolean') return { is: 'truth', value, ...nowhere }
  if (typeof value === 'number')
    return /^-?\d+(\.\d+)?$/.test(String(value)) ? { is: 'number', value: String(value), ...nowhere } : undefined
  if (typeof value !== 'object') return undefined
  if (Array.isArray(value)) {
    const of = value.map(treeOfSetting)
    return of.includes(undefined) ? undefined : { is: 'list', of: of as Formula[], ...nowhere }
  }
  const fields = Object.entries(value).map(([name, inner]) => [name, treeOfSetting(inner)] as const)
  if (fields.some(([, tree]) => !tree)) return undefined
  return { is: 'object', fields: fields.map(([name, tree]) => ({ name, value: tree!, ...nowhere })), ...nowhere }
}
