import type pg from 'pg'

/** Whether servers, workers or supervisors use this control database. */
export async function isInUse(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from pg_stat_activity where datname = current_database() and starts_with(usename, 'weft_app') limit 1",
  )
  return rowCount === 1
}
