import { reasons } from '../values/reasons.ts'
import type { Batch, Encoded, Refusal } from './batch.ts'
import type { Target, WriteDriver, WriteSession } from './driver.ts'

export const refersTo = ({ structure }: Target) => (structure.references?.own.length ?? 0) > 0

type Checked = Pick<Batch, 'encoded' | 'records'>
type Writing = { session: WriteSession; target: Target; format: WriteDriver['format'] }

/**
 * The lines of a batch without those that refer to a record there is none of, and why those are refused. What the batch itself brings is
 * there, wherever in it, and so is what is to come `before` it; who refers to a refused record is refused, too.
 */
export async function withoutDangling(
  { session, target, format }: Writing,
  { encoded, records }: Checked,
  before: ReadonlySet<string> = new Set(),
): Promise<{ encoded: Encoded; refused: Refusal[] }> {
  const { structure, mode } = target
  const dangling = new Map<number, number>()
  const within: { line: number; key: string; place: number }[] = []
  const own = structure.references?.own ?? []
  for (const [place, reference] of own.entries()) {
    const values = new Set(encoded.refers.map((texts) => texts[place]!))
    values.delete(format.nothing)
    if (values.size === 0) continue
    const absent = await session.absent(reference, [...values])
    const mayCome = reference.to.id === structure.id && mode !== 'update'
    for (const [line, texts] of encoded.refers.entries())
      if (absent.has(texts[place]!)) {
        if (mayCome) within.push({ line, place, key: format.keyOf(reference.key, texts[place]!) })
        else dangling.set(line, place)
      }
  }
  for (let found = true; found;) {
    const coming = new Set(encoded.names.filter((_, line) => !dangling.has(line)))
    found = false
    for (const { line, key, place } of within)
      if (!dangling.has(line) && !coming.has(key) && !before.has(key)) {
        dangling.set(line, place)
        found = true
      }
  }
  const refused = [...dangling].map(([line, place]): Refusal => {
    const { field, to } = own[place]!
    const position = encoded.positions[line]!
    const value = records[position]![field.name] ?? null
    return {
      position,
      field: field.name,
      value,
      reason: reasons.noRelated({ key: String(value), structure: to.label }),
    }
  })
  return { encoded: withoutLines(encoded, dangling), refused }
}

/** The same without the records at these positions. */
export function withoutPositions(encoded: Encoded, positions: ReadonlySet<number>): Encoded {
  const gone = new Map(encoded.positions.flatMap((position, line) => (positions.has(position) ? [[line, 0]] : [])))
  return withoutLines(encoded, gone)
}

function withoutLines(encoded: Encoded, gone: { has(line: number): boolean; size: number }): Encoded {
  if (gone.size === 0) return encoded
  const kept = <T>(list: T[]) => list.filter((_, line) => !gone.has(line))
  const { lines, positions, keys, absent, refers, names } = encoded
  return {
    ...encoded,
    lines: kept(lines),
    positions: kept(positions),
    keys: kept(keys),
    absent: typeof absent === 'string' ? absent : kept(absent),
    refers: kept(refers),
    names: kept(names),
  }
}
