import { workflowToken } from '@weft/catalogue/resources/workflow-token/workflow-token.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { ResourceList } from '@weft/kit/ui/resource-list.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

const texts = defineMessages({
  about: {
    en: 'Each token is an address of its own that starts a workflow when it is called.',
    de: 'Jedes Token ist eine eigene Adresse, deren Aufruf einen Workflow startet.',
  },
  active: { en: 'Active', de: 'Aktiv' },
  blocked: { en: 'Blocked', de: 'Gesperrt' },
})
const home = '/project/settings/workflowToken'

export function WorkflowTokensScreen() {
  const t = useTexts(texts)
  const path = '/workflows'
  const query = { noPagination: true }
  const { data } = useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => api.get(path, query, { signal, quiet: true }),
  })
  const names = new Map(data?.data.map(({ id, label }) => [id, label]))
  return (
    <ResourceList
      resource={workflowToken}
      to={({ id }) => `${home}/${id}`}
      createTo={`${home}/create`}
      icon={IconKey}
      subtitle={t.about()}
      cells={{
        workflow_id: (row) => names.get(String(row['workflow_id'])) ?? '–',
        active: (row) =>
          row['active'] ? (
            <StatusDot tone="green">{t.active()}</StatusDot>
          ) : (
            <StatusDot tone="slate">{t.blocked()}</StatusDot>
          ),
      }}
    />
  )
}
