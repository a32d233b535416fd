import type pg from 'pg'
import { standstills, type Standstill } from '../queue/standstills.server.ts'
import type { Alert } from './alert.ts'

/** What stands still at this moment. */
export const look = async (pool: pg.Pool): Promise<Alert[]> => (await standstills(pool)).map(alertOf)

function alertOf(found: Standstill): Alert {
  const { kind } = found
  const since = found.since === null ? new Date() : new Date(found.since)
  switch (kind) {
    case 'queue':
      return { kind, subject: found.queue_id, name: found.queue, since, detail: '', tenant_id: found.tenant_id }
    case 'job':
      return {
        kind,
        subject: found.job_id,
        name: found.job_id,
        since,
        detail: found.problem,
        tenant_id: found.tenant_id,
      }
    case 'database':
      return { kind, subject: found.server_id, name: found.server, since, detail: found.problem ?? '', tenant_id: null }
    case 'archive':
      return { kind, subject: kind, name: found.piece, since, detail: found.piece, tenant_id: null }
    case 'machine_silent':
      return { kind, subject: found.machine, name: found.machine, since, detail: '', tenant_id: null }
    default:
      return { kind, subject: found.machine, name: found.machine, since, detail: found.problem ?? '', tenant_id: null }
  }
}
