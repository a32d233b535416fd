import type { Scope } from '@weft/kit/database/connect.server.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import { cancelJobs } from './cancel.server.ts'
import { moveJobs } from './move.server.ts'
import type { JobDeps } from './deps.server.ts'
import type { Tidings } from '../scheduler/tidings.server.ts'
import { runWhenTold } from '../scheduler/told-interval.ts'
import { requeueJob, type Requeue } from './requeue.server.ts'

export type BulkVerb = 'cancel' | 'requeue' | 'move'
export type BulkOptions = {
  children?: boolean
  mode?: Requeue['mode']
  version?: Requeue['version']
  /** Of the one tenant it is about. */ queue_id?: string
  /** Of each tenant. */ queue_name?: string
}

type Bulk = { id: string; action: BulkVerb; options: BulkOptions; asked_by: string | null; created_at: string }
type Item = { position: number; job_id: string; tenant_id: string }
type Outcome = {
  position: number
  outcome: 'affected' | 'refused'
  status?: string | undefined
  message?: Message | undefined
}

/** So many jobs are a part: after each it is written down how far it has come. */
const partOf: Record<BulkVerb, number> = { cancel: 500, move: 500, requeue: 25 }
const abandonedAfter = '30 seconds'

/** Works off bulk actions in the background, on whichever machine is first; what another has left is gone on with. */
export function startBulkActions(parts: JobDeps & { tidings: Pick<Tidings, 'of'> }, { every_ms = 1_000 } = {}) {
  const signal = { stopping: false }
  const told = { every_ms, table: 'bulk_actions', tidings: parts.tidings }
  const clock = runWhenTold('bulk actions', told, () => workOffBulkActions(parts, signal))
  return {
    stop() {
      signal.stopping = true
      return clock.stop()
    },
  }
}

/** One round: everything that waits to be done. */
export async function workOffBulkActions(parts: JobDeps, signal = { stopping: false }): Promise<void> {
  for (let bulk = await take(parts); bulk; bulk = await take(parts)) {
    while (!signal.stopping) {
      const items = await open(parts, bulk)
      if (items.length === 0) break
      const outcomes: Outcome[] = []
      for (const [tenant_id, some] of Map.groupBy(items, (item) => item.tenant_id))
        outcomes.push(...(await verbs[bulk.action](parts, bulk, tenant_id, some)))
      await note(parts, bulk.id, outcomes)
    }
    if (signal.stopping) {
      await parts.pool.query('update bulk_actions set beat_at = null where id = $1', [bulk.id])
      return
    }
    await parts.pool.query(
      `update bulk_actions set state = 'done', finished_at = clock_timestamp() where id = $1 and state = 'running'`,
      [bulk.id],
    )
  }
}

async function take({ pool }: JobDeps): Promise<Bulk | undefined> {
  const { rows } = await pool.query<Bulk>(
    `update bulk_actions set beat_at = now() where id = (
       select id from bulk_actions where state = 'running' and (beat_at is null or beat_at < now() - $1::interval) order by created_at limit 1 for update skip locked
     ) returning id, action, options, asked_by, created_at`,
    [abandonedAfter],
  )
  return rows[0]
}

async function open({ pool }: JobDeps, { id, action }: Bulk): Promise<Item[]> {
  const { rows } = await pool.query<Item>(
    `select position, job_id, tenant_id from bulk_action_jobs where bulk_action_id = $1 and outcome is null and exists (select from bulk_actions b where b.id = $1 and b.state = 'running') order by position limit $2`,
    [id, partOf[action]],
  )
  return rows
}

async function note({ pool }: JobDeps, id: string, outcomes: Outcome[]) {
  await pool.query(
    `with told as (select * from jsonb_to_recordset($2::text::jsonb) as x(position int, outcome text, status text, message jsonb)),
       noted as (update bulk_action_jobs i set outcome = t.outcome, status = t.status, message = t.message from told t where i.bulk_action_id = $1 and i.position = t.position)
     update bulk_actions set beat_at = now(), affected = affected + (select count(*) from told where outcome = 'affected'), refused = refused + (select count(*) from told where outcome = 'refused') where id = $1`,
    [id, JSON.stringify(outcomes)],
  )
}

type Verb = (parts: JobDeps, bulk: Bulk, tenant_id: string, items: Item[]) => Promise<Outcome[]>

/** A part that was done just before a crash is done once more: what it has done already counts as done, not as refused. */
const verbs: Record<BulkVerb, Verb> = {
  async cancel(parts, { options, created_at }, tenant_id, items) {
    const { affected } = await cancelJobs(
      parts,
      scopeOf(tenant_id),
      items.map((item) => item.job_id),
      { children: options.children ?? true },
    )
    const done = new Set(affected.map((job) => job.id))
    const { rows } = await parts.pool.query<{ id: string }>(
      'select id from jobs where id = any($1) and cancel_requested_at >= $2',
      [items.map((item) => item.job_id), created_at],
    )
    for (const { id } of rows) done.add(id)
    return refusing(parts, items, done)
  },

  async move(parts, { options }, tenant_id, items) {
    const { rows } = await parts.pool.query<{ id: string }>(
      'select id from queues where tenant_id = $1 and (id = $2 or name = $3)',
      [tenant_id, options.queue_id ?? null, options.queue_name ?? null],
    )
    const done = rows[0]
      ? await moveJobs(
          parts.pool,
          tenant_id,
          items.map((item) => item.job_id),
          rows[0].id,
        )
      : []
    return refusing(parts, items, new Set(done))
  },

  async requeue(parts, { options, asked_by, created_at }, tenant_id, items) {
    const outcomes: Outcome[] = []
    for (const { position, job_id } of items) {
      const { rows } = await parts.pool.query(
        'select from jobs where retry_of = $1 and created_at >= $2 and started_by_user is not distinct from $3',
        [job_id, created_at, asked_by],
      )
      const message =
        rows.length > 0
          ? undefined
          : await requeue(parts, scopeOf(tenant_id), job_id, {
              mode: options.mode ?? 'from_start',
              version: options.version ?? 'original',
              by: asked_by ?? undefined,
            })
      outcomes.push(
        message
          ? { position, outcome: 'refused', status: await statusOf(parts, job_id), message }
          : { position, outcome: 'affected' },
      )
    }
    return outcomes
  },
}

const scopeOf = (tenant_id: string): Scope => ({ level: 'tenant', tenant_id })

/** What was refused and why; nothing when it runs again. */
async function requeue(parts: JobDeps, scope: Scope, id: string, how: Requeue): Promise<Message | undefined> {
  try {
    await requeueJob(parts, scope, id, how)
    return undefined
  } catch (error) {
    if (!(error instanceof WeftError)) throw error
    return error.say
  }
}

async function refusing(parts: JobDeps, items: Item[], done: Set<string>): Promise<Outcome[]> {
  const { rows } = await parts.pool.query<{ id: string; status: string }>(
    'select id, status from jobs where id = any($1)',
    [items.map((item) => item.job_id)],
  )
  const statuses = new Map(rows.map((row) => [row.id, row.status]))
  return items.map(({ position, job_id }) =>
    done.has(job_id)
      ? { position, outcome: 'affected' }
      : { position, outcome: 'refused', status: statuses.get(job_id) ?? '' },
  )
}

async function statusOf({ pool }: JobDeps, id: string) {
  const { rows } = await pool.query<{ status: string }>('select status from jobs where id = $1', [id])
  return rows[0]?.status ?? ''
}
