import type { DataRecord } from '@weft/kit/define/record.ts'
import { isFinal } from '@weft/kit/define/job-status.ts'
import {
  continued,
  opened,
  ranTo,
  stepped,
  steppedBack,
  toNextRecord,
  type Breakpoints,
  type Debugger,
  type Trace,
} from '@weft/designers/workflow/debug/debugger.ts'
import { api } from '@weft/kit/ui/api.ts'
import type { FlowEdge } from '@weft/kit/workflow-text/flow.ts'
import { useMemo, useState } from 'react'
import { useTestRun } from '../test-run/use-test-run.ts'
import { useTrace } from './use-trace.ts'

/** What a run begins with; `from` the step it begins at, with records as JSON. */
export type Begin = {
  parameters: DataRecord
  test_data?: string
  records: number
  from?: { step: string; sample: string }
}

/** A test run that is followed, and where one stands in it. */
export function useDebugRun(workflow_id: string, source: string | undefined) {
  const [job, setJob] = useState<string>()
  const [begun, setBegun] = useState<Begin>()
  const [place, setPlace] = useState<{ trace: Trace; at: number }>()
  const figures = useTestRun(workflow_id, job, () => undefined)
  const isOver = figures !== undefined && figures !== null && figures.id === job && isFinal(figures.status)
  const { data: trace, isError } = useTrace(job, isOver)
  const begin = useMemo(() => trace && opened(trace), [trace])
  const walk: Debugger | undefined = begin && { ...begin, at: place?.trace === trace ? place!.at : 0 }
  const go = (next: Debugger | undefined) => next && setPlace({ trace: next.trace, at: next.at })

  async function start(begin: Begin) {
    const { from, ...order } = begin
    const { data: started } = await api.post(`/workflows/${workflow_id}/test_run`, {
      ...order,
      trace: true,
      ...(from && { from: from.step, sample: from.sample }),
      ...(source !== undefined && { source }),
    })
    setBegun(begin)
    setJob(started.job_id)
  }

  return {
    job,
    begun,
    walk,
    figures: figures ?? undefined,
    problem: isOver ? figures.steps.find(({ error }) => error !== null)?.error : undefined,
    isOver,
    isMissing: isError,
    start,
    stop: () => setJob(undefined),
    cancel: () => void api.post(`/jobs/${job!}/cancel`, { children: true }),
    step: () => go(walk && stepped(walk)),
    back: () => go(walk && steppedBack(walk)),
    next: () => go(walk && toNextRecord(walk)),
    goOn: (breakpoints: Breakpoints, edges: readonly FlowEdge[]) => go(walk && continued(walk, breakpoints, edges)),
    runTo: (step: string) => go(walk && ranTo(walk, step)),
  }
}
export type DebugRun = ReturnType<typeof useDebugRun>
