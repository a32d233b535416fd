import type pg from 'pg'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { log } from '@weft/kit/log/log.server.ts'
import { applicationName, sessionLimits } from '@weft/kit/database/session.server.ts'

/** A job on its way into a queue. What has begun holds a turn of its workflow already, so it is claimed whether or not that is full. */
type QueuedJob = {
  id: string
  workflow_id: string
  begun?: boolean
  /** First come, first served within one commit, too. */ position?: number
}
export type ClaimedJob = {
  id: string
  job_id: string
  /** Whose turn it takes; none for one that goes with its ancestor's. */ workflow_id?: string | undefined
}

/** The job library, and what we ask of it: claiming, and keeping what was claimed until it is settled. */
export type JobQueue = {
  createQueue(queue: string): Promise<void>
  /** With everything in it. */
  removeQueue(queue: string): Promise<void>
  /** Puts jobs into a queue within the caller's transaction. */
  enqueue(client: pg.ClientBase, queue: string, jobs: QueuedJob[]): Promise<void>
  /** In the order they came; those of full workflows stay where they are. */
  claim(client: pg.ClientBase, queue: string, count: number, full: string[]): Promise<ClaimedJob[]>
  complete(queue: string, ids: string[]): Promise<void>
  /** Back to its old place in the queue, to be claimed again at once or after so many seconds. */
  release(queue: string, ids: string[], seconds?: number): Promise<void>
  heartbeat(queue: string, ids: string[]): Promise<void>
  stop(): Promise<void>
}

/** One engine queue a tenant's queue. How often a job is tried is our own count, so the library may always give it back. */
const queueOptions = {
  notify: true,
  retryLimit: 1_000_000,
  retryDelay: 0,
  expireInSeconds: 86_000,
  heartbeatSeconds: 60,
  deleteAfterSeconds: 3_600,
  retentionSeconds: 30 * 86_400,
}

/** The library hands these to its own pool. */
const lines = { keepAlive: true, options: sessionLimits }

export async function openJobQueue(url: string, { maintain = false } = {}): Promise<JobQueue> {
  const { PgBoss } = await import('pg-boss') // few workers ever start a child job
  const boss = new PgBoss({
    connectionString: url,
    max: 4,
    schedule: false,
    migrate: false,
    createSchema: false,
    supervise: maintain,
    superviseIntervalSeconds: 60,
    monitorIntervalSeconds: 300,
    application_name: applicationName('weft engine'),
    ...lines,
  })
  boss.on('error', ignore('an error of the job library shows in the call that fails')) // an outage shows where it matters: in the call that fails
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'the job library warns'))
  await boss.start()
  const known = new Set<string>()
  const ensure = async (queue: string) => {
    if (known.has(queue)) return
    await boss.createQueue(queue, queueOptions)
    known.add(queue)
  }
  const within = (client: pg.ClientBase) => ({
    executeSql: (text: string, values?: unknown[]) => client.query(text, values),
  })
  return {
    createQueue: ensure,
    async removeQueue(queue) {
      known.delete(queue)
      await boss.deleteQueue(queue)
    },
    async enqueue(client, queue, jobs) {
      await ensure(queue)
      for (let i = 0; i < jobs.length; i += 500)
        await boss.insert(queue, jobs.slice(i, i + 500).map(engineJob), { db: within(client) as never })
    },
    async claim(client, queue, count, full) {
      await ensure(queue)
      const jobs = await boss.fetch<EngineData>(queue, {
        batchSize: count,
        includeMetadata: true,
        ...(full.length > 0 ? { ignoreGroups: full } : {}),
        db: within(client) as never,
      })
      const place = (job: (typeof jobs)[number]) => [String(job.createdOn), job.data.at ?? 0] as const
      return jobs
        .map((job) => ({ place: place(job), id: job.id, ...job.data }))
        .sort((a, b) => (a.place[0] === b.place[0] ? a.place[1] - b.place[1] : a.place[0] < b.place[0] ? -1 : 1))
        .map(({ id, job_id, workflow_id }) => ({ id, job_id, workflow_id }))
    },
    async complete(queue, ids) {
      await boss.complete(queue, ids)
    },
    async release(queue, ids, seconds) {
      // The library's own ways lose the place or take what is settled back, too.
      await boss
        .getDb()
        .executeSql(
          `update pgboss.job set state = 'created', started_on = null, heartbeat_on = null, start_after = coalesce(now() + make_interval(secs => $3), start_after) where name = $1 and id = any($2::uuid[]) and state = 'active'`,
          [queue, ids, seconds ?? null],
        )
    },
    async heartbeat(queue, ids) {
      await boss.touch(queue, ids)
    },
    stop: () => boss.stop({ graceful: false }),
  }
}

type EngineData = { job_id: string; workflow_id?: string; at?: number }

/** The first time a job comes it has its own id; when it waited, or is tried later, it comes again under one of the library's. */
function engineJob({ id, workflow_id, begun, position }: QueuedJob) {
  const data: EngineData = { job_id: id, workflow_id, ...(position === undefined ? {} : { at: position }) }
  if (begun) return { data }
  const fresh = position === undefined ? {} : { id, startAfter: `${position - 1_000_000} microseconds` as never }
  return { data, group: { id: workflow_id }, ...fresh }
}

/** The channel the library tells new work on; the payload is the queue's name. */
export const workChannel = `select ('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24)) as channel`
