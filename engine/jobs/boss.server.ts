import type pg from 'pg'
import { PgBoss } from 'pg-boss'

/** The job library, and what we ask of it: claiming, and keeping what was claimed until it is settled. */
export type Boss = {
  createQueue(queue: string): Promise<void>
  /** With everything in it. */
  removeQueue(queue: string): Promise<void>
  /** Puts jobs into a queue within the caller's transaction. */
  insert(client: pg.ClientBase, queue: string, ids: string[]): Promise<void>
  fetch(client: pg.ClientBase, queue: string, count: number): Promise<{ id: string; job_id: string }[]>
  complete(queue: string, ids: string[]): Promise<void>
  /** Back into the queue, to be claimed again at once. */
  giveBack(queue: string, ids: string[]): Promise<void>
  touch(queue: string, ids: string[]): Promise<void>
  stop(): Promise<void>
}

/** One engine queue a tenant's queue. How often a job is tried is our own count, so the library may always give it back. */
const queueOptions = { notify: true, retryLimit: 1_000_000, retryDelay: 0, expireInSeconds: 86_000, heartbeatSeconds: 60, deleteAfterSeconds: 3_600, retentionSeconds: 30 * 86_400 }

export async function openBoss(url: string, { maintain = false } = {}): Promise<Boss> {
  const boss = new PgBoss({ connectionString: url, max: 4, schedule: false, migrate: false, createSchema: false, supervise: maintain, superviseIntervalSeconds: 60, monitorIntervalSeconds: 300, application_name: 'weft engine' })
  boss.on('error', () => {}) // an outage shows where it matters: in the call that fails
  boss.on('warning', () => {})
  await boss.start()
  const known = new Set<string>()
  const ensure = async (queue: string) => {
    if (known.has(queue)) return
    await boss.createQueue(queue, queueOptions)
    known.add(queue)
  }
  const within = (client: pg.ClientBase) => ({ executeSql: (text: string, values?: unknown[]) => client.query(text, values) })
  return {
    createQueue: ensure,
    async removeQueue(queue) {
      known.delete(queue)
      await boss.deleteQueue(queue)
    },
    async insert(client, queue, ids) {
      await ensure(queue)
      // A job that waits, or is tried later, comes again under an id of the library's own.
      for (let i = 0; i < ids.length; i += 500) await boss.insert(queue, ids.slice(i, i + 500).map((id) => ({ data: { job_id: id } })), { db: within(client) as never })
    },
    async fetch(client, queue, count) {
      await ensure(queue)
      const jobs = await boss.fetch<{ job_id: string }>(queue, { batchSize: count, db: within(client) as never })
      return jobs.map((job) => ({ id: job.id, job_id: job.data.job_id }))
    },
    async complete(queue, ids) {
      await boss.complete(queue, ids)
    },
    async giveBack(queue, ids) {
      await boss.fail(queue, ids)
    },
    async touch(queue, ids) {
      await boss.touch(queue, ids)
    },
    stop: () => boss.stop({ graceful: false }),
  }
}

/** The channel the library tells new work on; the payload is the queue's name. */
export const workChannel = `select ('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24)) as channel`
