import type { StructureField } from '../define/structure.ts'
import { Invalid } from '../errors/errors.ts'
import { defineMessages, type Message } from '../messages/messages.ts'
import type { TemplateVariable } from './kinds.ts'
import type { Key, Use } from './uses.ts'

const texts = defineMessages({
  unknown: { en: 'There is no value called "{name}".', de: 'Es gibt keinen Wert namens „{name}“.' },
  nearest: {
    en: 'There is no value called "{name}". Did you mean "{nearest}"?',
    de: 'Es gibt keinen Wert namens „{name}“. Meinten Sie „{nearest}“?',
  },
  refused: {
    en: 'The text speaks of values that nobody gives it.',
    de: 'Der Text spricht von Werten, die ihm niemand gibt.',
  },
})

/** A value that a text is given, and what is known of its inside; of `any` nothing is. */
export type Given = { name: string; is: 'value' | 'object' | 'list' | 'any'; fields?: readonly Given[] }
type Shape = Omit<Given, 'name'>

const any: Shape = { is: 'any' }

export const givenNames = (names: Iterable<string>): Given[] => [...names].map((name) => ({ name, ...any }))

/** The fields of a structure, with what is inside of its objects and lists. */
export const givenFields = (fields: readonly StructureField[]): Given[] =>
  fields.map(({ name, type, fields: inner }) => ({
    name,
    is: type === 'object' || type === 'list' ? type : type === 'json' ? 'any' : 'value',
    ...(inner && inner.length > 0 && { fields: givenFields(inner) }),
  }))

/** The variables of a template. What is inside of a list or an object nobody has said. */
export const givenVariables = (variables: readonly Pick<TemplateVariable, 'name' | 'type'>[]): Given[] =>
  variables.map(({ name, type }) => ({ name, is: type === 'list' || type === 'object' ? type : 'value' }))

/** What every text may speak of, wherever it is written. */
const alwaysGiven = (fields: readonly Given[]): Given[] => [
  { name: 'now', is: 'value' },
  { name: 'record', is: 'object', fields },
  { name: 'job', ...any },
  { name: 'config', ...any },
]

/** What a text speaks of and nobody gives, each with its place; inside of objects and lists as far as is known what they hold. */
export function unknownIn(
  uses: readonly Use[],
  given: readonly Given[],
  always: readonly Given[] = alwaysGiven(given),
): { at: number; message: Message }[] {
  const all: Shape = { is: 'object', fields: [...given, ...always] }
  return uses.flatMap(({ name, path, at, from, isTag }) => {
    const parts = [name, ...path]
    // What leads to the name is told of where the loop or the assignment stands.
    let shape = from.slice(0, -1).reduce<Shape | undefined>((one, key) => one && inside(one, key, true), all)
    for (const [i, key] of [from.at(-1)!, ...path].entries()) {
      const next = shape && inside(shape, key, isTag)
      if (next || !shape) {
        shape = next
        continue
      }
      if (i === 0 && from.length > 1) return []
      // What a list knows of is inside of its entries.
      const known = shape.is === 'list' ? [] : (shape.fields ?? []).map((field) => field.name)
      return [{ at, message: unknownUse(key, known, parts.slice(0, i)) }]
    }
    return []
  })
}

/** What is at a key; undefined where there is nothing. */
function inside({ is, fields }: Shape, key: Key, isTag: boolean): Shape | undefined {
  if (is === 'any') return any
  const entry: Shape = fields ? { is: 'object', fields } : any
  if (is === 'list') {
    if (typeof key !== 'string') return entry
    if (key === 'length' || (isTag && key === 'size')) return { is: 'value' }
    return isTag && (key === 'first' || key === 'last') ? entry : undefined
  }
  if (isTag && key === 'size') return { is: 'value' }
  if (is === 'value') return undefined
  return fields && key !== null ? fields.find(({ name }) => name === String(key)) : any
}

const plainName = /^[\p{L}_$@#][\p{L}\p{N}_$@#-]*$/u
const written = ([name, ...path]: readonly Key[]) =>
  String(name) +
  path
    .map((key) =>
      typeof key === 'string' && plainName.test(key) ? `.${key}` : key === null ? '[…]' : `[${JSON.stringify(key)}]`,
    )
    .join('')

export function assertGiven(unknown: readonly { message: Message }[]) {
  if (unknown.length > 0)
    throw new Invalid('TEMPLATE_UNKNOWN_VALUES', texts.refused(), {
      fields: { body: unknown.map(({ message }) => message) },
    })
}

/** A name that nobody gives, with the one that comes nearest to it; `before` is the way to both. */
export function unknownUse(key: Key, known: Iterable<string>, before: readonly Key[] = []): Message {
  const [name, asked] = [written([...before, key]), String(key)]
  const near = [...known]
    .map((one) => ({ one, far: distance(asked.toLowerCase(), one.toLowerCase()) }))
    .filter(({ far }) => far <= Math.ceil(asked.length / 3))
    .sort((a, b) => a.far - b.far)[0]
  return near ? texts.nearest({ name, nearest: written([...before, near.one]) }) : texts.unknown({ name })
}

/** How many letters differ (Levenshtein); names far longer than any field are not compared. */
function distance(a: string, b: string): number {
  if (a.length > 100 || b.length > 100) return Infinity
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length]!
}
