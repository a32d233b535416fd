import type { GuideAnswer } from '@weft/contracts/guided-steps.ts'
import { api } from '@weft/kit/ui/api.ts'
import { queries } from '@weft/kit/ui/queries.ts'
import { useQuery } from '@tanstack/react-query'

const path = '/guided_steps'
const keyOf = (project: string) => [path, project]

/** The first steps in a project, asked for anew whenever somebody comes back to it. */
export const useGuide = (project: string | undefined): GuideAnswer | undefined =>
  useQuery({
    queryKey: keyOf(project ?? ''),
    queryFn: ({ signal }) => api.get(path, {}, { signal, quiet: true }),
    enabled: project !== undefined,
    refetchOnMount: 'always',
  }).data?.data

export const showGuide = async (project: string, shown: boolean): Promise<void> => {
  queries.setQueryData(keyOf(project), await api.put(path, { dismissed: !shown }))
}
