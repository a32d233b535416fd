import { openInSql } from '@weft/kit/define/job-status.ts'
import type pg from 'pg'
import { inTransaction } from '@weft/kit/database/transaction.server.ts'
import { enqueueOneOfMany, type Enqueuer } from '../queue/enqueue.server.ts'
import { startFollowUpTriggers } from './follow-up-triggers.server.ts'
import { nextRun } from './next-run.ts'
import { runInterval } from './interval.server.ts'

type Due = {
  id: string
  tenant_id: string
  project_id: string
  workflow_id: string
  step: string
  cron: string
  zone: string
  missed: 'once' | 'skip'
  next_at: string
  runs: boolean
  polls: boolean
  /** A run that looks is under way or waits for its turn: it finds what this one would find. */
  looks: boolean
}

/** A run that comes later than this was missed: nothing was there to start it. */
const late = 60_000

/**
 * Starts what the clock says, and what follows on runs that have ended. Any number of machines may tick: whoever locks a schedule's row first fires it, and a run that was
 * accepted just before a crash is known by its key.
 */
export const startScheduler = (pool: pg.Pool, enqueuer: Enqueuer, { every_ms = 1_000, now = () => new Date() } = {}) =>
  runInterval('scheduler', every_ms, async () => {
    const moment = now()
    // Nearly always nothing is due: two transactions a second were a third of all statements of an idle installation.
    const { rows } = await pool.query<{ schedules: boolean; starts: boolean }>(
      `select exists (select from schedules where next_at <= $1) as schedules, exists (select from due_starts where due_at <= $1) as starts`,
      [moment.toISOString()],
    )
    const [due] = rows
    const rounds = await Promise.allSettled([
      due!.schedules && enqueueDue(pool, enqueuer, moment),
      due!.starts && startFollowUpTriggers(pool, enqueuer, moment),
    ])
    for (const round of rounds) if (round.status === 'rejected') throw round.reason
  })

/** Fires every schedule that is due. Answers the jobs that were started. */
export async function enqueueDue(pool: pg.Pool, enqueuer: Enqueuer, now: Date): Promise<string[]> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<Due>(
      `select s.id, s.tenant_id, s.project_id, s.workflow_id, s.step, s.cron, s.zone, s.missed, s.next_at, s.polls, w.active and t.active as runs,
         s.polls and exists (select from jobs j where j.workflow_id = s.workflow_id and j.trigger_step = s.step and j.status in ${openInSql}) as looks
       from schedules s join workflows w on w.id = s.workflow_id join tenants t on t.id = s.tenant_id
       where s.next_at <= $1 order by s.next_at limit 100 for update of s skip locked`,
      [now.toISOString()],
    )
    const started = await Promise.all(rows.map((due) => fire(enqueuer, due, now)))
    for (const due of rows)
      await client.query('update schedules set next_at = $2, last_at = $3 where id = $1', [
        due.id,
        nextRun(due.cron, due.zone, now)?.toISOString() ?? null,
        due.next_at,
      ])
    return started.filter((id) => id !== undefined)
  })
}

async function fire(enqueuer: Enqueuer, due: Due, now: Date): Promise<string | undefined> {
  const missed = now.getTime() - Date.parse(due.next_at) > late
  if (!due.runs || due.looks || (missed && due.missed === 'skip')) return undefined
  const { tenant_id, project_id, workflow_id, step } = due
  return enqueueOneOfMany(enqueuer, {
    tenant_id,
    project_id,
    workflow_id,
    trigger_step: step,
    started_by: due.polls ? 'poll' : 'schedule',
    dedupe_key: `schedule ${due.id} ${due.next_at}`,
    payload: { record: { scheduled_at: due.next_at, zone: due.zone, missed } },
  })
}
