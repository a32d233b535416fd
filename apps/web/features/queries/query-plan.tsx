import { useQuery } from '@tanstack/react-query'
import { api } from '@weft/kit/ui/api.ts'
import { PlanTree } from '../shared/plan-tree.tsx'
import s from './query-result.module.css'

/** How the database would run a query. */
export function QueryPlan({ asked }: { asked: { sql: string; parameters: string } }) {
  const { data, error } = useQuery({
    queryKey: ['/queries/check', asked],
    retry: false,
    queryFn: async ({ signal }) => (await api.post('/queries/check', asked, { quiet: true, signal })).data,
  })
  if (error) return <p className={s['complaint']}>{error.message}</p>
  return data ? <PlanTree root={data.root} /> : null
}
