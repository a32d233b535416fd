import { Button, Checkbox, Select } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Catalogue } from '@weft/designers/workflow/elements.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { below, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import type { Flow } from '@weft/kit/workflow-text/flow.ts'
import { useId, useState } from 'react'
import { RunInputs, useRunInputs } from '../run-inputs.tsx'
import { Choices, type Choice } from './choices.tsx'
import { Effects } from './effects.tsx'
import s from './test-run.module.css'
import { testRunTexts } from './texts.ts'
import { useTestRun } from './use-test-run.ts'

export type TestedWorkflow = { id: string; label: string; published: boolean }

type Props = {
  workflow: TestedWorkflow
  /** As it is written now, and whether that is saved. */
  text: string
  isDirty: boolean
  flow: Flow
  catalogue: Catalogue
  names: ReadonlyMap<string, string>
  /** Steps that hand out pinned data. */
  pinned: ReadonlySet<string>
  /** What is chosen at first, where it is not what was chosen the last time. */
  begin?: { choice?: Choice; until?: string | undefined }
  onStarted(job_id: string): void
  /** A test run has come to its end, at a step where one was chosen. */
  onTested(job_id: string, until: string | undefined): void
  onClose(): void
}

/** Asks what is to be run and how; a test run is followed until it ends. */
export function TestRunDialog(props: Props) {
  const { workflow, text, isDirty, flow, catalogue, names, pinned, begin, onStarted, onTested, onClose } = props
  const t = useTexts(testRunTexts)
  const may = useMay()
  const language = useLanguage()
  const form = useId()
  const { choice, choose, refusals } = useChoice(workflow, isDirty, begin?.choice)
  const [until, setUntil] = useState(begin?.until)
  const [isSure, setSure] = useState(false)
  const [job, setJob] = useState<string>()
  const inputs = useRunInputs(workflow.id, flow.parameters)
  const { busy, errors, send, errorAt } = useSubmit(below('parameters'))
  const tell = useStarted(workflow)
  const running = useTestRun(workflow.id, job, () => onTested(job!, until))
  const isReal = choice === 'real'
  const isReady = !inputs.isBroken && refusals[choice] === undefined && (!isReal || isSure)

  const run = () =>
    send(async () => {
      if (isReal) {
        const { data } = await api.post(`/workflows/${workflow.id}/run`, await inputs.order())
        tell(data.job_id)
        onStarted(data.job_id)
        onClose()
        return
      }
      const { data } = await api.post(`/workflows/${workflow.id}/test_run`, {
        ...(await inputs.order()),
        records: choice === 'some' ? 100 : null,
        ...(until !== undefined && { until }),
        ...(isDirty && { source: text }),
      })
      onStarted(data.job_id)
      setJob(data.job_id)
    })

  const labels = { some: t.runSome(), all: t.runAll(), real: t.runReal() }
  return (
    <Dialog
      onClose={onClose}
      title={t.title({ name: workflow.label })}
      size={680}
      beside={
        <span className={s['said']} role="status">
          {job ? t.running({ count: running?.records_in ?? 0 }) : !isReal && t.notUsage()}
        </span>
      }
      actions={
        job ? (
          may('jobs.run') && (
            <Button
              leftSection={<IconPlayerStop size={14} />}
              onClick={() => void api.post(`/jobs/${job}/cancel`, { children: true })}
            >
              {t.stop()}
            </Button>
          )
        ) : (
          <Button
            type="submit"
            form={form}
            loading={busy}
            disabled={!isReady}
            leftSection={<IconPlayerPlay size={14} />}
            data-autofocus
          >
            {labels[choice]}
          </Button>
        )
      }
    >
      <form
        id={form}
        className={s['form']}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isReady || job || busy) return
          event.preventDefault()
          void run()
        }}
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <fieldset className={s['fields']} disabled={job !== undefined}>
          <Choices choice={choice} onChoose={choose} refusals={refusals} />
          {!isReal && (
            <Select
              label={t.until()}
              value={until ?? ''}
              onChange={(step) => setUntil(step || undefined)}
              allowDeselect={false}
              error={errorAt('until')}
              data={[
                { value: '', label: t.end({ count: flow.steps.length }) },
                ...flow.steps.map(({ id, label, element }) => ({
                  value: id,
                  label: label || catalogue.get(element)?.labels.title[language] || id,
                })),
              ]}
            />
          )}
          <Effects
            flow={flow}
            catalogue={catalogue}
            names={names}
            until={isReal ? undefined : until}
            pinned={pinned}
            isReal={isReal}
          />
          <RunInputs inputs={inputs} errors={errors} errorAt={errorAt} />
          {isReal && (
            <Checkbox label={t.sure()} checked={isSure} onChange={(event) => setSure(event.currentTarget.checked)} />
          )}
        </fieldset>
      </form>
    </Dialog>
  )
}

/** What was chosen the last time, but a real run, which is chosen each time; and why something cannot be. */
function useChoice({ id, published }: TestedWorkflow, isDirty: boolean, begin: Choice | undefined) {
  const t = useTexts(testRunTexts)
  const may = useMay()
  const [kept, keep] = useLocalStorage<Record<string, Choice>>({
    key: 'weft.test-run',
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const [chosen, setChosen] = useState(begin)
  const mayTest = may('workflows.update') ? undefined : t.mayNotTest()
  const refusals: Partial<Record<Choice, string | undefined>> = {
    some: mayTest,
    all: mayTest,
    real: !may('workflows.run') ? t.mayNotRun() : !published || isDirty ? t.notLive() : undefined,
  }
  return {
    choice: chosen ?? kept[id] ?? 'some',
    refusals,
    choose(choice: Choice) {
      setChosen(choice)
      if (choice !== 'real') keep({ ...kept, [id]: choice })
    },
  }
}

function useStarted({ id, label }: TestedWorkflow) {
  const t = useTexts(testRunTexts)
  const navigate = useNavigate()
  return (job_id: string) => {
    toast({
      title: t.started(),
      message: label,
      tone: 'green',
      link: {
        label: t.openJob(),
        onClick: () => void navigate({ to: `/project/workflows/reporting/${id}/${job_id}/details` }),
      },
    })
    void refresh('/workflows')
  }
}
