import { IconBinaryTree } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { DataSetDefinition } from '@weft/kit/define/data-set.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { complaintsOf } from '../data-structures/structure.ts'
import { PlanTree } from '../shared/plan-tree.tsx'

const texts = defineMessages({ waits: { en: 'The plan waits', de: 'Der Plan wartet' } })

/** How the database would answer a definition: what it reads, by which index, how many rows it expects. */
export function Plan({ definition }: { definition: DataSetDefinition }) {
  const t = useTexts(texts)
  const { data, error } = useQuery({
    queryKey: ['/data_sets/plan', JSON.stringify(definition)],
    retry: false,
    queryFn: async ({ signal }) => (await api.post('/data_sets/plan', { definition }, { signal, quiet: true })).data,
  })
  if (error)
    return (
      <EmptyState
        icon={IconBinaryTree}
        title={t.waits()}
        text={Object.values(complaintsOf(error)).flat()[0] ?? error.message}
      />
    )
  return data ? <PlanTree root={data.root} /> : null
}
