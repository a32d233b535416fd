import { useLocalStorage } from '@mantine/hooks'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Sample } from '@weft/designers/workflow/data/samples.ts'
import { ElementIcons } from '@weft/designers/workflow/element-icon.tsx'
import type { StepProblemView } from '@weft/designers/workflow/problem.ts'
import { useDocument } from '@weft/designers/workflow/use-document.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { useCrumbs } from '@weft/kit/ui/crumbs.ts'
import { iconNamed } from '../icon-named.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { QueueInterruption } from '../../queues/queue-interruption.tsx'
import { useWorkflowHead, type WorkflowCode } from '../api.ts'
import { DataSetLine } from './data-set-line.tsx'
import { DraftStrip } from '../../shared/drafts/draft-strip.tsx'
import { writeText, type OpenText } from './open-text.ts'
import { KnownRecords } from './incoming-fields.tsx'
import { useKnownRecords } from './use-known-records.ts'
import { ModeBar } from './mode-bar.tsx'
import s from './mode.module.css'
import { renderSettings } from './settings-of.tsx'
import { contentOf, type Draft, type Drafts } from '../../shared/drafts/use-drafts.ts'
import { useConfigurationNames } from './use-configuration-offer.ts'
import { useHistoryMode } from './use-history-mode.tsx'
import { useNames } from './use-names.ts'
import { useProblems } from './use-problems.ts'
import { RunChooser } from './run-chooser.tsx'
import { useSavingWorkflow } from './use-saving.tsx'
import { useRun } from './use-run.ts'
import { useSamples } from './use-samples.ts'
import type { Choice } from '../test-run/choices.tsx'
import { usePins } from '../test-run/use-pins.ts'
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
const ComparedDrawings = lazy(() =>
  import('@weft/designers/workflow/compare/compared-drawings.tsx').then((module) => ({
    default: module.ComparedDrawings,
  })),
)
const HistoryMode = lazy(() =>
  import('@weft/designers/workflow/code/history-mode.tsx').then((module) => ({ default: module.HistoryMode })),
)
const DebugMode = lazy(() => import('../debug/debug-mode.tsx').then((module) => ({ default: module.DebugMode })))
const TestRunDialog = lazy(() =>
  import('../test-run/test-run-dialog.tsx').then((module) => ({ default: module.TestRunDialog })),
)
const PinDialog = lazy(() => import('../test-run/pin-dialog.tsx').then((module) => ({ default: module.PinDialog })))
const TestStepDialog = lazy(() =>
  import('../test-run/test-step-dialog.tsx').then((module) => ({ default: module.TestStepDialog })),
)
const TestResult = lazy(() => import('../test-run/test-result.tsx').then((module) => ({ default: module.TestResult })))

const texts = defineMessages({
  cannotRun: { en: 'This cannot run yet', de: 'So kann er noch nicht laufen' },
  workflows: { en: 'Workflows', de: 'Workflows' },
  openJob: { en: 'Open the job', de: 'Job öffnen' },
})

export type Mode = 'build' | 'debug' | 'code' | 'planning' | 'history'

/** The modes over one text. */
export function Modes({
  workflow,
  open,
  drafts,
  mode,
  element,
}: {
  workflow: WorkflowCode
  open: OpenText
  drafts: Drafts
  mode: Mode
  element: string | undefined
}) {
  const { id } = workflow
  const t = useTexts(texts)
  const language = useLanguage()
  const navigate = useNavigate()
  const may = useMay()
  const isOwn = drafts.own?.id === open.seen
  const mayWrite = may('workflows.update') && (!workflow.published || drafts.isWritable)
  const editing = useDocument(open, (written) => writeText(id, written), !mayWrite)
  const offer = useOffer()
  const { elements, catalogue, hidden } = offer
  const checked = useProblems(drafts.draft ? { ...workflow, ...problemsOf(drafts.draft) } : workflow, open.text, offer)
  const names = useNames()
  const configuration = useConfigurationNames()
  const [job, setJob] = useState<string>()
  const run = useRun(id, job)
  const [isDataOpen, setDataOpen] = useLocalStorage({
    key: 'weft.designer.data',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const samples = useSamples(run, mode === 'build')
  /** What the question begins with, and whose result is shown. */
  const [asked, setAsked] = useState<{ choice?: Choice; until?: string | undefined }>()
  const [result, setResult] = useState<string>()
  const pins = usePins(id, may('workflows.update') && (mode === 'build' || mode === 'debug'))
  const pinned = useMemo(() => new Set(pins.keys()), [pins])
  const [pinning, setPinning] = useState<string>()
  const pinnedStep = editing.flow.steps.find((step) => step.id === pinning)
  const [tried, setTried] = useState<{ step: string; records: readonly Sample[] }>()
  const known = useKnownRecords(id, editing.flow, samples.samples, catalogue)
  const problems = useMemo(() => [...checked.problems, ...known.hints], [checked.problems, known.hints])
  const [focus, setFocus] = useState<{ step?: string | undefined; line?: number | undefined; at: number }>()
  const history = useHistoryMode(workflow, drafts, mode === 'history')
  const isDirty = open.text !== open.saved
  /** What is shown is not what runs. */
  const isOther = isDirty || open.seen !== 'live'
  const label = editing.flow.label || workflow.label
  useCrumbs(label, [{ title: t.workflows(), to: '/project/workflows' }, { title: label }])
  const { isSaving, save, publish, dialog, compare } = useSavingWorkflow({
    workflow,
    open,
    drafts,
    mistake: checked.mistake,
    onMistake: go,
  })
  useSaveKey(() => isDirty && void save())

  async function isRunnable(): Promise<boolean> {
    const error = await checked.mistake()
    if (!error) return true
    toast({ title: t.cannotRun(), message: say(error.message, language), tone: 'amber' })
    go(error)
    return false
  }

  async function askToRun(begin: { choice?: Choice; until?: string | undefined } = {}) {
    if (await isRunnable()) setAsked(begin)
  }

  function go({ step, line }: Pick<StepProblemView, 'step' | 'line'>) {
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
            workflow={{ ...workflow, version: open.version }}
            draft={drafts.draft}
            canPublish={!workflow.published || isOwn || (isDirty && open.seen === 'live')}
            flow={editing.flow}
            isDirty={isDirty}
            isSaving={isSaving}
            problems={problems}
            catalogue={catalogue}
            onGo={go}
            onSave={() => void save()}
            onRun={() => void askToRun()}
            onPublish={() => void publish()}
            inHistory={mode === 'history'}
            isPlanning={mode === 'planning'}
            onRestore={history.onRestore}
          />
          {workflow.published && (
            <DraftStrip
              drafts={drafts}
              may={may('workflows.update')}
              isDirty={isDirty}
              draftsOnly
              onCompare={compare}
            />
          )}
          <QueueInterruption className={s['interruption']} queue_id={queue_id} />
        </div>
        <Suspense fallback={<div />}>
          {mode === 'build' && (
            <KnownRecords flow={editing.flow} samples={known.samples}>
              <WorkflowDesigner
                editing={editing}
                elements={elements}
                hidden={hidden}
                problems={problems}
                run={run}
                names={names}
                settingsOf={renderSettings}
                jobLink={jobLink}
                data={{
                  isOpen: isDataOpen,
                  toggle: setDataOpen,
                  shown: samples,
                  trial: may('workflows.update')
                    ? {
                        upTo: (until) => void askToRun({ choice: 'some', until }),
                        alone: (step, records) => setTried({ step, records }),
                        pin: setPinning,
                        pinned,
                      }
                    : undefined,
                  chooser: run && (
                    <RunChooser
                      workflow_id={id}
                      job_id={run.job_id}
                      onChoose={setJob}
                      onResult={run.is_test && !run.is_live ? () => setResult(run.job_id) : undefined}
                    />
                  ),
                }}
                focus={stepFocus}
                onOpenCode={() => void navigate({ to: `/project/workflows/${id}/mode/code` })}
              />
            </KnownRecords>
          )}
          {mode === 'debug' && (
            <DebugMode
              workflow_id={id}
              source={isOther ? open.text : undefined}
              editing={editing}
              catalogue={catalogue}
              names={names}
              pinned={pinned}
              isRunnable={isRunnable}
            />
          )}
          {mode === 'code' && (
            <CodeMode
              editing={editing}
              saved={open.saved}
              catalogue={catalogue}
              hidden={hidden}
              configuration={configuration}
              problems={problems}
              focus={focus}
              onSave={() => void save()}
            />
          )}
          {mode === 'planning' && (
            <PlanningMode
              editing={editing}
              catalogue={catalogue}
              run={run}
              focus={element}
              about={<DataSetLine {...workflow} />}
            />
          )}
          {mode === 'history' && (
            <HistoryMode
              {...history.shown}
              draw={({ before, after }) => <ComparedDrawings {...{ before, after, catalogue, names }} />}
            />
          )}
        </Suspense>
        <Suspense>
          {dialog}
          {asked && (
            <TestRunDialog
              workflow={{ id, label, published: workflow.published }}
              text={open.text}
              isDirty={isOther}
              flow={editing.flow}
              catalogue={catalogue}
              names={names}
              pinned={pinned}
              begin={asked}
              onStarted={setJob}
              onTested={(job_id, until) => {
                setAsked(undefined)
                if (until === undefined) return setResult(job_id)
                setDataOpen(true)
                go({ step: until })
              }}
              onClose={() => setAsked(undefined)}
            />
          )}
          {pinnedStep && (
            <PinDialog
              workflow_id={id}
              step={pinnedStep}
              catalogue={catalogue}
              pin={pins.get(pinnedStep.id)}
              left={samples.samples?.[pinnedStep.id]?.exits ?? {}}
              onClose={() => setPinning(undefined)}
            />
          )}
          {tried && (
            <TestStepDialog
              workflow_id={id}
              source={isOther ? open.text : undefined}
              flow={editing.flow}
              catalogue={catalogue}
              step={tried.step}
              records={tried.records}
              onStarted={setJob}
              onTested={(job_id, isHeld) => {
                setTried(undefined)
                if (isHeld) setResult(job_id)
              }}
              onClose={() => setTried(undefined)}
            />
          )}
          {result && (
            <TestResult
              workflow_id={id}
              job_id={result}
              flow={editing.flow}
              catalogue={catalogue}
              names={names}
              onStep={(step) => {
                setResult(undefined)
                setDataOpen(true)
                go({ step })
              }}
              onReal={() => {
                setResult(undefined)
                void askToRun({ choice: 'real' })
              }}
              onClose={() => setResult(undefined)}
            />
          )}
        </Suspense>
      </div>
    </ElementIcons>
  )
}

const problemsOf = (draft: Draft) => ({
  source: contentOf(draft, 'workflow')?.source ?? '',
  problems: draft.problems,
})

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
