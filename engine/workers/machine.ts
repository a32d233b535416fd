export type MachineState = 'unconfigured' | 'generated' | 'starting' | 'running' | 'draining' | 'stopped' | 'failed'
export type SupervisorAction = 'generate_config' | 'start' | 'restart' | 'stop' | 'drain'

/** What a machine runs with until it is started again. */
export type MachineConfiguration = {
  /** So many jobs at once. */
  places: number
  /** So many worker processes wait for work. */
  warm_workers: number
  processors: number
}

/** A worker process, and what it does. */
export type WorkerStatus = {
  pid: number
  limit_mb: number
  used_mb: number | null
  busy: boolean
  job_id: string | null
  since: string | null
}
