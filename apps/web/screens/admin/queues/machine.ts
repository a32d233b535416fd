import type { Tone } from '@weft/kit/ui/tones.ts'
import type { Action } from './texts.ts'

export type MachineState = 'unconfigured' | 'generated' | 'starting' | 'running' | 'draining' | 'stopped' | 'failed'
export type MachineWorker = {
  pid: number
  limit_mb: number
  used_mb: number | null
  busy: boolean
  since: string | null
  job_id: string | null
  job: { id: string; workflow_label: string; tenant_name: string } | null
}
type Command = {
  id: string
  action: Action
  state: 'asked' | 'acknowledged' | 'done' | 'failed' | 'expired'
  problem: string | null
  asked_at: string
  finished_at: string | null
  asked_by_name: string | null
}

/** A machine as the list of supervisors shows it. */
export type Machine = {
  id: string
  machine: string
  host: string
  version: string
  processors: number
  state: MachineState
  silent: boolean
  outdated: boolean
  problem: string | null
  configuration: { places: number; warm_workers: number } | null
  configured_at: string | null
  started_at: string | null
  beat_at: string
  workers: MachineWorker[]
  commands: Command[]
}

export const machineTones: Record<MachineState, Tone> = {
  unconfigured: 'slate',
  generated: 'blue',
  starting: 'blue',
  running: 'green',
  draining: 'amber',
  stopped: 'slate',
  failed: 'red',
}
