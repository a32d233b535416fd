import { useNavigate } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useOptionalPathParam } from '@weft/kit/ui/address.ts'
import { useCrumbs } from '@weft/kit/ui/crumbs.ts'
import { SectionList } from '@weft/kit/ui/section-list.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useEffect, type ReactNode } from 'react'
import { useWorkflowHead, type WorkflowHead } from './api.ts'
import { MissingRun } from './missing-run.tsx'
import { RunButton, WorkflowBar } from './workflow-bar.tsx'
import s from './workflow-page.module.css'

const texts = defineMessages({
  sections: { en: 'Settings of the workflow', de: 'Einstellungen des Workflows' },
  basedata: { en: 'Base data', de: 'Basisdaten' },
  properties: { en: 'Properties', de: 'Eigenschaften' },
  trigger: { en: 'Trigger', de: 'Auslöser' },
  Queue: { en: 'Queue', de: 'Warteschlange' },
  dependency: { en: 'Dependencies', de: 'Abhängigkeiten' },
  dangerzone: { en: 'Danger zone', de: 'Gefahrenzone' },
  workflow: { en: 'Workflow', de: 'Workflow' },
  workflows: { en: 'Workflows', de: 'Workflows' },
})
const parts = ['basedata', 'properties', 'trigger', 'Queue', 'dependency', 'dangerzone'] as const

export const useWorkflowId = () => useOptionalPathParam('id') ?? ''

type Content = (id: string, head: WorkflowHead | undefined) => ReactNode
type FrameProps = {
  current: 'runs' | 'settings'
  actions?: ReactNode
  /** Names the parts of the tab. */
  label: string
  sections: (id: string) => { to: string; title: string }[]
  /** The content brings its own padding. */
  fill?: boolean
  children: Content
}

/** A tab of a workflow that is no editor: the head of the workflow, the parts of the tab and the one that is shown. */
export function WorkflowFrame({ current, actions, label, sections, fill = false, children }: FrameProps) {
  const t = useTexts(texts)
  const id = useWorkflowId()
  const { data: head } = useWorkflowHead(id)
  const title = head?.label ?? t.workflow()
  useCrumbs(title, [{ title: t.workflows(), to: '/project/workflows' }, { title }])
  return (
    <div className={s['page']}>
      <WorkflowBar
        id={id}
        workflow={head}
        current={current}
        actions={
          <>
            {actions}
            {head && <RunButton id={id} label={head.label} />}
          </>
        }
      />
      {head && <MissingRun workflow={head} className={s['missing']} />}
      <div className={s['parts']}>
        <SectionList label={label} sections={sections(id)} />
        <div className={s['part']} data-bleed={fill || undefined}>
          {children(id, head)}
        </div>
      </div>
    </div>
  )
}

/** A part of a workflow's settings. */
export function WorkflowPage({ children, fill = false }: { children: Content; fill?: boolean }) {
  const t = useTexts(texts)
  const sections = (id: string) => parts.map((part) => ({ to: `/project/workflows/${id}/${part}`, title: t[part]() }))
  return (
    <WorkflowFrame current="settings" label={t.sections()} sections={sections} fill={fill}>
      {children}
    </WorkflowFrame>
  )
}

/** `/project/workflows/:id` leads to the designer, where a workflow is looked at. */
export function WorkflowDetailScreen() {
  const id = useWorkflowId()
  const navigate = useNavigate()
  useEffect(() => void navigate({ to: `/project/workflows/${id}/mode/build`, replace: true }), [id, navigate])
  return null
}
