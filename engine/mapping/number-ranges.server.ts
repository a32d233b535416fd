import { inScope, type Database, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import { sql } from 'kysely'

export type NumberRange = { range: string; first: string }

/** Takes the next numbers of a project's range and answers with the first of them. Committed at once: nobody else is given them, ever. */
export const takeNumbers = (db: Database, scope: ProjectScope, { range, first }: NumberRange, count: number) =>
  inScope(db, scope, async (trx) => {
    const { rows } = await sql<{ from: string }>`
      insert into number_ranges (tenant_id, project_id, name, next)
      values (${scope.tenant_id}, ${scope.project_id}, ${range}, ${first}::bigint + ${count}::bigint)
      on conflict (project_id, name) do update
      set next = greatest(number_ranges.next, ${first}::bigint) + ${count}::bigint, updated_at = clock_timestamp()
      returning (next - ${count}::bigint)::text as from`.execute(trx)
    return rows[0]!.from
  })

/** The number a range would give next, without taking it: for whatever is only tried. */
export const nextNumber = (db: Database, scope: ProjectScope, { range, first }: NumberRange) =>
  inScope(db, scope, async (trx) => {
    const { rows } = await sql<{ next: string }>`
      select greatest(${first}::bigint, (
        select next from number_ranges where project_id = ${scope.project_id} and name = ${range}
      ))::text as next`.execute(trx)
    return rows[0]!.next
  })
