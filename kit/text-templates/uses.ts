import { AssignTag, ForTag, TypeGuards, Value, type Template, type Token } from 'liquidjs'
import type { Expression } from '../define/template.ts'

/** A step on the way into a value: a name, a place in a list, or one that only a run knows. */
export type Key = string | number | null

/** What a text speaks of, as it is written there first. */
export type Use = {
  name: string
  path: readonly Key[]
  at: number
  /** Where the name comes from among what is given: itself, or what a loop goes through or an assignment takes. */
  from: readonly Key[]
  /** Tags know the size, the first and the last of a list. */
  isTag: boolean
}

type Read = Pick<Use, 'name' | 'path' | 'at' | 'isTag'>

/** What a name that the text makes itself stands for; undefined where that is no given value as it is. */
type Local = readonly Key[] | undefined

/** What is given from outside: also what loops and assignments take of it. */
export function usesIn(templates: readonly Template[]): Use[] {
  const found = new Map<string, Use>()
  const assigned = new Map<string, Local>()
  const several = assignedSeveralTimes(templates)
  const resolved = ({ name, path }: Pick<Read, 'name' | 'path'>, inner: ReadonlyMap<string, Local>): Local => {
    const locals = inner.has(name) ? inner : assigned
    const from = locals.has(name) ? locals.get(name) : [name]
    return from && [...from, ...path]
  }
  const visit = (list: readonly Template[], inner: ReadonlyMap<string, Local>) => {
    for (const template of list) {
      for (const read of readsIn(template)) {
        const whole = resolved(read, inner)
        const id = JSON.stringify([whole, read.isTag])
        if (!whole || found.has(id)) continue
        found.set(id, { ...read, from: whole.slice(0, whole.length - read.path.length) })
      }
      const taken = template instanceof AssignTag ? alone(valueOf(template)) : undefined
      for (const { content } of template.localScope?.() ?? [])
        assigned.set(content, taken && !several.has(content) ? resolved(taken, inner) : undefined)
      const children = template.children?.(false, true)
      if (!children) continue
      const each = template instanceof ForTag ? readOf(template.collection) : undefined
      const list = each && resolved(each, inner)
      const names = [...(template.blockScope?.() ?? [])]
      visit(
        lastOf(children),
        new Map([
          ...inner,
          ...names.map((name, i): [string, Local] => [String(name), i === 0 && list ? [...list, null] : undefined]),
        ]),
      )
    }
  }
  visit(templates, new Map())
  return [...found.values()]
}

/** What stands in a name that is assigned in two places depends on the way there. */
function assignedSeveralTimes(templates: readonly Template[], once = new Set<string>(), several = new Set<string>()) {
  for (const template of templates) {
    for (const { content } of template.localScope?.() ?? []) (once.has(content) ? several : once).add(content)
    const children = template.children?.(false, true)
    if (children) assignedSeveralTimes(lastOf(children), once, several)
  }
  return several
}

function lastOf(children: Generator<unknown, Template[]>): Template[] {
  for (;;) {
    const { done, value } = children.next()
    if (done) return value
  }
}

// Its types call it private.
const valueOf = (tag: AssignTag) => (tag as unknown as { value: Value }).value

/** A value that is a path and nothing else. */
const alone = ({ initial, filters }: Value): Read | undefined =>
  filters.length === 0 && initial.postfix.length === 1 ? readOf(initial.postfix[0]) : undefined

function* readsIn(template: Template): Generator<Read> {
  if ('expression' in template) {
    const { value, filters } = template.expression as Expression
    for (const one of [value, ...filters.flatMap((filter) => filter.arguments)])
      if ('path' in one) {
        const [name, ...path] = one.path
        yield { name: String(name), path, at: template.token.begin, isTag: false }
      }
    return
  }
  for (const argument of template.arguments?.() ?? []) yield* readsOf(argument)
}

/** The paths in an argument of a tag. */
function* readsOf(argument: unknown): Generator<Read> {
  if (argument instanceof Value) {
    for (const token of argument.initial.postfix) yield* readsOf(token)
    for (const { args } of argument.filters) for (const one of args) yield* readsOf(Array.isArray(one) ? one[1] : one)
  } else if (TypeGuards.isPropertyAccessToken(argument)) {
    const read = readOf(argument)
    if (read) yield read
    const inner = argument.variable ? [argument.variable, ...argument.props] : argument.props
    for (const one of inner) yield* readsOf(one)
  } else if (TypeGuards.isRangeToken(argument)) {
    yield* readsOf(argument.lhs)
    yield* readsOf(argument.rhs)
  } else if (TypeGuards.isFilteredValueToken?.(argument as Token)) {
    yield* readsOf((argument as { initial?: unknown }).initial)
  }
}

function readOf(argument: unknown): Read | undefined {
  if (!TypeGuards.isPropertyAccessToken(argument)) return undefined
  const [first, ...others] = argument.variable ? [argument.variable, ...argument.props] : argument.props
  if (!TypeGuards.isWordToken(first) && !TypeGuards.isQuotedToken(first)) return undefined
  return { name: first.content, path: others.map(keyOf), at: argument.begin, isTag: true }
}

const keyOf = (token: unknown): Key =>
  TypeGuards.isNumberToken(token)
    ? token.content
    : TypeGuards.isWordToken(token) || TypeGuards.isQuotedToken(token)
      ? token.content
      : null
