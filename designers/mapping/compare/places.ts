import type { ComparedMapping } from './mapping-changes.ts'

export type Place = { x: number; y: number; width: number; height: number }
export type Places = {
  sources: Map<string, Place>
  boxes: Map<string, Place>
  targets: Map<string, Place>
  width: number
  height: number
}

const field = { width: 190, height: 26, gap: 6 }
const box = { width: 170, height: 40, gap: 12 }
const between = 72
const margin = 14

/** Where everything stands: fields of the source at the left, boxes behind what they read, fields of the target at the right. */
export function layOutComparison({ boxes, lines }: ComparedMapping): Places {
  const ends = (of: 'from' | 'to', kind: string) => [
    ...new Set(lines.map((line) => line[of]).filter((end) => end.startsWith(kind))),
  ]
  const readers = new Map(boxes.map(({ box: { id } }) => [id, lines.filter(({ to }) => to.startsWith(`i:${id}:`))]))
  const levels = levelsOf(readers)
  const deepest = Math.max(-1, ...levels.values())
  const sources = column(ends('from', 's:'), margin)
  const placed = new Map<string, Place>()
  for (let level = 0; level <= deepest; level++) {
    const x = margin + field.width + between + level * (box.width + between)
    const wanted = [...levels].filter(([, at]) => at === level).map(([id]) => ({ id, y: middleOf(readers.get(id)!) }))
    let free = margin
    for (const { id, y } of wanted.sort((a, b) => a.y - b.y)) {
      const top = Math.max(free, y - box.height / 2)
      placed.set(id, { x, y: top, width: box.width, height: box.height })
      free = top + box.height + box.gap
    }
  }
  const x = margin + field.width + between + (deepest + 1) * (box.width + between)
  const targets = column(ends('to', 't:'), x)
  const all = [...sources.values(), ...placed.values(), ...targets.values()]
  return {
    sources,
    boxes: placed,
    targets,
    width: x + field.width + margin,
    height: Math.max(0, ...all.map(({ y, height }) => y + height)) + margin,
  }

  function middleOf(read: ComparedMapping['lines']): number {
    const places = read.flatMap(({ from }) => sources.get(from) ?? placed.get(from.slice(2)) ?? [])
    return places.reduce((sum, { y, height }) => sum + y + height / 2, 0) / Math.max(1, places.length)
  }
}

const column = (ids: string[], x: number) =>
  new Map(
    ids.map((id, i) => [
      id,
      { x, y: margin + i * (field.height + field.gap), width: field.width, height: field.height },
    ]),
  )

/** How many boxes stand before each; a circle, which no mapping that runs has, ends where it began. */
function levelsOf(readers: ReadonlyMap<string, ComparedMapping['lines']>): Map<string, number> {
  const levels = new Map<string, number>()
  const under = new Set<string>()
  const levelOf = (id: string): number => {
    const known = levels.get(id)
    if (known !== undefined || under.has(id)) return known ?? 0
    under.add(id)
    const before = (readers.get(id) ?? []).flatMap(({ from }) => (from.startsWith('o:') ? [from.slice(2)] : []))
    const level = Math.max(0, ...before.map((other) => levelOf(other) + 1))
    under.delete(id)
    levels.set(id, level)
    return level
  }
  for (const id of readers.keys()) levelOf(id)
  return levels
}
