import { TypeGuards, Value, type Template, type Token } from 'liquidjs'
import type { Expression } from '../define/template.ts'

/** A name that must be given to a text, and where it speaks of it first. */
export type Use = { name: string; at: number }

/** What is given from outside: names that no loop and no assignment before them has made. */
export function usesIn(templates: readonly Template[]): Use[] {
  const found = new Map<string, number>()
  const assigned = new Set<string>()
  const visit = (list: readonly Template[], inner: ReadonlySet<string>) => {
    for (const template of list) {
      for (const { name, at } of namesIn(template))
        if (!inner.has(name) && !assigned.has(name) && !found.has(name)) found.set(name, at)
      for (const one of template.localScope?.() ?? []) assigned.add(one.content)
      const children = template.children?.(false, true)
      if (!children) continue
      visit(valueOf(children), new Set([...inner, ...(template.blockScope?.() ?? [])]))
    }
  }
  visit(templates, new Set())
  return [...found].map(([name, at]) => ({ name, at }))
}

function valueOf(children: Generator<unknown, Template[]>): Template[] {
  for (;;) {
    const { done, value } = children.next()
    if (done) return value
  }
}

function* namesIn(template: Template): Generator<Use> {
  if ('expression' in template) {
    const { value, filters } = template.expression as Expression
    for (const one of [value, ...filters.flatMap((filter) => filter.arguments)])
      if ('path' in one) yield { name: String(one.path[0]), at: template.token.begin }
    return
  }
  for (const argument of template.arguments?.() ?? []) yield* rootsOf(argument)
}

/** The first names of the paths in an argument of a tag. */
function* rootsOf(argument: unknown): Generator<Use> {
  if (argument instanceof Value) {
    for (const token of argument.initial.postfix) yield* rootsOf(token)
    for (const { args } of argument.filters) for (const one of args) yield* rootsOf(Array.isArray(one) ? one[1] : one)
  } else if (TypeGuards.isPropertyAccessToken(argument)) {
    const [first, ...others] = argument.variable ? [argument.variable, ...argument.props] : argument.props
    if (TypeGuards.isWordToken(first) || TypeGuards.isQuotedToken(first))
      yield { name: first.content, at: argument.begin }
    else yield* rootsOf(first)
    for (const one of others) yield* rootsOf(one)
  } else if (TypeGuards.isRangeToken(argument)) {
    yield* rootsOf(argument.lhs)
    yield* rootsOf(argument.rhs)
  } else if (TypeGuards.isFilteredValueToken?.(argument as Token)) {
    yield* rootsOf((argument as { initial?: unknown }).initial)
  }
}
