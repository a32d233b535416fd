import type pg from 'pg'

export type ClaimedJob = {
  id: string
  /** Whose turn it takes; none for one that goes with its ancestor's. */
  workflow_id: string | null
  /** It has had its turn since it first began. */
  has_turn: boolean
  /** It is to be run alone. */
  alone: boolean
  /** What holds it from now on. */
  slot_id: string
}

type Claim = {
  queue_id: string
  count: number
  /** Workflows of which no further run may begin. */
  full: string[]
}

const claimable = (queue: string, full: string) =>
  `queue_id = ${queue} and queued_at <= clock_timestamp() and (turn <> 'wanted' or workflow_id <> all(${full}::uuid[]))`

/** Nobody goes past one that is to be run alone: with others always under way it would never come. */
const besideOthers = `and not alone and position < coalesce((select min(position) from jobs where ${claimable('$1', '$3')} and alone), ${2n ** 63n - 1n})`

const statement = (which: string, slot: string) => `
with next as materialized (
  select id from jobs where ${claimable('$1', '$3')} ${which} order by position limit $2 for update skip locked
), claimed as (
  update jobs j set queued_at = null, slot_id = ${slot} from next n where n.id = j.id
  returning j.id, j.position, case when j.turn <> 'none' then j.workflow_id end as workflow_id, j.turn = 'held' as has_turn, j.alone, j.slot_id
)
select id, workflow_id, has_turn, alone, slot_id from claimed order by position`

const claims = {
  alone: { name: 'claim', text: statement('', '$4') },
  besideOthers: { name: 'claim more', text: statement(besideOthers, '$4') },
  eachBesideOthers: { name: 'claim beside', text: statement(besideOthers, 'gen_random_uuid()') },
}

/**
 * Takes jobs out of a queue in the order they came, within the caller's transaction, which holds the tenant's lock: for a slot that works
 * them off one after the other, `alone` in its process or with others. Those of full workflows stay where they are, unless they hold
 * their turn already.
 */
export const claimJobs = (
  client: pg.ClientBase,
  { queue_id, count, full }: Claim,
  { slot_id, alone }: { slot_id: string; alone: boolean },
): Promise<ClaimedJob[]> =>
  claim(client, { ...claims[alone ? 'alone' : 'besideOthers'], values: [queue_id, count, full, slot_id] })

/** The same, each for a slot of its own beside others in their process. */
export const claimForEachOwnSlot = (client: pg.ClientBase, { queue_id, count, full }: Claim): Promise<ClaimedJob[]> =>
  claim(client, { ...claims.eachBesideOthers, values: [queue_id, count, full] })

async function claim(client: pg.ClientBase, query: pg.QueryConfig): Promise<ClaimedJob[]> {
  const { rows } = await client.query<ClaimedJob>(query)
  return rows
}
