import { Link, useNavigate } from '@tanstack/react-router'
import { ElementIcons } from '@weft/designers/workflow/element-icon.tsx'
import { isHint, type StepProblemView } from '@weft/designers/workflow/problem.ts'
import { useDocument } from '@weft/designers/workflow/use-document.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { useCrumbs } from '@weft/kit/ui/crumbs.ts'
import { iconNamed } from '../icon-named.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { invalidate, queries, refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { QueueInterruption } from '../../queues/queue-interruption.tsx'
import { useLeaving, useSaving } from '../../shared/editing/draft.ts'
import { codeKey, useWorkflowHead, type WorkflowCode } from '../api.ts'
import { dropDraft, keepSaved, writeDraft, type WorkflowDraft } from './draft.ts'
import { ModeBar } from './mode-bar.tsx'
import s from './mode.module.css'
import { renderSettings } from './settings-of.tsx'
import { useConfigurationNames } from './use-configuration-offer.ts'
import { useHistoryMode } from './use-history-mode.tsx'
import { useNames } from './use-names.ts'
import { useProblems } from './use-problems.ts'
import { useRun } from './use-run.ts'
import { useOffer } from '../use-offer.ts'

const WorkflowDesigner = lazy(() =>
  import('@weft/designers/workflow/workflow-designer.tsx').then((module) => ({ default: module.WorkflowDesigner })),
)
const CodeMode = lazy(() =>
  import('@weft/designers/workflow/code/code-mode.tsx').then((module) => ({ default: module.CodeMode })),
)
const PlanningMode = lazy(() =>
  import('@weft/designers/workflow/planning-mode.tsx').then((module) => ({ default: module.PlanningMode })),
)
const HistoryMode = lazy(() =>
  import('@weft/designers/workflow/code/history-mode.tsx').then((module) => ({ default: module.HistoryMode })),
)
const RunDialog = lazy(() => import('../run-dialog.tsx').then((module) => ({ default: module.RunDialog })))

const texts = defineMessages({
  leaveText: {
    en: 'The changes to this workflow have not been saved yet.',
    de: 'Die Änderungen an diesem Workflow sind noch nicht gespeichert.',
  },
  saved: { en: 'Saved as version {version}', de: 'Als Version {version} gespeichert' },
  withHints: {
    en: 'Saved with {count, plural, one {# hint} other {# hints}}',
    de: 'Mit {count, plural, one {# Hinweis} other {# Hinweisen}} gespeichert',
  },
  published: { en: 'Published as version {version}', de: 'Als Version {version} veröffentlicht' },
  notYet: { en: 'Not publishable yet', de: 'Noch nicht veröffentlichbar' },
  cannotRun: { en: 'This cannot run yet', de: 'So kann er noch nicht laufen' },
  saveFirst: { en: 'Save and run?', de: 'Speichern und ausführen?' },
  saveFirstText: { en: 'A run uses the saved version.', de: 'Ein Lauf verwendet die gespeicherte Fassung.' },
  saveAndRun: { en: 'Save and run', de: 'Speichern und ausführen' },
  workflows: { en: 'Workflows', de: 'Workflows' },
  openJob: { en: 'Open the job', de: 'Job öffnen' },
})

export type Mode = 'build' | 'code' | 'planning' | 'history'

/** The modes over one draft. */
export function Modes({
  workflow,
  draft,
  mode,
  element,
}: {
  workflow: WorkflowCode
  draft: WorkflowDraft
  mode: Mode
  element: string | undefined
}) {
  const { id } = workflow
  const t = useTexts(texts)
  const language = useLanguage()
  const navigate = useNavigate()
  const may = useMay()
  const editing = useDocument(draft, (written) => writeDraft(id, written), !may('workflows.update'))
  const offer = useOffer()
  const { elements, catalogue, hidden } = offer
  const problems = useProblems(workflow, draft.text, offer)
  const names = useNames()
  const configuration = useConfigurationNames()
  const [job, setJob] = useState<string>()
  const run = useRun(id, job)
  const [isRunning, setRunning] = useState(false)
  const [focus, setFocus] = useState<{ step?: string | undefined; line?: number | undefined; at: number }>()
  const history = useHistoryMode(id, mode === 'history')
  const isDirty = draft.text !== draft.saved
  const label = editing.flow.label || workflow.label
  useCrumbs(label, [{ title: t.workflows(), to: '/project/workflows' }, { title: label }])
  const { isSaving, save } = useSavingWorkflow(workflow, draft, problems, go)
  useSaveKey(() => isDirty && void save())

  async function askToRun() {
    const error = problems.find((problem) => !isHint(problem))
    if (error) {
      toast({ title: t.cannotRun(), message: say(error.message, language), tone: 'amber' })
      return go(error)
    }
    if (
      isDirty &&
      !((await confirm({ title: t.saveFirst(), text: t.saveFirstText(), action: t.saveAndRun() })) && (await save()))
    )
      return
    setRunning(true)
  }

  function go({ step, line }: StepProblemView) {
    if (mode !== 'code' && (!step || editing.broken)) void navigate({ to: `/project/workflows/${id}/mode/code` })
    setFocus({ step, line, at: Date.now() })
  }

  const queue_id = useWorkflowHead(id).data?.queue_id
  const stepFocus = useMemo(() => (focus?.step ? { step: focus.step, at: focus.at } : undefined), [focus])
  const jobLink = run && (
    <Link className={s['job']} to={`/project/workflows/reporting/${id}/${run.job_id}/details`}>
      {t.openJob()}
    </Link>
  )
  return (
    <ElementIcons value={iconNamed}>
      <div className={s['page']}>
        <div>
          <ModeBar
            workflow={{ ...workflow, version: draft.version }}
            flow={editing.flow}
            isDirty={isDirty}
            isSaving={isSaving}
            problems={problems}
            catalogue={catalogue}
            onGo={go}
            onSave={() => void save()}
            onRun={() => void askToRun()}
            onPublish={() => void save(true)}
            inHistory={mode === 'history'}
            isPlanning={mode === 'planning'}
            onRestore={history.onRestore}
          />
          <QueueInterruption className={s['interruption']} queue_id={queue_id} />
        </div>
        <Suspense fallback={<div />}>
          {mode === 'build' && (
            <WorkflowDesigner
              editing={editing}
              elements={elements}
              hidden={hidden}
              problems={problems}
              run={run}
              names={names}
              settingsOf={renderSettings}
              jobLink={jobLink}
              focus={stepFocus}
              onOpenCode={() => void navigate({ to: `/project/workflows/${id}/mode/code` })}
            />
          )}
          {mode === 'code' && (
            <CodeMode
              editing={editing}
              saved={draft.saved}
              catalogue={catalogue}
              hidden={hidden}
              configuration={configuration}
              problems={problems}
              focus={focus}
              onSave={() => void save()}
            />
          )}
          {mode === 'planning' && <PlanningMode editing={editing} catalogue={catalogue} run={run} focus={element} />}
          {mode === 'history' && <HistoryMode {...history.shown} />}
        </Suspense>
        <Suspense>
          {isRunning && (
            <RunDialog workflow={{ id, label: workflow.label }} onClose={() => setRunning(false)} onStarted={setJob} />
          )}
        </Suspense>
      </div>
    </ElementIcons>
  )
}

/** Saves a draft, as it is or as what runs from now on. A workflow with mistakes is saved, and not published; the first of them is shown. */
function useSavingWorkflow(
  { id }: WorkflowCode,
  draft: WorkflowDraft,
  problems: readonly StepProblemView[],
  onMistake: (problem: StepProblemView) => void,
) {
  const t = useTexts(texts)
  const language = useLanguage()
  useLeaving({
    dirty: draft.text !== draft.saved,
    text: t.leaveText(),
    keeps: (pathname) => pathname.startsWith(`/project/workflows/${id}/mode/`),
    drop: () => dropDraft(id),
  })
  const { isSaving, saving } = useSaving(() => {
    dropDraft(id)
    return invalidate({ queryKey: codeKey(id) })
  })

  async function save(publish = false): Promise<boolean> {
    const error = problems.find((problem) => !isHint(problem))
    if (publish && error) {
      toast({ title: t.notYet(), message: say(error.message, language), tone: 'amber' })
      onMistake(error)
      return false
    }
    return await saving(async () => {
      const { data } = await api.put(`/workflows/${id}/code`, {
        source: draft.text,
        version: draft.version,
        ...(publish && { published: true }),
      })
      if (publish && !data.active) await api.put(`/workflows/${id}/triggers`, { active: true })
      keepSaved(id, data)
      queries.setQueryData(codeKey(id), { ...data, active: publish || data.active })
      await refresh('/workflows')
      const { version } = data
      const hints = data.problems.length
      if (publish) toast({ title: t.published({ version }), tone: 'green' })
      else if (hints > 0) toast({ title: t.withHints({ count: hints }), tone: 'amber' })
      else toast({ title: t.saved({ version }), tone: 'green' })
    })
  }
  return { isSaving, save }
}

/** Ctrl+S or Cmd+S, wherever the focus is. */
function useSaveKey(save: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      save()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
