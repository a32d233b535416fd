import type { MappingDefinition } from '@weft/kit/define/mapping.ts'
import type { Link } from './edits.ts'

/** The lines a field, a line or a transformer touches, followed through transformers both ways. */
export function litLinks(
  start: string | undefined,
  links: readonly Link[],
  definition: MappingDefinition,
): Set<string> {
  const lit = new Set<string>()
  if (start === undefined) return lit
  if (links.some(({ id }) => id === start)) return new Set([start])
  const outputs = new Map(definition.transformers.map(({ id, output }) => [id, `o:${output}`]))
  const ids = new Map(definition.transformers.map(({ id, output }) => [`o:${output}`, id]))
  const forward = (end: string) => {
    for (const link of links) {
      if (link.from !== end || lit.has(link.id)) continue
      lit.add(link.id)
      const through = link.to.startsWith('i:') ? outputs.get(link.to.split(':')[1]!) : undefined
      if (through) forward(through)
    }
  }
  const back = (end: string) => {
    const id = ids.get(end)
    for (const link of links) {
      if (lit.has(link.id) || !(link.to === end || (id !== undefined && link.to.startsWith(`i:${id}:`)))) continue
      lit.add(link.id)
      back(link.from)
    }
  }
  const input = start.startsWith('i:') ? outputs.get(start.split(':')[1]!) : undefined
  forward(input ?? start)
  back(input ?? start)
  return lit
}
