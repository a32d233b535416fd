import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import type { DataSetColumn } from '@weft/kit/define/data-set.ts'
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
    queryFn: async ({ signal }) => (await api.get(`/insights/${id}/data`, {}, { signal, quiet: true })).data,
  })

/** The points of a draft, while it is being edited. */
export function useDraftData({ chart_type, definition }: { chart_type: ChartType; definition: InsightDefinition }) {
  const complete = definition.graphs.every(
    ({ data_set_id, x_field, y_field, series_field }) =>
      data_set_id &&
      (chart_type === 'table' || y_field) &&
      (chart_type === 'table' || chart_type === 'number' || x_field) &&
      (chart_type !== 'pivot' || series_field),
  )
  // Only what decides which points come back; titles and colours do not.
  const { days } = definition
  const graphs = definition.graphs.map(
    ({ data_set_id, x_field, y_field, series_field, total, columns, parameters }) => ({
      data_set_id,
      x_field,
      y_field,
      total,
      columns,
      parameters,
      ...(series_field && { series_field }),
    }),
  )
  return useQuery({
    queryKey: ['/insights/data', chart_type, JSON.stringify([graphs, days])],
    enabled: complete,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }) =>
      (
        await api.post(
          '/insights/data',
          { chart_type, definition: { graphs, ...(days !== undefined && { days }) } },
          { signal, quiet: true },
        )
      ).data,
  })
}

/** What an insight can show: a data set of the project, or what Weft knows of its runs, whose columns come with it. */
export type Source = {
  id: string
  name: string
  definition: Pick<DataSet['definition'], 'parameters' | 'fields'>
  columns?: DataSetColumn[]
}

export function useSources(): { data: Source[] | undefined } {
  const { data: dataSets } = useDataSets()
  const { data: own } = useQuery({
    queryKey: ['/insights/sources'],
    staleTime: 600_000,
    queryFn: async ({ signal }) => (await api.get('/insights/sources', {}, { signal })).data,
  })
  return {
    data: dataSets &&
      own && [
        ...dataSets,
        ...own.map(({ id, name, columns }) => ({
          id,
          name,
          definition: { parameters: [], fields: [] },
          columns: columns.map((column) => ({ ...column, aggregated: false })),
        })),
      ],
  }
}

const useDataSets = () =>
  useQuery({
    queryKey: ['/data_sets', 'all'],
    queryFn: async ({ signal }) => (await api.get('/data_sets', { noPagination: true, sort: 'name' }, { signal })).data,
  })

/** The fields of sources with their types. */
export function useColumns(ids: string[], sources: readonly Source[]) {
  const told = new Map(sources.flatMap(({ id, columns }) => (columns ? [[id, columns] as const] : [])))
  const wanted = [...new Set(ids.filter((id) => id && !told.has(id)))]
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
  return (id: string) => told.get(id) ?? known.get(id)
}
