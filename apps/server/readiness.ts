import { canStandAs, jobsReadiness, type JobsReadiness } from '@weft/engine/queue/standstills.server.ts'
import { databaseReadiness, type DatabaseReadiness } from '@weft/kit/database/ready.server.ts'
import { log } from '@weft/kit/log/log.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'

export type Readiness = {
  status: 'ready' | 'not_ready'
  checks: DatabaseReadiness & {
    jobs: JobsReadiness | 'unknown'
    /** Told, and no reason to send callers elsewhere. */ sftp: 'ok' | 'not_listening'
  }
}

/** What `/readyz` says; whoever asks in the same second gets the same answer. */
export function openReadiness({
  app_url,
  keys,
  sftp,
}: {
  app_url: string
  keys: Keyring
  sftp: { listens: boolean }
}): () => Promise<Readiness> {
  let known: Promise<Readiness> | undefined
  let until = 0
  let last: string | undefined
  const look = async (): Promise<Readiness> => {
    const { more: jobs = 'unknown' as const, ...database } = await databaseReadiness(app_url, keys, jobsReadiness)
    const isReady =
      Object.values(database).every((state) => state === 'ok') && jobs !== 'unknown' && canStandAs.has(jobs)
    const readiness: Readiness = {
      status: isReady ? 'ready' : 'not_ready',
      checks: { ...database, jobs, sftp: sftp.listens ? 'ok' : 'not_listening' },
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
