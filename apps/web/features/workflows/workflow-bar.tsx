import { Button } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { EditorBar } from '../shared/editing/editor-bar.tsx'
import { useWorkflowHead } from './api.ts'
import { WorkflowMenu } from './workflow-actions.tsx'
import { WorkflowMark } from './workflow-mark.tsx'

const RunDialog = lazy(() => import('./run-dialog.tsx').then((module) => ({ default: module.RunDialog })))

const texts = defineMessages({
  sections: { en: 'Sections of the workflow', de: 'Abschnitte des Workflows' },
  workflow: { en: 'Workflow', de: 'Workflow' },
  build: { en: 'Design', de: 'Entwurf' },
  debug: { en: 'Debug', de: 'Debug' },
  code: { en: 'Code', de: 'Code' },
  planning: { en: 'Planning', de: 'Planung' },
  history: { en: 'History', de: 'Verlauf' },
  runs: { en: 'Runs', de: 'Läufe' },
  settings: { en: 'Settings', de: 'Einstellungen' },
  live: { en: 'Live', de: 'Live' },
  paused: { en: 'Paused', de: 'Pausiert' },
  draft: { en: 'Draft', de: 'Entwurf' },
  run: { en: 'Run', de: 'Ausführen' },
})

type Known = { label: string; published: boolean; active: boolean }
type Props = {
  id: string
  /** Undefined until it is loaded. */
  workflow: Known | undefined
  /** Beside the state: its version. */
  version?: ReactNode
  /** The tab one is in, where its address is not the tab's own. */
  current?: 'planning' | 'runs' | 'settings'
  actions: ReactNode
}

/** The head of a workflow, the same in all of its tabs: name, state, tabs, what can be done here and always. */
export function WorkflowBar({ id, workflow, version, current, actions }: Props) {
  const t = useTexts(texts)
  const { data: head } = useWorkflowHead(id)
  const may = useMay()
  const mayDebug = may('workflows.update') && may('jobs.view')
  return (
    <EditorBar
      title={
        <>
          {head?.logo && <WorkflowMark logo={head.logo} />} {workflow?.label ?? t.workflow()}
        </>
      }
      state={
        workflow && (
          <>
            <WorkflowState published={workflow.published} active={workflow.active} />
            {version}
          </>
        )
      }
      label={t.sections()}
      sections={[
        ...(['build', ...(mayDebug ? ['debug' as const] : []), 'code', 'planning', 'history'] as const).map((mode) => ({
          to: `/project/workflows/${id}/mode/${mode}`,
          title: t[mode](),
          isCurrent: mode === current,
        })),
        { to: `/project/workflows/reporting/${id}/jobs`, title: t.runs(), isCurrent: current === 'runs' },
        { to: `/project/workflows/${id}/basedata`, title: t.settings(), isCurrent: current === 'settings' },
      ]}
      actions={
        <>
          {actions}
          {head && <WorkflowMenu {...head} />}
        </>
      }
    />
  )
}

/** Draft, live or paused. */
function WorkflowState({ published, active }: Pick<Known, 'published' | 'active'>) {
  const t = useTexts(texts)
  return (
    <Badge tone={published && active ? 'green' : published ? 'amber' : undefined}>
      {published && active ? t.live() : published ? t.paused() : t.draft()}
    </Badge>
  )
}

/** Runs what is saved; the designer has a button of its own, which looks at what is not. */
export function RunButton({ id, label }: { id: string; label: string }) {
  const t = useTexts(texts)
  const may = useMay()
  const [isAsking, setAsking] = useState(false)
  if (!may('workflows.run')) return null
  return (
    <>
      <Button variant="default" leftSection={<IconPlayerPlayFilled size={13} />} onClick={() => setAsking(true)}>
        {t.run()}
      </Button>
      <Suspense>{isAsking && <RunDialog workflow={{ id, label }} onClose={() => setAsking(false)} />}</Suspense>
    </>
  )
}
