import { useQuery } from '@tanstack/react-query'
import type { Transformer } from '@weft/kit/define/transformer.ts'

const none: readonly Transformer[] = []

/** What formulas of data sets are made of; loaded with the first editor. */
export function useTransformersOfTheHouse(): readonly Transformer[] {
  const { data = none } = useQuery({
    queryKey: ['transformers of the house'],
    staleTime: Infinity,
    queryFn: async (): Promise<readonly Transformer[]> =>
      (await import('@weft/catalogue/transformers/all.ts')).transformers,
  })
  return data
}
