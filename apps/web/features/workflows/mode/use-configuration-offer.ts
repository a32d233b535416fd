import { useQuery } from '@tanstack/react-query'
import { api } from '@weft/kit/ui/api.ts'
import type { ConfigurationName } from '@weft/kit/ui/form/configured-text.tsx'
import { useMay, useSession } from '@weft/kit/ui/session.ts'

/** What texts may name of the configuration: names, never values. Whoever has created one in another tab finds it on coming back. */
export function useConfigurationNames(): readonly ConfigurationName[] | undefined {
  const project = useSession((session) => session.project?.id)
  return useQuery({
    queryKey: ['/config_values/names', project],
    queryFn: async ({ signal }) => (await api.get('/config_values/names', undefined, { signal, quiet: true })).data,
    refetchOnWindowFocus: 'always',
    retry: false,
  }).data
}

/** The same, with where one is created for whoever may. */
export function useConfigurationOffer() {
  const names = useConfigurationNames()
  const may = useMay()
  return {
    names,
    createAt: may('tokens.create')
      ? (name: string) => `/project/settings/config/create?name=${encodeURIComponent(name)}`
      : undefined,
  }
}
