import { hostname } from 'node:os'
import type { Environment } from '@weft/kit/env/environment.server.ts'
import { StartRefused } from '@weft/kit/errors/start-refused.ts'
import { lockHome, type HomeLock } from './home-lock.ts'

type Role = Environment['WEFT_ROLE']
type Part = 'api' | 'worker'

const partsByRole: Record<Role, readonly Part[]> = { all: ['api', 'worker'], api: ['api'], worker: ['worker'] }

/** Whether a process of this role runs that part. */
export const runs = (role: Role, part: Part): boolean => partsByRole[role].includes(part)

/** The embedded database begins and ends with one process, so processes that share the work need one of their own. */
export function refuseRoleWithoutDatabase({ WEFT_ROLE, DATABASE_URL }: Environment): void {
  if (WEFT_ROLE === 'all' || DATABASE_URL) return
  throw new StartRefused(
    `WEFT_ROLE=${WEFT_ROLE} needs DATABASE_URL, because the embedded PostgreSQL belongs to one process: please give all roles the same database, or start without WEFT_ROLE.`,
  )
}

/**
 * Makes this process the only one of its machine that runs its parts on this home. A home with a database in it belongs to one
 * process; one beside a database of its own may be shared, by machines and by roles.
 */
export async function lockRole({ WEFT_HOME: home, WEFT_ROLE: role, DATABASE_URL }: Environment): Promise<HomeLock> {
  if (!DATABASE_URL) return lockHome(home, 'supervisor.lock')
  const locks: HomeLock[] = []
  const release = () => locks.forEach((lock) => lock.release())
  try {
    for (const part of partsByRole[role]) locks.push(await lockHome(home, `supervisor.${hostname()}.${part}.lock`))
  } catch (error) {
    release()
    throw error
  }
  return { release }
}
