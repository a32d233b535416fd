import { readFileSync } from 'node:fs'
import { endTenantSessions } from '@weft/engine/connections/end-sessions.server.ts'
import { startDispatcher, type Dispatcher } from '@weft/engine/workers/dispatcher.server.ts'
import type { MachineConfiguration, WorkerStatus } from '@weft/engine/workers/machine.ts'
import type { RunningMachine } from '@weft/engine/workers/machine-lifecycle.server.ts'
import { openWorkers, type WorkerPool } from '@weft/engine/workers/workers.server.ts'
import { environment } from '@weft/kit/env/environment.server.ts'
import { program } from '@weft/kit/process/program.server.ts'
import type { TenantDatabases } from '@weft/engine/connections/tenant-databases.server.ts'
import type pg from 'pg'

/** The dispatcher of this machine with its workers. */
export async function startMachine(
  { places, warm_workers }: MachineConfiguration,
  {
    home,
    app_url,
    pool,
    machine,
    instance,
    databases,
  }: {
    home: string
    app_url: string
    pool: pg.Pool
    machine: string
    instance: string
    databases: TenantDatabases
  },
): Promise<RunningMachine> {
  const workers = openWorkers({
    file: program('worker'),
    env: {
      WEFT_HOME: home,
      WEFT_APP_URL: app_url,
      WEFT_MACHINE: machine,
      // Runs that share a process look up names and bring files to disk at once; each takes one of these threads meanwhile, usually four.
      UV_THREADPOOL_SIZE: '16',
    },
    spare: environment().WEFT_WORKERS ?? warm_workers,
  })
  const dispatcher = await startDispatcher({
    url: app_url,
    pool,
    workers,
    machine,
    instance,
    endSessions: ({ tenant_id, instances }) => endTenantSessions(databases, tenant_id, instances),
    most: places,
  })
  return {
    workers: () => workerStatuses(workers, dispatcher),
    failing: () => dispatcher.failing(),
    nudge: () => dispatcher.nudge(),
    async leave(how) {
      await dispatcher.drain(how)
      await workers.stop()
    },
  }
}

/** The processes with the memory they use, where the system says so, and the job each is at. */
function workerStatuses(workers: WorkerPool, dispatcher: Dispatcher): WorkerStatus[] {
  const jobs = new Map(dispatcher.running().map((job) => [job.pid, job]))
  return workers.all().map(({ pid, memory, busy }) => {
    const job = jobs.get(pid)
    return {
      pid,
      limit_mb: memory,
      used_mb: memoryOf(pid),
      busy,
      job_id: job?.job_id ?? null,
      since: job ? new Date(job.since).toISOString() : null,
    }
  })
}

function memoryOf(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024)
  } catch {
    return null // the process is just gone, or the system has no such files
  }
}
