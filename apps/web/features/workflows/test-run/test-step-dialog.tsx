import { Button, Textarea } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import type { Sample } from '@weft/designers/workflow/data/samples.ts'
import type { Catalogue } from '@weft/designers/workflow/elements.ts'
import { inTestRunOf, type InTestRun } from '@weft/kit/define/element.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { assignToField, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Flow } from '@weft/kit/workflow-text/flow.ts'
import { useId, useState } from 'react'
import s from './test-run.module.css'
import { testStepTexts } from './texts.ts'
import { useTestRun } from './use-test-run.ts'

type Props = {
  workflow_id: string
  /** The text as it is written, where it is not saved. */
  source: string | undefined
  flow: Flow
  catalogue: Catalogue
  step: string
  records: readonly Sample[]
  onStarted(job_id: string): void
  /** `isHeld`: there is something to see of what it would have done. */
  onTested(job_id: string, isHeld: boolean): void
  onClose(): void
}

/** So many of the records that a run has kept are put into a sample. */
const fromRun = 10

/** Tries one step with records that are edited here. */
export function TestStepDialog({ workflow_id, source, flow, catalogue, step, records, ...on }: Props) {
  const t = useTexts(testStepTexts)
  const language = useLanguage()
  const form = useId()
  const [sample, setSample] = useState(() =>
    JSON.stringify(records.length > 0 ? records.slice(0, fromRun) : [{}], null, 2),
  )
  const [job, setJob] = useState<string>()
  const { busy, send, errorAt } = useSubmit(assignToField('sample'))
  const found = flow.steps.find(({ id }) => id === step)
  const element = found && catalogue.get(found.element)
  const how = howOf(element, found?.settings ?? {})
  useTestRun(workflow_id, job, () => on.onTested(job!, how !== 'runs'))

  const run = () =>
    send(async () => {
      const { data } = await api.post(`/workflows/${workflow_id}/test_run`, {
        only: step,
        sample,
        ...(source !== undefined && { source }),
      })
      on.onStarted(data.job_id)
      setJob(data.job_id)
    })

  return (
    <Dialog
      onClose={on.onClose}
      title={t.title({ step: found?.label || element?.labels.title[language] || step })}
      size={640}
      actions={
        <Button
          type="submit"
          form={form}
          loading={busy || job !== undefined}
          leftSection={<IconPlayerPlay size={14} />}
          data-autofocus
        >
          {t.run()}
        </Button>
      }
    >
      <form
        id={form}
        className={s['form']}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || busy || job) return
          event.preventDefault()
          void run()
        }}
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <Note tone={how === 'runs' ? 'blue' : 'green'}>{t[how]()}</Note>
        <Textarea
          label={t.sample()}
          description={t.sampleHelp()}
          autosize
          minRows={6}
          maxRows={20}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--font-mono)', fontSize: 12 } }}
          value={sample}
          error={errorAt('sample') ?? errorAt('only')}
          onChange={(event) => setSample(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}

function howOf(element: Parameters<typeof inTestRunOf>[0] | undefined, settings: Record<string, unknown>): InTestRun {
  const parsed = element?.settings.safeParse(settings)
  return element ? inTestRunOf(element, parsed?.success ? parsed.data : settings) : 'runs'
}
