import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AnalysisOrder } from '@weft/contracts/dynamic-models.ts'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { api } from '@weft/kit/ui/api.ts'

/** What the server finds in a file. */
export type FileAnalysis = Answer<'POST', '/dynamic_models/analyze'>['data']
export type OptionFinding = FileAnalysis['findings'][number]
export type Preview = FileAnalysis['preview']
/** What the user has decided against the findings, or for the analysis itself. */
export type AnalysisOptions = Omit<AnalysisOrder, 'file'>

export type DynamicModel = Answer<'GET', `/dynamic_models/${string}`>['data']
export type CheckResult = Answer<'POST', `/dynamic_models/${string}/check`>['data']

/** The analysis of a stored file; a change of wishes analyses again and keeps showing the last one meanwhile. */
export function useAnalysis(file: string | undefined, wishes: AnalysisOptions) {
  return useQuery({
    queryKey: ['/dynamic_models/analyze', file, wishes],
    enabled: file !== undefined,
    queryFn: async ({ signal }) =>
      (await api.post('/dynamic_models/analyze', { file: file!, ...wishes }, { signal, quiet: true, timeout: false }))
        .data,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  })
}
