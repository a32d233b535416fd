import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { readFlow } from '@weft/kit/workflow-text/flow.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { below, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useId, useMemo } from 'react'
import { useWorkflowCode } from './api.ts'
import { RunInputs, useRunInputs } from './run-inputs.tsx'
import s from './workflows.module.css'

const texts = defineMessages({
  title: { en: 'Run “{name}”', de: '„{name}“ ausführen' },
  run: { en: 'Run now', de: 'Jetzt ausführen' },
  started: { en: 'Run started', de: 'Lauf gestartet' },
  open: { en: 'Open the job', de: 'Job öffnen' },
})

/** Asks for the parameters of a run and starts it. */
export function RunDialog({
  workflow,
  onClose,
  onStarted,
}: {
  workflow: { id: string; label: string }
  onClose: () => void
  onStarted?: (job_id: string) => void
}) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const { data } = useWorkflowCode(workflow.id)
  const parameters = useMemo(() => readFlow(data?.source ?? '').flow.parameters, [data])
  const inputs = useRunInputs(workflow.id, parameters)
  const { busy, errors, send, errorAt } = useSubmit(below('parameters'))
  const form = useId()

  const run = () =>
    send(async () => {
      const { data: job } = await api.post(`/workflows/${workflow.id}/run`, await inputs.order())
      toast({
        title: t.started(),
        message: workflow.label,
        tone: 'green',
        link: {
          label: t.open(),
          onClick: () => void navigate({ to: `/project/workflows/reporting/${workflow.id}/${job.job_id}/details` }),
        },
      })
      await refresh('/workflows')
      onStarted?.(job.job_id)
      onClose()
    })

  const start = (
    <Button
      type="submit"
      form={form}
      loading={busy}
      disabled={inputs.isBroken || !data}
      leftSection={<IconPlayerPlay size={14} />}
      data-autofocus
    >
      {t.run()}
    </Button>
  )
  return (
    <Dialog onClose={onClose} title={t.title({ name: workflow.label })} size={480} actions={start}>
      <form
        id={form}
        className={s['dialog']}
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <RunInputs inputs={inputs} errors={errors} errorAt={errorAt} />
      </form>
    </Dialog>
  )
}
