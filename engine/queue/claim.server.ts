import type pg from 'pg'

export type ClaimedJob = {
  id: string
  /** Whose turn it takes; none for one that goes with its ancestor's. */
  workflow_id: string | null
}

type Claim = {
  queue_id: string
  /** The instance of the queue that holds them from now on. */
  slot_id: string
  count: number
  /** Workflows of which no further run may begin. */
  full: string[]
}

const statement = `
with next as materialized (
  select id from jobs where queue_id = $1 and queued_at <= clock_timestamp() and (turn <> 'wanted' or workflow_id <> all($4::uuid[]))
  order by position limit $3 for update skip locked
), claimed as (
  update jobs j set queued_at = null, slot_id = $2 from next n where n.id = j.id
  returning j.id, j.position, case when j.turn <> 'none' then j.workflow_id end as workflow_id
)
select id, workflow_id from claimed order by position`

/**
 * Takes jobs out of a queue in the order they came, within the caller's transaction, which holds the tenant's lock. Those of full
 * workflows stay where they are, unless they hold their turn already.
 */
export async function claimJobs(
  client: pg.ClientBase,
  { queue_id, slot_id, count, full }: Claim,
): Promise<ClaimedJob[]> {
  const { rows } = await client.query<ClaimedJob>({
    name: 'claim',
    text: statement,
    values: [queue_id, slot_id, count, full],
  })
  return rows
}
