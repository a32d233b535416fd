import type { Tone } from '@weft/kit/ui/tones.ts'

export type StepState = 'pending' | 'working' | 'waiting' | 'done' | 'failed' | 'skipped'

/** What the journal says of a step. */
export type StepRun = {
  state: StepState
  records_in: number
  exits: Record<string, number>
  busy_ms: number
  error?: string | undefined
  started_at?: string | null | undefined
  finished_at?: string | null | undefined
}

/** A job as the canvas shows it: figures on cards and edges. */
export type RunFigures = { job_id: string; is_live: boolean; steps: Record<string, StepRun> }

export const stateTones: Record<StepState, Tone> = { pending: 'slate', working: 'blue', waiting: 'violet', done: 'green', failed: 'red', skipped: 'slate' }
