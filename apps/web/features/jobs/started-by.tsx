import { Badge } from '@weft/kit/ui/bits.tsx'
import { IconCell } from '@weft/kit/ui/cells.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import {
  IconAlertTriangle,
  IconCalendarTime,
  IconEye,
  IconHandClick,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconRepeat,
  IconSubtask,
  IconWebhook,
} from '@tabler/icons-react'
import type { JobRow } from './job.ts'
import { startedByTexts } from './texts.ts'

const icons = {
  hand: IconHandClick,
  schedule: IconCalendarTime,
  poll: IconEye,
  webhook: IconWebhook,
  workflow: IconSubtask,
  predecessor: IconPlayerTrackNext,
  workflow_failed: IconAlertTriangle,
  retry: IconRepeat,
}

/** Who or what began a job. */
export function StartedBy({
  job,
}: {
  job: Pick<JobRow, 'started_by' | 'started_by_name'> & Partial<Pick<JobRow, 'test'>>
}) {
  const t = useTexts(startedByTexts)
  const known = job.started_by in icons ? (job.started_by as keyof typeof icons) : undefined
  const Icon = known ? icons[known] : IconPlayerPlay
  return (
    <IconCell icon={<Icon size={15} stroke={1.7} color="var(--text-3)" aria-hidden />}>
      {job.started_by_name ?? (known ? t[known]() : job.started_by)}
      {job.test && <Badge tone="green">{t.test()}</Badge>}
    </IconCell>
  )
}
