import type { Transformer } from '../define/transformer.ts'
import type { Operator } from './formula.ts'

/** What operators are short for. */
export const operatorKeys: Record<Operator, { key: string; options?: Record<string, unknown> }> = {
  or: { key: 'or' },
  and: { key: 'and' },
  '=': { key: 'compare', options: { operator: 'equals' } },
  '<>': { key: 'compare', options: { operator: 'not_equals' } },
  '<': { key: 'compare', options: { operator: 'less' } },
  '<=': { key: 'compare', options: { operator: 'less_or_equal' } },
  '>': { key: 'compare', options: { operator: 'greater' } },
  '>=': { key: 'compare', options: { operator: 'greater_or_equal' } },
  '&': { key: 'concat', options: { separator: '' } },
  '+': { key: 'add' },
  '-': { key: 'subtract' },
  '*': { key: 'multiply' },
  '/': { key: 'divide' },
}

/** The operators whose transformer takes any number of inputs, so that a row of them is one. */
export const chained: readonly Operator[] = ['+', '*', '&', 'and', 'or']

/** Short names for what everybody knows by them. */
const aliases: Record<string, string> = { sum: 'sum_list' }

/** How a formula calls a transformer: `Collection` is `collection`. The same in both languages. */
export const functionName = (key: string) => {
  const alias = Object.keys(aliases).find((name) => aliases[name] === key)
  return alias ?? key.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()
}

export type Functions = { find(name: string): Transformer | undefined; names: readonly string[] }

/** The transformers by the names formulas call them; what stands as a value in a formula needs none. */
export function functionsOf(transformers: Iterable<Transformer>): Functions {
  const byName = new Map([...transformers].map((one) => [functionName(one.key), one]))
  for (const [alias, key] of Object.entries(aliases)) {
    const known = byName.get(alias)
    if (known) byName.set(key, known)
  }
  const names = [...byName.keys()].filter((name) => name !== 'constant' && !Object.values(aliases).includes(name))
  return { find: (name) => byName.get(name.toLowerCase()), names }
}

/** Those of `known` that look like what was written, the likest first. */
export function alike(written: string, known: Iterable<string>, most = 3): string[] {
  const wanted = written.toLowerCase()
  return [...known]
    .map((name) => ({ name, distance: distanceBetween(wanted, name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 3)) || name.endsWith(`.${wanted}`))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ name }) => name)
}

/** How many letters must be put in, left out, changed or swapped with the next one (Damerau and Levenshtein). */
function distanceBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? rows[i - 2]![j - 2]! + 1 : Infinity
      row.push(Math.min(row[j - 1]! + 1, rows[i - 1]![j]! + 1, changed, swapped))
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
