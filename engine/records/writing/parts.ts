import type { Batch } from './batch.ts'
import type { Staged, Target } from './driver.ts'

/** Lines that can be merged in one go: no key twice, unless the later line says everything the earlier one did. */
export type WritePart = Staged & { origin(line: number): [batch: number, position: number] }

/** The parts a group is merged in, one after the other. */
export function splitForWriting(group: Batch[], { mode }: Pick<Target, 'mode'>): WritePart[] {
  const shapes = new Set(
    group
      .filter((batch) => batch.encoded.lines.length > 0)
      .map((batch) => (typeof batch.encoded.absent === 'string' ? batch.encoded.absent : 'ragged')),
  )
  const ragged = shapes.size > 1 || shapes.has('ragged')
  if (mode === 'insert' && group.length === 1 && !ragged) return onePart(group, group[0]!.encoded.lines)
  return mode === 'insert' || !ragged
    ? [withoutEarlier(group, { numbered: mode === 'update' })].filter((part) => part.lines.length > 0)
    : runs(group)
}

const onePart = (group: Batch[], lines: string[]): WritePart[] =>
  lines.length === 0
    ? []
    : [{ lines, absent: shapeOf(group), numbered: false, origin: (n) => [0, group[0]!.encoded.positions[n]!] }]
const shapeOf = (group: Batch[]) => group.find((batch) => batch.encoded.lines.length > 0)?.encoded.absent ?? ''

/** Of lines with the same key only the last. */
function withoutEarlier(group: Batch[], { numbered }: { numbered: boolean }): WritePart {
  const last = new Map<string, number>()
  const lines: string[] = []
  const origins: [number, number][] = []
  for (const [b, { encoded }] of group.entries()) {
    for (let i = 0; i < encoded.lines.length; i++) {
      const key = encoded.keys[i]
      if (key !== undefined) {
        const earlier = last.get(key)
        if (earlier !== undefined) lines[earlier] = ''
        last.set(key, lines.length)
      }
      lines.push(encoded.lines[i]!)
      if (numbered) origins.push([b, encoded.positions[i]!])
    }
  }
  const distinct = last.size > 0 && last.size < lines.length
  if (!distinct) return { lines, absent: shapeOf(group), numbered, origin: (n) => origins[n]! }
  const kept = [...last.values()].sort((a, b) => a - b)
  return { lines: kept.map((i) => lines[i]!), absent: shapeOf(group), numbered, origin: (n) => origins[kept[n]!]! }
}

/** Lines that each speak of other fields: cut wherever a key comes back, so that every line counts. */
function runs(group: Batch[]): WritePart[] {
  const parts: (WritePart & { absent: string[]; origins: [number, number][]; keys: Set<string> })[] = []
  for (const [b, { encoded }] of group.entries())
    for (const [i, line] of encoded.lines.entries()) {
      const key = encoded.keys[i]!
      let part = parts.at(-1)
      if (!part || part.keys.has(key)) {
        const origins: [number, number][] = []
        part = { lines: [], absent: [], numbered: true, origins, keys: new Set(), origin: (n) => origins[n]! }
        parts.push(part)
      }
      part.keys.add(key)
      part.lines.push(line)
      part.absent.push(typeof encoded.absent === 'string' ? encoded.absent : encoded.absent[i]!)
      part.origins.push([b, encoded.positions[i]!])
    }
  return parts
}
