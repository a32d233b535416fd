import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer, ListRow } from '@weft/kit/contracts/client.ts'
import type { DashboardDefinition, DashboardFilter, DashboardTile, FilterValues } from '@weft/kit/define/dashboard.ts'
import { api } from '@weft/kit/ui/api.ts'
import type { Picked } from '@weft/kit/ui/insight-spec.ts'

export const dashboardsHome = '/project/insights/dashboards'
export type Dashboard = ListRow<'/dashboards'>
export type Tiles = Answer<'POST', '/dashboards/data'>['data']
export type TileAnswer = Tiles['tiles'][number]

export const useDashboard = (id: string | undefined) =>
  useQuery({
    queryKey: [`/dashboards/${id}`],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => (await api.get(`/dashboards/${id!}`, {}, { signal, quiet: true })).data,
  })

/** What all tiles show; asked for anew while somebody looks, where the dashboard says so. */
export function useDashboardData(
  definition: DashboardDefinition | undefined,
  values: FilterValues,
  { every = 0 }: { every?: number } = {},
) {
  const client = useQueryClient()
  const queryKey = ['/dashboards/data', asked(definition), values]
  const ask = async (only?: string[], signal?: AbortSignal) =>
    (
      await api.post(
        '/dashboards/data',
        { definition: definition!, values, ...(only && { only }) },
        { quiet: true, ...(signal && { signal }) },
      )
    ).data
  const query = useQuery({
    queryKey,
    enabled: definition !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    ...(every > 0 && { refetchInterval: every * 60_000 }),
    queryFn: ({ signal }) => ask(undefined, signal),
  })
  /** Asks for one tile again and leaves the others as they are. */
  const again = async (id: string) => {
    const { tiles } = await ask([id])
    client.setQueryData<Tiles>(
      queryKey,
      (before) =>
        before && { ...before, tiles: before.tiles.map((one) => tiles.find(({ id }) => id === one.id) ?? one) },
    )
  }
  return { ...query, again }
}

/** Only what decides what comes back: where tiles lie does not. */
const asked = (definition: DashboardDefinition | undefined) =>
  definition && [
    definition.tiles
      .map(({ id, insight_id, fields }) => ({ id, insight_id, fields }))
      .toSorted((a, b) => a.id.localeCompare(b.id)),
    definition.filters,
  ]

export const useChoices = (definition: DashboardDefinition, filter: DashboardFilter, search: string) =>
  useQuery({
    queryKey: ['/dashboards/choices', definition, filter.name, search],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.post('/dashboards/choices', { definition, filter: filter.name, search }, { signal, quiet: true }))
        .data,
  })

export type Behind = { insight_id: string; label: string; picked: Picked; tile?: DashboardTile }

export const useRowsBehind = (
  { insight_id, picked, tile }: Behind,
  filters: DashboardFilter[],
  values: FilterValues,
  page: number,
) =>
  useQuery({
    queryKey: [`/insights/${insight_id}/rows`, picked, filters, values, page],
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }) =>
      (
        await api.post(
          `/insights/${insight_id}/rows`,
          {
            graph: picked.graph,
            at: {
              ...(picked.x !== undefined && { x: picked.x }),
              ...(picked.series !== undefined && { series: picked.series }),
            },
            filters,
            values,
            fields: tile?.fields ?? {},
            page,
          },
          { signal, quiet: true },
        )
      ).data,
  })
