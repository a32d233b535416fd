import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { PageTabs } from '@weft/kit/ui/page-tabs.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useEffect, type ReactNode } from 'react'
import { useWorkflowHead, type WorkflowHead } from './api.ts'

const texts = defineMessages({
  sections: { en: 'Settings of the workflow', de: 'Einstellungen des Workflows' },
  basedata: { en: 'Base data', de: 'Basisdaten' },
  properties: { en: 'Properties', de: 'Eigenschaften' },
  dependency: { en: 'Dependencies', de: 'Abhängigkeiten' },
  trigger: { en: 'Trigger', de: 'Auslöser' },
  queue: { en: 'Queue', de: 'Warteschlange' },
  dangerzone: { en: 'Danger zone', de: 'Gefahrenzone' },
  design: { en: 'Open designer', de: 'Designer öffnen' },
  workflow: { en: 'Workflow', de: 'Workflow' },
  workflows: { en: 'Workflows', de: 'Workflows' },
  live: { en: 'Live', de: 'Live' },
  paused: { en: 'Paused', de: 'Pausiert' },
  draft: { en: 'Draft', de: 'Entwurf' },
})

export const useWorkflowId = () => (useParams({ strict: false }) as { id?: string }).id ?? ''

/** The frame of a workflow's settings: its name, its state and the tabs. */
export function WorkflowPage({
  children,
  fill,
}: {
  children: (id: string, head: WorkflowHead | undefined) => ReactNode
  fill?: boolean
}) {
  const t = useTexts(texts)
  const id = useWorkflowId()
  const { data: head } = useWorkflowHead(id)
  const at = (tab: string) => `/project/workflows/${id}/${tab}`
  return (
    <Page
      title={head?.label ?? t.workflow()}
      crumbs={[{ title: t.workflows(), to: '/project/workflows' }, { title: head?.label ?? t.workflow() }]}
      badge={
        head && (
          <Badge tone={head.published && head.active ? 'green' : head.published ? 'amber' : undefined}>
            {head.published && head.active ? t.live() : head.published ? t.paused() : t.draft()}
          </Badge>
        )
      }
      bleed={fill ?? false}
      actions={
        <Button
          variant="default"
          component={Link}
          to={`/project/workflows/${id}/mode/build`}
          leftSection={<IconPencil size={15} />}
        >
          {t.design()}
        </Button>
      }
      tabs={
        <PageTabs
          label={t.sections()}
          tabs={[
            { to: at('basedata'), title: t.basedata() },
            { to: at('properties'), title: t.properties() },
            { to: at('dependency'), title: t.dependency() },
            { to: at('trigger'), title: t.trigger() },
            { to: at('Queue'), title: t.queue() },
            { to: at('dangerzone'), title: t.dangerzone() },
          ]}
        />
      }
    >
      {children(id, head)}
    </Page>
  )
}

/** `/project/workflows/:id` leads to the designer, where a workflow is looked at. */
export function WorkflowDetailScreen() {
  const id = useWorkflowId()
  const navigate = useNavigate()
  useEffect(() => void navigate({ to: `/project/workflows/${id}/mode/build`, replace: true }), [id, navigate])
  return null
}
