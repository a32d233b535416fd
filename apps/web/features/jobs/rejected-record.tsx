import { Button, Group, Stack, Textarea } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Value } from './job-data.tsx'
import { readValue, shownValue, type Rejected } from './rejected.ts'

const texts = defineMessages({
  record: { en: 'Record', de: 'Datensatz' },
  corrected: { en: 'As it was corrected', de: 'Wie er korrigiert wurde' },
  batch: { en: 'Batch {batch}, position {position}', de: 'Stapel {batch}, Position {position}' },
  correct: {
    en: 'Correct what is wrong and try this record again. It is fed to the step that rejected it; what was rejected stays in the log.',
    de: 'Korrigieren Sie, was nicht stimmt, und versuchen Sie es mit diesem Datensatz erneut. Er geht an den Schritt, der ihn abgelehnt hat; was abgelehnt wurde, bleibt im Protokoll.',
  },
  retry: { en: 'Try corrected record again', de: 'Korrigierten Datensatz erneut versuchen' },
  json: { en: 'This is no valid JSON.', de: 'Das ist kein gültiges JSON.' },
  retried: { en: 'The corrected record is being tried again', de: 'Der korrigierte Datensatz wird erneut versucht' },
  retriedBy: { en: 'Tried again in a job of its own.', de: 'In einem eigenen Job erneut versucht.' },
  open: { en: 'To the job', de: 'Zum Job' },
})

/** A rejected record: what it was and why; while it is open it can be corrected and tried again. */
export function RejectedRecord({ rejected, step, onClose }: { rejected: Rejected; step: string; onClose: () => void }) {
  const t = useTexts(texts)
  const may = useMay()
  const { record, corrected, field, reason, state, retried_by, workflow_id } = rejected
  const isCorrectable = state === 'open' && may('jobs.run') && !('_whole' in record)
  return (
    <Dialog onClose={onClose} size={680} title={field ? `${field}: ${reason}` : reason}>
      <p className="muted" style={{ marginBottom: 12 }}>
        {step} · {t.batch({ batch: rejected.batch + 1, position: rejected.position + 1 })}
      </p>
      {isCorrectable ? (
        <Correction rejected={rejected} onDone={onClose} />
      ) : (
        <Value title={t.record()} value={record} />
      )}
      {!isCorrectable && corrected && <Value title={t.corrected()} value={corrected} />}
      {retried_by && (
        <p style={{ marginTop: 12 }}>
          {t.retriedBy()}{' '}
          <Link to={`/project/workflows/reporting/${workflow_id}/${retried_by}/details`}>{t.open()}</Link>
        </p>
      )}
    </Dialog>
  )
}

function Correction({
  rejected: { id, record, corrected, field, reason },
  onDone,
}: {
  rejected: Rejected
  onDone: () => void
}) {
  const t = useTexts(texts)
  const before = corrected ?? record
  const [written, setWritten] = useState<Record<string, string>>({})
  const read = Object.entries(before)
    .filter(([name]) => name !== '_exact')
    .map(([name, value]) => ({ name, text: written[name] ?? shownValue(value), ...readValue(value, written[name]) }))
  const isWrong = (name: string) => field === name || !!field?.startsWith(`${name}.`) || !!field?.startsWith(`${name}[`)
  const retry = useMutation({
    mutationFn: () =>
      api.post(`/record_errors/${id}/retry`, {
        record: Object.fromEntries(read.map(({ name, value }) => [name, value])),
      }),
    onSuccess: async () => {
      toast({ title: t.retried(), tone: 'green' })
      onDone()
      await refresh('/record_errors', '/jobs')
    },
  })
  return (
    <form onSubmit={(event) => (event.preventDefault(), retry.mutate())}>
      <p style={{ marginBottom: 12 }}>{t.correct()}</p>
      <Stack gap="xs">
        {read.map(({ name, text, isBroken }) => (
          <Textarea
            key={name}
            label={name}
            size="xs"
            autosize
            minRows={1}
            maxRows={8}
            classNames={{ label: 'mono' }}
            value={text}
            data-autofocus={isWrong(name) || undefined}
            error={isBroken ? t.json() : isWrong(name) && written[name] === undefined ? reason : undefined}
            onChange={(event) => setWritten({ ...written, [name]: event.currentTarget.value })}
          />
        ))}
      </Stack>
      <Group justify="flex-end" mt="md">
        <Button
          type="submit"
          leftSection={<IconRefresh size={15} />}
          loading={retry.isPending}
          disabled={read.some(({ isBroken }) => isBroken)}
        >
          {t.retry()}
        </Button>
      </Group>
    </form>
  )
}
