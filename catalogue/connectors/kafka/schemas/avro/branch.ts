import { isObject } from '@weft/kit/define/is-object.ts'
import { branchName, type AvroType, type AvroUnion } from './types.ts'

type Shape = 'null' | 'boolean' | 'number' | 'text' | 'list' | 'object'

/** How values of a type look in a record, beside those few of numbers that are text there. */
function shapeOf(type: AvroType): Shape {
  switch (type.kind) {
    case 'int':
    case 'long':
      return type.logical ? 'text' : 'number'
    case 'float':
    case 'double':
      return 'number'
    case 'array':
      return 'list'
    case 'record':
    case 'map':
      return 'object'
    case 'null':
    case 'boolean':
      return type.kind
    default:
      return 'text'
  }
}

function shapeOfValue(value: unknown): Shape | undefined {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'list'
  if (isObject(value)) return 'object'
  if (typeof value === 'string') return 'text'
  return typeof value === 'number' || typeof value === 'boolean' ? (typeof value as 'number' | 'boolean') : undefined
}

/** Branches that may be meant by a value as it stands, the likeliest first: whole numbers and decimals may be given as text. */
export function branchesFor({ branches }: AvroUnion, value: unknown): AvroType[] {
  const shape = shapeOfValue(value)
  const own = branches.filter((branch) => shapeOf(branch) === shape)
  const others = shape === 'text' ? branches.filter((branch) => shapeOf(branch) === 'number') : []
  const decimals = shape === 'number' ? branches.filter(isDecimal) : []
  return [...own, ...others, ...decimals]
}

const isDecimal = (type: AvroType) => (type.kind === 'bytes' || type.kind === 'fixed') && type.logical !== undefined

/** The one branch a value stands for without a name; undefined where several look alike. */
export function bestBranch(union: AvroUnion, value: unknown): AvroType | undefined {
  const shape = shapeOfValue(value)
  const own = union.branches.filter((branch) => shapeOf(branch) === shape)
  if (own.length === 1) return own[0]
  const numbers = union.branches.filter((branch) => shapeOf(branch) === 'number')
  return own.length === 0 && shape === 'text' && numbers.length === 1 ? numbers[0] : undefined
}

/** The branch that is named, and what it holds: `{ "org.example.Order": … }`; undefined where the value speaks for itself. */
export function namedBranch({ branches }: AvroUnion, value: unknown): { branch: AvroType; value: unknown } | undefined {
  if (!isObject(value)) return undefined
  const [key, ...others] = Object.keys(value)
  const branch = others.length === 0 ? branches.find((one) => branchName(one) === key) : undefined
  if (!branch) return undefined
  const [only, ...more] = branches.filter((one) => shapeOf(one) === 'object')
  const isItself = more.length === 0 && only !== undefined && mayHold(only, key!)
  return isItself ? undefined : { branch, value: value[key!] }
}

const mayHold = (type: AvroType, key: string) =>
  type.kind === 'map' || (type.kind === 'record' && type.fields.some(({ name }) => name === key))
