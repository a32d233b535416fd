import { Button, Textarea } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { readFlow, type FlowParameter } from '@weft/kit/workflow-text/flow.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { compressedStorage } from '@weft/kit/ui/compressed-storage.ts'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { below, useSubmit } from '@weft/kit/ui/submit.ts'
import { SettingsForm } from '@weft/kit/ui/settings-form.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useId, useMemo, useState } from 'react'
import { z } from 'zod'
import { useWorkflowCode } from './api.ts'
import s from './workflows.module.css'

const texts = defineMessages({
  title: { en: 'Run “{name}”', de: '„{name}“ ausführen' },
  run: { en: 'Run now', de: 'Jetzt ausführen' },
  noParameters: { en: 'This workflow asks for no parameters.', de: 'Dieser Workflow fragt keine Parameter ab.' },
  testData: { en: 'Test data (JSON)', de: 'Testdaten (JSON)' },
  testDataHelp: {
    en: 'A record the trigger hands on, as a call would bring it. Empty: the parameters.',
    de: 'Ein Datensatz, den der Auslöser weitergibt, wie ihn ein Aufruf brächte. Leer: die Parameter.',
  },
  badJson: { en: 'Invalid JSON', de: 'Ungültiges JSON' },
  started: { en: 'Run started', de: 'Lauf gestartet' },
  open: { en: 'Open the job', de: 'Job öffnen' },
})

const testKey = 'test_process_data'

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
  const [values, setValues] = useState<Record<string, unknown>>()
  const [testData, setTestData] = useState(
    () => compressedStorage.read<Record<string, string>>(testKey)?.[workflow.id] ?? '',
  )
  const { busy, errors, send, errorAt } = useSubmit(below('parameters'))
  const form = useId()
  const isBroken = testData.trim() !== '' && !isJson(testData)

  const run = () =>
    send(async () => {
      compressedStorage.write(testKey, {
        ...compressedStorage.read<Record<string, string>>(testKey),
        [workflow.id]: testData,
      })
      const { data: job } = await api.post(`/workflows/${workflow.id}/run`, {
        parameters: values ?? startOf(parameters),
        ...(testData.trim() && { test_data: testData }),
      })
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
      disabled={isBroken || !data}
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
        {parameters.length === 0 ? (
          <p className="muted">{t.noParameters()}</p>
        ) : (
          <SettingsForm
            schema={schemaOf(parameters)}
            labels={labelsOf(parameters)}
            value={values ?? startOf(parameters)}
            onChange={setValues}
            errors={errors}
          />
        )}
        <Textarea
          label={t.testData()}
          description={t.testDataHelp()}
          autosize
          minRows={2}
          maxRows={12}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--font-mono)', fontSize: 12 } }}
          value={testData}
          error={isBroken ? t.badJson() : errorAt('test_data')}
          onChange={(event) => setTestData(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}

function isJson(text: string) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const startOf = (parameters: FlowParameter[]) =>
  Object.fromEntries(
    parameters.flatMap(({ name, default: fallback, type }) =>
      fallback !== undefined ? [[name, fallback]] : type === 'boolean' ? [[name, false]] : [],
    ),
  )
const labelsOf = (parameters: FlowParameter[]) =>
  Object.fromEntries(parameters.map(({ name, label }) => [name, { en: label || name, de: label || name }]))

function schemaOf(parameters: FlowParameter[]) {
  return z.object(
    Object.fromEntries(
      parameters.map(({ name, type, required, values }) => {
        const schema =
          type === 'boolean'
            ? z.boolean()
            : type === 'integer'
              ? z.int()
              : type === 'date'
                ? z.string().min(1).meta({ input: 'date' })
                : type === 'date_time'
                  ? z.string().min(1).meta({ input: 'dateTime' })
                  : type === 'choice' && values?.length
                    ? z.enum(values as [string, ...string[]])
                    : type === 'long_text'
                      ? z.string().min(1).meta({ input: 'longText' })
                      : z.string().min(1)
        return [name, required ? schema : schema.nullish()]
      }),
    ),
  )
}
