import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { isFinal } from '@weft/kit/define/job-status.ts'
import { Figures, Note } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { JobStatus } from '@weft/kit/ui/job-status.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useEffect, useEffectEvent } from 'react'
import { jobPath } from '../jobs/job.ts'
import { useJob } from '../jobs/use-job.ts'
import { importTexts } from './import-texts.ts'
import s from './import.module.css'

type Props = { job_id: string; workflow_id: string; onEnd: () => void }

/** How far an import has come, and what came of it. */
export function ImportResult({ job_id, workflow_id, onEnd }: Props) {
  const t = useTexts(importTexts)
  const { number } = useFormats()
  const { job } = useJob(job_id)
  const isOver = job !== undefined && isFinal(job.status)
  const ended = useEffectEvent(onEnd)
  useEffect(() => {
    if (isOver) ended()
  }, [isOver])
  const path = jobPath({ workflow_id, id: job_id })
  return (
    <div className={s['result']} role="status">
      {job ? <JobStatus status={job.status} /> : t.running()}
      <Figures
        figures={[
          { label: t.read(), value: number(job?.records_in ?? 0) },
          { label: t.written(), value: number(job?.records_out ?? 0) },
          { label: t.rejected(), value: number(job?.records_rejected ?? 0) },
        ]}
      />
      {job?.error && <Note tone="red">{job.error.message}</Note>}
      {!isOver && <p className="muted">{t.leave()}</p>}
      <div className={s['links']}>
        <Button component={Link} to={path} variant="default">
          {t.run()}
        </Button>
        {isOver && job.records_rejected > 0 && (
          <Button component={Link} to={path} search={{ tab: 'rejected' } as never}>
            {t.mend()}
          </Button>
        )}
      </div>
    </div>
  )
}
