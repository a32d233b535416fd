import { queryOptions } from '@tanstack/react-query'
import type { LimitLevel } from '@weft/kit/define/element.ts'
import type { PluginManifest } from '@weft/kit/define/plugin.ts'
import { api, type Item } from '@weft/kit/ui/api.ts'

/** What a project may not use of the house's catalogue, and what plugins add to it. */
export type ToldOffer = {
  off: { key: string; level: LimitLevel }[]
  plugins: { manifest: PluginManifest; enabled: boolean }[]
}

export const offerOfProject = (project: string | undefined) =>
  queryOptions({
    queryKey: ['/workflow_elements/offer', project],
    queryFn: async ({ signal }) =>
      (await api.get<Item<ToldOffer>>('/workflow_elements/offer', {}, { signal, quiet: true })).data,
    staleTime: 30_000,
    retry: false,
  })
