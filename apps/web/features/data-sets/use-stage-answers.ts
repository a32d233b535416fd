import { keepPreviousData, useQueries } from '@tanstack/react-query'
import type { StageAnswer } from '@weft/designers/data-set/stage-answer.ts'
import type { DataSetDefinition } from '@weft/kit/define/data-set.ts'
import { api } from '@weft/kit/ui/api.ts'

/** The first rows of each stage, so far as it can be asked. */
export function useStageAnswers(definition: DataSetDefinition): ReadonlyMap<string, StageAnswer> {
  const { stages = [] } = definition
  const found = useQueries({
    queries: stages.map(({ id }, n) => ({
      queryKey: ['/data_sets/preview', 'stage', JSON.stringify([stages.slice(0, n + 1), definition.parameters])],
      placeholderData: keepPreviousData,
      retry: false,
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await api.post('/data_sets/preview', { definition, stage: id, limit: 5 }, { signal, quiet: true })).data,
    })),
  })
  return new Map(
    stages.map(({ id }, n) => {
      const { data, isFetching } = found[n]!
      return [id, { columns: data?.columns, rows: data?.rows, more: data?.more, isFetching }]
    }),
  )
}
