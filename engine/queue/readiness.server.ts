import { databaseReadiness, type DatabaseReadiness } from '@weft/kit/database/ready.server.ts'
import { log } from '@weft/kit/log/log.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { canStandAs, jobsReadiness, type JobsReadiness } from './standstills.server.ts'

export type Readiness<Told extends object> = {
  status: 'ready' | 'not_ready'
  checks: DatabaseReadiness & { jobs: JobsReadiness | 'unknown' } & Told
}

type Asked<Told extends object> = {
  app_url: string
  keys: Keyring
  /** Whose jobs are asked for: this machine's, or without a name those of all. */ machine?: string
  /** Whether jobs that stand still are a reason for 503. */ needsJobs: boolean
  /** What is told as well, and no reason to send callers elsewhere. */ told(): Told
}

/** What `/readyz` says; whoever asks in the same second gets the same answer. */
export function openReadiness<Told extends object>({
  app_url,
  keys,
  machine,
  needsJobs,
  told,
}: Asked<Told>): () => Promise<Readiness<Told>> {
  let known: Promise<Readiness<Told>> | undefined
  let until = 0
  let last: string | undefined
  const look = async (): Promise<Readiness<Told>> => {
    const { more: jobs = 'unknown' as const, ...database } = await databaseReadiness(app_url, keys, (client) =>
      jobsReadiness(client, machine),
    )
    const areJobsWell = jobs !== 'unknown' && canStandAs.has(jobs)
    const isReady = Object.values(database).every((state) => state === 'ok') && (areJobsWell || !needsJobs)
    const readiness: Readiness<Told> = {
      status: isReady ? 'ready' : 'not_ready',
      checks: { ...database, jobs, ...told() },
    }
    const said = JSON.stringify(readiness)
    if (last !== undefined && said !== last) log.warn(readiness, 'readiness has changed')
    last = said
    return readiness
  }
  return () => {
    if (known && Date.now() < until) return known
    until = Date.now() + 1_000
    return (known = look())
  }
}
