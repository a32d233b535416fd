import {
  AssignTag,
  BreakTag,
  CaseTag,
  CommentTag,
  ContinueTag,
  CycleTag,
  defaultOperators,
  ForTag,
  IfTag,
  Liquid,
  UnlessTag,
  type Operators,
} from 'liquidjs'
import { compareKeys, numberOf, sortKey } from '../define/compare.ts'
import { applyFilter } from '../define/render.ts'
import { filterNames } from '../define/template.ts'

/** What reading and rendering one text may take. */
export const textLimits = { characters: 200_000, seconds: 2, memory: 20_000_000 }

const ordered = (holds: (order: number) => boolean) => (a: unknown, b: unknown) =>
  a !== null && a !== undefined && b !== null && b !== undefined && holds(compareKeys(sortKey(a), sortKey(b)))

/** Numbers are compared as what they mean, decimals kept as text among them. */
const same = (a: unknown, b: unknown): boolean | undefined => {
  const [left, right] = [numberOf(a), numberOf(b)]
  return left && right ? left.eq(right) : undefined
}

const equal = defaultOperators['==']!
const operators: Operators = {
  ...defaultOperators,
  '==': (a, b, context) => same(a, b) ?? equal(a, b, context),
  '!=': function* (a, b, context) {
    return !(same(a, b) ?? ((yield equal(a, b, context)) as boolean))
  },
  '<': ordered((order) => order < 0),
  '<=': ordered((order) => order <= 0),
  '>': ordered((order) => order > 0),
  '>=': ordered((order) => order >= 0),
}

const tags = {
  if: IfTag,
  unless: UnlessTag,
  case: CaseTag,
  for: ForTag,
  break: BreakTag,
  continue: ContinueTag,
  assign: AssignTag,
  cycle: CycleTag,
  comment: CommentTag,
}

/** The words a tag may begin with. */
export const tagNames = [
  ...Object.keys(tags),
  ...['elsif', 'else', 'endif', 'endunless', 'when', 'endcase', 'endfor', 'endcomment'],
]

/**
 * The language of stored texts: tags of Liquid that decide and repeat, with the filters of all other texts in place of Liquid's own.
 * There is no tag that reads a file or another template; only a value's own properties are seen.
 */
export function textLanguage(): Liquid {
  const liquid = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    jsTruthy: true,
    templates: {},
    operators,
    parseLimit: textLimits.characters,
    renderLimit: textLimits.seconds * 1_000,
    memoryLimit: textLimits.memory,
  })
  for (const name of Object.keys(liquid.tags)) if (!(name in tags)) delete liquid.tags[name]
  for (const name of Object.keys(liquid.filters)) delete liquid.filters[name]
  for (const name of filterNames) liquid.registerFilter(name, (value, ...given) => applyFilter(name, value, given))
  return liquid
}
