import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { WorkflowHead } from './api.ts'

const texts = defineMessages({
  none: {
    en: 'An expected run is missing since {since}: none had ended well for {every}.',
    de: 'Ein erwarteter Lauf fehlt seit {since}: Seit {every} war keiner gut zu Ende gegangen.',
  },
  few: {
    en: 'Too little has come since {since}: {records} of at least {expected} records within {every}.',
    de: 'Seit {since} kommt zu wenig: {records} von mindestens {expected} Datensätzen in {every}.',
  },
})

/** What is missing of the runs that are expected of a workflow. */
export function MissingRun({ workflow, className }: { workflow: WorkflowHead; className: string | undefined }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const path = `/workflows/${workflow.id}/expectation` as const
  const { data } = useQuery({
    queryKey: [path],
    queryFn: async ({ signal }) => (await api.get(path, {}, { signal, quiet: true })).data,
    enabled: workflow.expected_every !== '',
    refetchInterval: 60_000,
  })
  if (!data) return null
  const { missed_since, every, records } = data
  const since = formats.dateTime(missed_since)
  const expected = formats.number(workflow.expected_records)
  return (
    <div className={className} role="status">
      <Note tone="amber" icon={<IconAlertTriangle size={16} />}>
        {records > 0 ? t.few({ since, every, expected, records: formats.number(records) }) : t.none({ since, every })}
      </Note>
    </div>
  )
}
