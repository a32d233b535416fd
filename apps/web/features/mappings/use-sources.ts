import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { withFurther, type Others } from '@weft/engine/mapping/check/further.ts'
import type { MappedStructure } from '@weft/designers/mapping/rows.ts'
import { referredId, type MappingDefinition } from '@weft/kit/define/mapping.ts'
import { api } from '@weft/kit/ui/api.ts'
import { session } from '@weft/kit/ui/session.ts'
import { useMemo } from 'react'
import type { Mapping } from './api.ts'

export const structureOf = ({ id, label, tree }: MappedStructure) => ({ id, label, fields: tree })

/** What the further sources of a definition read: those the mapping came with, and those that were added since. */
export function useOthers(mapping: Mapping, { sources = [] }: MappingDefinition): Others {
  const known = new Set(mapping.others.map(({ id }) => id))
  const more = sources.map(({ of }) => of).filter((of) => !known.has(referredId(of)))
  const { data = none } = useQuery({
    queryKey: ['/mappings/sources', session.get().project?.id, more],
    enabled: more.length > 0,
    queryFn: async ({ signal }) => (await api.post('/mappings/sources', { of: more }, { signal, quiet: true })).data,
    placeholderData: keepPreviousData,
  })
  return useMemo(
    () => new Map([...mapping.others, ...data].map((one) => [one.id, { ...structureOf(one), asks: one.asks }])),
    [mapping.others, data],
  )
}
const none: Mapping['others'] = []

/** The source with the fields of its further sources, as it is drawn. */
export function useWholeSource(source: MappedStructure, { sources }: MappingDefinition, others: Others) {
  return useMemo<MappedStructure>(
    () => ({ ...source, tree: withFurther(structureOf(source), { sources }, others, () => undefined).source.fields }),
    [source, sources, others],
  )
}
