import { defineMessages } from '../messages/messages.ts'
import { StatusDot } from './bits.tsx'
import { useTexts } from './texts.ts'
import type { Tone } from './tones.ts'

export const jobStatuses = ['pending', 'started', 'working', 'waiting', 'stopped', 'warning', 'error', 'aborted', 'info'] as const
export type JobStatusName = (typeof jobStatuses)[number]

/** No job leaves one of these any more. */
export const finalStatuses: readonly JobStatusName[] = ['stopped', 'warning', 'error', 'aborted', 'info']

export const jobStatusTexts = defineMessages({
  pending: { en: 'Waiting for execution', de: 'Wartet auf Ausführung' },
  started: { en: 'Started', de: 'Gestartet' },
  working: { en: 'Being executed', de: 'Wird ausgeführt' },
  waiting: { en: 'Waiting', de: 'Wartet' },
  stopped: { en: 'Completed successfully', de: 'Erfolgreich abgeschlossen' },
  warning: { en: 'Partially successful', de: 'Teilweise erfolgreich' },
  error: { en: 'Error', de: 'Fehler' },
  aborted: { en: 'Aborted', de: 'Abgebrochen' },
  info: { en: 'Nothing to do', de: 'Nichts zu tun' },
})

export const jobStatusTones: Record<JobStatusName, Tone> = { pending: 'slate', started: 'blue', working: 'blue', waiting: 'violet', stopped: 'green', warning: 'amber', error: 'red', aborted: 'slate', info: 'teal' }

/** The status of a job as dot and words; running ones pulse. */
export function JobStatus({ status }: { status: JobStatusName }) {
  const t = useTexts(jobStatusTexts)
  return (
    <StatusDot tone={jobStatusTones[status]} pulse={status === 'working' || status === 'started'}>
      {t[status]()}
    </StatusDot>
  )
}
