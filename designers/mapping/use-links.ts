import type { MappingDefinition } from '@weft/kit/define/mapping.ts'
import type { ValueType } from '@weft/kit/define/value.ts'
import { useCallback, useMemo } from 'react'
import { linksOf, type End } from './edits.ts'
import type { LinkLine } from './geometry.ts'
import { litLinks } from './lit.ts'
import { typeLooks } from './looks.ts'
import type { Row } from './rows.ts'
import type { Anchor } from './use-layout.ts'

/** Every link of a mapping, what flows along it, and which of them are lit because of what is in focus. */
export function useLinks({
  definition,
  sources,
  types,
  focus,
}: {
  definition: MappingDefinition
  sources: ReadonlyMap<string, Row>
  /** What each output is. */
  types: ReadonlyMap<string, ValueType>
  focus: string | undefined
}) {
  const links = useMemo(() => linksOf(definition, sources), [definition, sources])
  const typeOf = useCallback(
    (end: End): ValueType =>
      end.startsWith('s:') ? (sources.get(end.slice(2))?.type ?? 'any') : (types.get(end.slice(2)) ?? 'any'),
    [sources, types],
  )
  const lit = useMemo(() => litLinks(focus, links, definition), [focus, links, definition])
  const litEnds = useMemo(
    () => new Set(links.filter(({ id }) => lit.has(id)).flatMap(({ from, to }) => [from, to])),
    [links, lit],
  )
  /** The type of what is connected to an end. */
  const wired = useMemo(
    () => new Map(links.flatMap(({ from, to }) => [[from, typeOf(from)] as const, [to, typeOf(from)] as const])),
    [links, typeOf],
  )
  return { links, typeOf, lit, litEnds, wired }
}

/** The links as they are drawn; one whose ends are both out of sight is not. */
export function useLinkLines(
  { links, typeOf, lit }: ReturnType<typeof useLinks>,
  anchorOf: (end: End) => Anchor | undefined,
): LinkLine[] {
  return useMemo(
    () =>
      links.flatMap((link): LinkLine[] => {
        const [a, b] = [anchorOf(link.from), anchorOf(link.to)]
        if (!a || !b || (a.clamped && b.clamped)) return []
        const tone = typeLooks[typeOf(link.from)][1]
        return [{ id: link.id, at: [a.x, a.y, b.x, b.y], tone, lit: lit.has(link.id), clamped: a.clamped || b.clamped }]
      }),
    [links, anchorOf, typeOf, lit],
  )
}
