import { openInSql } from '@weft/kit/define/job-status.ts'
import type pg from 'pg'
import { endSessionsOf } from '@weft/kit/database/session.server.ts'
import { inTransaction } from '@weft/kit/database/transaction.server.ts'
import { claimForEachOwnSlot, claimJobs, type ClaimedJob } from './claim.server.ts'
import { workChannel } from './work-channel.ts'

/** A queue as a machine has to know it; `timeout` in seconds, `max_memory` in MB. */
export type Queue = {
  id: string
  tenant_id: string
  instances: number
  tries: number
  timeout: number
  max_memory: number
  priority: 'high' | 'low'
  active: boolean
}

/** Jobs that are run one after the other; the slots of one worker are an instance of their queue at work on a machine. */
export type Slot = { id: string; worker: string; queue: Queue; jobs: ClaimedJob[] }

/** Who takes instances of queues: this process among all that ever ran under the machine's name. */
export type SlotHolder = {
  machine: string
  instance: string
  /** A process that has not been heard of for so long is lost. */
  lost_ms: number
}

/** A claim that a crash takes back is simply made again; one whose process stands still keeps its tenant's lock for ten seconds at most. */
const hastily = `set local synchronous_commit = off; set local idle_in_transaction_session_timeout = '10s'`

const loadStatement = `
select q.id, q.tenant_id, least(q.instances, (t.settings -> 'limits' ->> 'queue_instances')::int) as instances, q.tries, q.timeout,
  least(q.max_memory, (t.settings -> 'limits' ->> 'queue_memory')::int) as max_memory, q.priority, q.active and t.active and not t.held as active,
  (select count(distinct s.worker)::int from queue_slots s where s.queue_id = q.id and s.beat_at > now() - make_interval(secs => $2)) as at_work
from queues q join tenants t on t.id = q.tenant_id where q.id = $1`

/**
 * One more instance of a queue, with up to `count` jobs, if the queue may have one and there is work whose turn has come. Exact over all
 * machines: whoever holds the tenant's lock counts instances and turns. `learn` hears of the queue as it is now, also where claiming fails;
 * `searched_ms` went into looking past jobs of full workflows.
 */
export const openSlot = (
  pool: pg.Pool,
  { machine, instance, lost_ms }: SlotHolder,
  { queue_id, count, learn }: { queue_id: string; count: number; learn(queue: Queue): void },
): Promise<{ slot?: Slot; searched_ms: number }> =>
  inTransaction(
    pool,
    async (client) => {
      const full = await fullWorkflows(client, queue_id)
      const queue = await loadQueue(client, queue_id, lost_ms)
      if (!queue) return { searched_ms: 0 }
      learn(queue)
      const began = performance.now()
      const id = crypto.randomUUID()
      const may = queue.active && queue.at_work < queue.instances
      const jobs = may ? await claimJobs(client, { queue_id, count, full }, { slot_id: id, alone: true }) : []
      if (jobs.length === 0) return { searched_ms: full.length > 0 ? performance.now() - began : 0 }
      await client.query({
        name: 'open slot',
        text: 'insert into queue_slots (id, tenant_id, queue_id, machine, instance, jobs, workflows, worker) values ($1, $2, $3, $4, $5, $6, $7, $1)',
        values: [id, queue.tenant_id, queue_id, machine, instance, jobs.map((job) => job.id), turnsOf(jobs)],
      })
      return { slot: { id, worker: id, queue, jobs }, searched_ms: 0 }
    },
    hastily,
  )

/**
 * Further slots for a worker whose runs all wait for the outside, as many as there are jobs whose turn has come, up to `count`. They belong
 * to the instance that the worker is. Jobs to be run alone stay where they are, and what stands behind them.
 */
export const openSlotsBeside = (
  pool: pg.Pool,
  { machine, instance, lost_ms }: SlotHolder,
  { queue, worker }: Pick<Slot, 'queue' | 'worker'>,
  count: number,
): Promise<{ slots: Slot[]; searched_ms: number }> =>
  inTransaction(
    pool,
    async (client) => {
      const full = await fullWorkflows(client, queue.id)
      const now = await loadQueue(client, queue.id, lost_ms)
      if (!now?.active) return { slots: [], searched_ms: 0 }
      const began = performance.now()
      const jobs = await claimForEachOwnSlot(client, { queue_id: queue.id, count, full })
      if (jobs.length === 0) return { slots: [], searched_ms: full.length > 0 ? performance.now() - began : 0 }
      const lists = inTurns(jobs, await turnsLeft(client, queue.tenant_id, jobs))
      await client.query({
        name: 'open slots beside',
        text: `insert into queue_slots (id, jobs, workflows, tenant_id, queue_id, machine, instance, worker)
          select x.id, x.jobs, x.workflows, $2, $3, $4, $5, $6 from jsonb_to_recordset($1::jsonb) as x(id uuid, jobs uuid[], workflows uuid[])`,
        values: [
          JSON.stringify(
            lists.map((jobs) => ({ id: jobs[0]!.slot_id, jobs: jobs.map((job) => job.id), workflows: turnsOf(jobs) })),
          ),
          ...[queue.tenant_id, queue.id, machine, instance, worker],
        ],
      })
      await joinLists(client, lists)
      return { slots: lists.map((jobs) => ({ id: jobs[0]!.slot_id, worker, queue: now, jobs })), searched_ms: 0 }
    },
    hastily,
  )

/** Each job for itself as far as there are turns for it; the others wait behind one of their workflow. */
function inTurns(jobs: ClaimedJob[], left: Map<string, number>): ClaimedJob[][] {
  const lists: ClaimedJob[][] = []
  const lastOf = new Map<string, ClaimedJob[]>()
  for (const job of jobs) {
    const { workflow_id, has_turn } = job
    const before = workflow_id !== null && !has_turn ? lastOf.get(workflow_id) : undefined
    if (before && (left.get(workflow_id!) ?? 0) <= 0) {
      before.push(job)
      continue
    }
    const list = [job]
    lists.push(list)
    if (workflow_id === null || has_turn) continue
    lastOf.set(workflow_id, list)
    left.set(workflow_id, (left.get(workflow_id) ?? 0) - 1)
  }
  return lists
}

/** How many further runs of the workflows of these jobs may begin. */
async function turnsLeft(client: pg.ClientBase, tenant_id: string, jobs: ClaimedJob[]): Promise<Map<string, number>> {
  const { rows } = await client.query<{ id: string; turns: number }>({
    name: 'turns left',
    text: `select w.id, w.concurrency_limit - coalesce(sum(t.taken), 0)::int as turns from workflows w left join weft_turns_taken($1, null) t on t.workflow = w.id
      where w.id = any($2) group by w.id`,
    values: [tenant_id, turnsOf(jobs)],
  })
  return new Map(rows.map(({ id, turns }) => [id, turns]))
}

/** What waits behind another is held by that one's slot. */
async function joinLists(client: pg.ClientBase, lists: ClaimedJob[][]) {
  const joined = lists.flatMap(([first, ...others]) => others.map(({ id }) => ({ id, slot_id: first!.slot_id })))
  if (joined.length > 0)
    await client.query({
      name: 'join lists',
      text: 'update jobs j set slot_id = x.slot_id from jsonb_to_recordset($1::jsonb) as x(id uuid, slot_id uuid) where j.id = x.id',
      values: [JSON.stringify(joined)],
    })
}

async function loadQueue(client: pg.ClientBase, queue_id: string, lost_ms: number) {
  const { rows } = await client.query<Queue & { at_work: number }>({
    name: 'queue load',
    text: loadStatement,
    values: [queue_id, lost_ms / 1_000],
  })
  return rows[0]
}

/** The next jobs of a slot that has worked off its list, alone in its process or beside others; none for one that another machine has taken for lost. */
export const refillSlot = (
  pool: pg.Pool,
  { id, queue }: Slot,
  { count, alone = true }: { count: number; alone?: boolean },
): Promise<ClaimedJob[]> =>
  inTransaction(
    pool,
    async (client) => {
      const full = await fullWorkflows(client, queue.id, id)
      const { rows } = await client.query<{ held: boolean }>({
        name: 'held',
        text: 'select t.held from queue_slots s join tenants t on t.id = s.tenant_id where s.id = $1 for update of s',
        values: [id],
      })
      const may = rows[0] && !rows[0].held
      const jobs = may ? await claimJobs(client, { queue_id: queue.id, count, full }, { slot_id: id, alone }) : []
      if (jobs.length > 0)
        await client.query({
          name: 'refill slot',
          text: 'update queue_slots set jobs = $2, workflows = $3, beat_at = now() where id = $1',
          values: [id, jobs.map((job) => job.id), turnsOf(jobs)],
        })
      return jobs
    },
    hastily,
  )

/** Whatever a slot still holds goes back to its place in the queue, whose attempts are counted: nobody knows what became of them. */
const comeBack = `
update jobs j set status = case j.status when 'waiting' then 'waiting' else 'pending' end, queued_at = clock_timestamp(), slot_id = null
from gone g where j.id = any(g.jobs) and j.slot_id = g.id and j.status in ${openInSql} returning j.queue_id`

const closeStatement = `
with gone as (delete from queue_slots where id = any($1) returning id, jobs), back as (${comeBack})
select pg_notify('${workChannel}', queue_id::text) from (select distinct queue_id from back) q`

/** Gives slots back, and with the last one of a worker the instance of the queue. */
export async function closeSlots(pool: pg.Pool, ids: string[]): Promise<void> {
  await pool.query({ name: 'close slots', text: closeStatement, values: [ids] })
}

/** Says that a process is alive. Answers which slots are still its own: another machine may have taken it for lost. */
export async function beatSlots(pool: pg.Pool, instance: string): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>(
    'update queue_slots set beat_at = now() where instance = $1 returning id',
    [instance],
  )
  return new Set(rows.map(({ id }) => id))
}

export type LostSlot = { id: string; queue_id: string; tenant_id: string; instance: string; jobs: string[] }

const lostStatement = `
delete from queue_slots where id in (
  select s.id from queue_slots s where s.instance <> $1 and (s.beat_at < now() - make_interval(secs => $3)
    or s.machine = $2 and not exists (select from pg_stat_activity a where a.datname = current_database() and a.application_name like '% ' || s.instance))
  for update skip locked)
returning id, queue_id, tenant_id, instance, jobs`

/**
 * Takes over the slots of processes that are lost: nobody has beaten for them, or this machine has been started anew and they have no
 * session any more. What they still lock in the database is let go, since a frozen process keeps its sessions, and their jobs come back.
 */
export const recoverSlots = (pool: pg.Pool, { machine, instance, lost_ms }: SlotHolder): Promise<LostSlot[]> =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<LostSlot>(lostStatement, [instance, machine, lost_ms / 1_000])
    if (rows.length === 0) return []
    await client.query(endSessionsOf, [rows.map((slot) => slot.instance)])
    await client.query(
      `with gone as (select * from jsonb_to_recordset($1::jsonb) as x(id uuid, jobs uuid[])), back as (${comeBack})
       select pg_notify('${workChannel}', queue_id::text) from (select distinct queue_id from back) q`,
      [JSON.stringify(rows.map(({ id, jobs }) => ({ id, jobs })))],
    )
    return rows
  })

async function fullWorkflows(client: pg.ClientBase, queue_id: string, but_slot?: string): Promise<string[]> {
  const { rows } = await client.query<{ full: string[] }>({
    name: 'full workflows',
    text: 'select weft_full_workflows($1, $2) as full',
    values: [queue_id, but_slot ?? null],
  })
  return rows[0]?.full ?? []
}

const turnsOf = (jobs: ClaimedJob[]) => [...new Set(jobs.flatMap((job) => job.workflow_id ?? []))]
