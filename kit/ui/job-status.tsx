import type { JobStatusName } from '../define/job-status.ts'
import { StatusDot } from './bits.tsx'
import { jobStatusTexts } from './job-status-texts.ts'
import { useTexts } from './texts.ts'
import type { Tone } from './tones.ts'

export const jobStatusTones: Record<JobStatusName, Tone> = {
  pending: 'slate',
  started: 'blue',
  working: 'blue',
  waiting: 'violet',
  stopped: 'green',
  warning: 'amber',
  error: 'red',
  aborted: 'slate',
  info: 'teal',
}

/** The status of a job as dot and words; running ones pulse. */
export function JobStatus({ status }: { status: JobStatusName }) {
  const t = useTexts(jobStatusTexts)
  return (
    <StatusDot tone={jobStatusTones[status]} pulse={status === 'working' || status === 'started'}>
      {t[status]()}
    </StatusDot>
  )
}
