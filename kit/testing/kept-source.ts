import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Scoped } from '../database/connect.server.ts'

const statement = `with kept as (
  insert into workflow_sources (id, workflow_id, tenant_id, project_id, source)
  select weft_source_id(id, $2), id, tenant_id, project_id, $2 from workflows where id = $1 on conflict do nothing
) select weft_source_id($1, $2) as id`
type Row = { id: string }

/** The text of jobs that a test writes down itself, kept as the queue keeps it. Answers its id. */
export async function keptSource(at: Pick<pg.Pool, 'query'>, workflow_id: string, source = ''): Promise<string> {
  return (await at.query<Row>(statement, [workflow_id, source])).rows[0]!.id
}

/** The same within a scope. */
export async function keptSourceIn(trx: Scoped, workflow_id: string, source = ''): Promise<string> {
  return (await trx.executeQuery<Row>(CompiledQuery.raw(statement, [workflow_id, source]))).rows[0]!.id
}
