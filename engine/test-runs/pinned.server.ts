import type { BarrierBody } from '@weft/kit/define/element.ts'
import type { JobFiles } from '../runtime/job-files.ts'
import { openSpools } from '../runtime/spool.server.ts'
import { ends } from '../workflow-model/check.ts'
import type { WorkflowDocument } from '../workflow-model/document.ts'
import type { PlannedStep } from '../workflow-model/plan.ts'
import type { JobTest } from './job-test.ts'
import type { Pin } from './pins.server.ts'

const spoolOf = (step: string, exit: string) => `${step}.${exit}.__in`

/** Puts pinned records beside a job that is to hand them out. */
export async function keepPinned(jobFiles: JobFiles, job_id: string, pins: readonly Pin[]): Promise<JobTest['pinned']> {
  const spools = openSpools(jobFiles, job_id)
  for (const { step, exit, records } of pins)
    await spools.whole(spoolOf(step, exit), async function* () {
      yield records
    })
  return pins.length === 0
    ? undefined
    : { job_id, exits: Object.fromEntries(pins.map(({ step, exit }) => [step, exit])) }
}

/** A step that hands out pinned records once, whatever comes in. */
export function pinnedStep(
  planned: PlannedStep,
  jobFiles: JobFiles,
  { job_id, exits }: NonNullable<JobTest['pinned']>,
) {
  const exit = exits[planned.id]
  if (exit === undefined) return planned
  const body: BarrierBody<Record<string, unknown>> = {
    async *gather() {
      for await (const { records } of openSpools(jobFiles, job_id).read(spoolOf(planned.id, exit)))
        yield { exit, records }
    },
  }
  return { ...planned, element: { ...planned.element, kind: 'barrier' as const }, body, passes: false }
}

/** A workflow in which nothing leads to pinned steps, without those that only led to them. */
export function cutAtPinned(document: WorkflowDocument, pinned: ReadonlySet<string>): WorkflowDocument {
  const edges = document.edges.filter(({ to }) => !pinned.has(ends(to)[0]))
  const led = new Set(document.edges.map(({ from }) => ends(from)[0]))
  const kept = new Set(document.steps.map(({ id }) => id).filter((id) => !led.has(id) || pinned.has(id)))
  for (const id of kept) for (const { from, to } of edges) if (ends(to)[0] === id) kept.add(ends(from)[0])
  return {
    ...document,
    steps: document.steps.filter(({ id }) => kept.has(id)),
    edges: edges.filter(({ from, to }) => kept.has(ends(from)[0]) && kept.has(ends(to)[0])),
  }
}
