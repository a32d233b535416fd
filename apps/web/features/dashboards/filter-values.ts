import { chosenOf, type DashboardFilter, type FilterValues } from '@weft/kit/define/dashboard.ts'
import { useNavigate } from '@tanstack/react-router'
import { useSearchParams } from '@weft/kit/ui/address.ts'
import { useMemo } from 'react'

/** What is chosen stands in the address by the filters' names, so that a link shows the same. */
export function useFilterValues(filters: readonly DashboardFilter[]) {
  const search = useSearchParams()
  const navigate = useNavigate()
  const said = JSON.stringify(
    filters.flatMap(({ name }) => (search[name] === undefined ? [] : [[name, String(search[name])]])),
  )
  const values = useMemo<FilterValues>(() => Object.fromEntries(JSON.parse(said) as [string, string][]), [said])
  const set = (change: Record<string, string | undefined>) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...change }),
      replace: true,
    } as never)
  return {
    values,
    choose: (filter: DashboardFilter, value: string) =>
      set({ [filter.name]: value === filter.standard ? undefined : value }),
    /** Everything is shown, whatever the standards are. */
    clear: () => set(Object.fromEntries(filters.map(({ name, standard }) => [name, standard === '' ? undefined : '']))),
    isFiltered: filters.some((filter) => chosenOf(filter, values) !== ''),
  }
}
