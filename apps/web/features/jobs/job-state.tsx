import type { JobStatusName } from '@weft/kit/define/job-status.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { JobStatus } from '@weft/kit/ui/job-status.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { jobTexts } from './texts.ts'

/** How far a job is, and whether somebody wants it stopped. */
export function JobState({ job }: { job: { status: JobStatusName; cancelling: boolean } }) {
  const words = useTexts(jobTexts)
  return (
    <span style={{ display: 'inline-flex', gap: 8, alignItems: 'center' }}>
      <JobStatus status={job.status} />
      {job.cancelling && <Badge tone="amber">{words.cancelling()}</Badge>}
    </span>
  )
}
