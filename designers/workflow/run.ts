import type { Tone } from '@weft/kit/ui/tones.ts'

export type StepState = 'pending' | 'working' | 'waiting' | 'done' | 'failed' | 'skipped' | 'interrupted'

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
export type RunFigures = {
  job_id: string
  is_live: boolean
  /** Nothing outside was changed. */ is_test: boolean
  steps: Record<string, StepRun>
}

export const stateTones: Record<StepState, Tone> = {
  pending: 'slate',
  working: 'blue',
  waiting: 'violet',
  done: 'green',
  failed: 'red',
  skipped: 'slate',
  interrupted: 'amber',
}

/** A count where there is room for five characters: 9,876, 12.3k, 128k, 4.2M. */
export function shortCount(count: number, number: (value: number) => string): string {
  if (count < 10_000) return number(count)
  const [size, unit] = count < 999_500 ? [count / 1_000, 'k'] : [count / 1_000_000, 'M']
  return `${number(size < 100 ? Math.round(size * 10) / 10 : Math.round(size))}${unit}`
}
