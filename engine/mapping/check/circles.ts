type Open = { name: string; rest: string[]; index: number; low: number }

/**
 * Names in groups, each behind those its members wait for; members of one group wait for each other (Tarjan's components). Without
 * recursion, because a mapping may have a thousand transformers in a row, and looking at each wait once, because all may wait for all.
 */
export function groupsInOrder(names: Iterable<string>, waitsFor: (name: string) => string[]): string[][] {
  const groups: string[][] = []
  const seen = new Map<string, Open>()
  const ungrouped: string[] = []
  const waiting = new Set<string>()
  const enter = (name: string): Open => {
    const open = { name, rest: waitsFor(name).toReversed(), index: seen.size, low: seen.size }
    seen.set(name, open)
    ungrouped.push(name)
    waiting.add(name)
    return open
  }
  for (const start of names) {
    if (seen.has(start)) continue
    const trail = [enter(start)]
    for (let top = trail.at(-1); top; top = trail.at(-1)) {
      const next = top.rest.pop()
      if (next !== undefined) {
        if (!seen.has(next)) trail.push(enter(next))
        else if (waiting.has(next)) top.low = Math.min(top.low, seen.get(next)!.index)
        continue
      }
      trail.pop()
      const before = trail.at(-1)
      if (before) before.low = Math.min(before.low, top.low)
      if (top.low < top.index) continue
      const group = ungrouped.splice(ungrouped.lastIndexOf(top.name))
      for (const name of group) waiting.delete(name)
      groups.push(group)
    }
  }
  return groups
}
