import type pg from 'pg'
import { beginAttempts } from '../queue/begin-attempts.server.ts'
import type { JobToRun } from '../runtime/job.ts'

/** A new attempt of a job for a slot that holds it alone, as a dispatcher's worker would make it. */
export async function anAttempt(pool: pg.Pool, id: string, machine = 'here'): Promise<JobToRun> {
  const slot_id = crypto.randomUUID()
  await pool.query('update jobs set queued_at = null, slot_id = $2 where id = $1', [id, slot_id])
  const [job] = await beginAttempts(pool, machine, [{ slot_id, ids: [id] }])
  if (!job) throw new Error(`job ${id} is over`)
  return job
}
