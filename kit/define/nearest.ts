import { editDistance } from './edit-distance.ts'

const most = 3

/** The names that are most like one that is not among them, the likest first; none where nothing is like it. */
export function nearest(wanted: string, names: readonly string[]): string[] {
  const own = plain(wanted)
  return [...new Set(names)]
    .map((name) => ({ name, likeness: likeness(own, plain(name)) }))
    .filter(({ likeness }) => likeness >= 0.5)
    .toSorted((a, b) => b.likeness - a.likeness || a.name.localeCompare(b.name))
    .slice(0, most)
    .map(({ name }) => name)
}

/** Capitals, signs and the schema or folder in front tell no two names apart. */
const plain = (name: string) =>
  name
    .split(/[./]/)
    .findLast(Boolean)
    ?.toLowerCase()
    .replaceAll(/[^\p{L}\d]/gu, '') ?? ''

/** One for the same, nothing for all other signs; a name within the other is very like it. */
function likeness(a: string, b: string): number {
  const longest = Math.max(a.length, b.length)
  if (longest === 0) return 0
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length >= 3 && long.includes(short)) return Math.max(0.6, 1 - editDistance(a, b) / longest)
  return 1 - editDistance(a, b) / longest
}
