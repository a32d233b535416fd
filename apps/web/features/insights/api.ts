import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import type { ChartType, InsightDefinition } from '@weft/kit/define/insight.ts'
import { api } from '@weft/kit/ui/api.ts'

export const insightsHome = '/project/insights'
export type Insight = ListRow<'/insights'>
export type DataSet = ListRow<'/data_sets'>

export const useInsights = () =>
  useQuery({
    queryKey: ['/insights', 'all'],
    queryFn: async ({ signal }) =>
      (await api.get('/insights', { noPagination: true, sort: 'created_at' }, { signal })).data,
  })
export const useInsight = (id: string | undefined) =>
  useQuery({
    queryKey: [`/insights/${id}`],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => (await api.get(`/insights/${id!}`, {}, { signal, quiet: true })).data,
  })
export const useInsightData = (id: string) =>
  useQuery({
    queryKey: [`/insights/${id}/data`],
    queryFn: async ({ signal }) => (await api.get(`/insights/${id}/data`, {}, { signal, quiet: true })).data.graphs,
  })

/** The points of a draft, while it is being edited. */
export function useDraftData({ chart_type, definition }: { chart_type: ChartType; definition: InsightDefinition }) {
  const complete = definition.graphs.every((graph) => graph.data_set_id && graph.x_field && graph.y_field)
  // Only what decides which points come back; titles and colours do not.
  const graphs = definition.graphs.map(({ data_set_id, x_field, y_field, series_field, parameters }) => ({
    data_set_id,
    x_field,
    y_field,
    parameters,
    ...(series_field && { series_field }),
  }))
  return useQuery({
    queryKey: ['/insights/data', chart_type, JSON.stringify(graphs)],
    enabled: complete,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }) =>
      (await api.post('/insights/data', { chart_type, definition: { graphs } }, { signal, quiet: true })).data.graphs,
  })
}

export const useDataSets = () =>
  useQuery({
    queryKey: ['/data_sets', 'all'],
    queryFn: async ({ signal }) => (await api.get('/data_sets', { noPagination: true, sort: 'name' }, { signal })).data,
  })

/** The fields of data sets with their types. */
export function useColumns(ids: string[]) {
  const wanted = [...new Set(ids.filter(Boolean))]
  const answers = useQueries({
    queries: wanted.map((id) => ({
      queryKey: [`/data_sets/${id}/columns`],
      staleTime: 60_000,
      retry: false,
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await api.get(`/data_sets/${id}/columns`, {}, { signal, quiet: true })).data,
    })),
  })
  const known = new Map(wanted.map((id, i) => [id, answers[i]?.data]))
  return (id: string) => known.get(id)
}
