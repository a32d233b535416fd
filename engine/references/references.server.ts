import { inScope, type Database, type ProjectScope, type Scope } from '@weft/kit/database/connect.server.ts'
import type { ReferencePair } from '@weft/kit/define/cross-reference.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { sql } from 'kysely'

/** Which id of one system is which of the other, as runs have stored it and people have mended it. */
export function openReferences(db: Database, scope: ProjectScope) {
  const { tenant_id, project_id } = scope
  return {
    set: (name: string, given: readonly ReferencePair[], job_id: string) =>
      inScope(db, scope, async (trx) => {
        const pairs = oneOfEach(given)
        if (pairs.length === 0) return
        const lefts = pairs.map(({ left }) => left)
        const rights = pairs.map(({ right }) => right)
        // One after the other: two runs that store the same ids would wait for each other.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`${project_id} ${name}`}, 0))`.execute(trx)
        const pair = sql`unnest(${lefts}::text[], ${rights}::text[]) as x(l, r)`
        // Whose id another one gets now. What it had itself is changed below.
        await sql`
          delete from cross_references c using ${pair}
          where c.project_id = ${project_id} and c.name = ${name} and c.right_id = x.r and c.left_id <> x.l`.execute(
          trx,
        )
        await sql`
          insert into cross_references (tenant_id, project_id, name, left_id, right_id, job_id)
          select ${tenant_id}, ${project_id}, ${name}, x.l, x.r, ${job_id} from ${pair}
          on conflict (project_id, name, left_id)
          do update set right_id = excluded.right_id, job_id = excluded.job_id, updated_at = clock_timestamp()
          where cross_references.right_id <> excluded.right_id`.execute(trx)
      }),
    find: (name: string, by: 'left' | 'right', ids: readonly string[]) =>
      inScope(db, scope, async (trx) => {
        const rows = await trx
          .selectFrom('cross_references')
          .select(['left_id', 'right_id'])
          .where('project_id', '=', project_id)
          .where('name', '=', name)
          .where(by === 'left' ? 'left_id' : 'right_id', '=', sql<string>`any(${[...ids]}::text[])`)
          .execute()
        return new Map(rows.map(({ left_id, right_id }) => (by === 'left' ? [left_id, right_id] : [right_id, left_id])))
      }),
  }
}

/** The same of a job's own. */
export function openReferencesOf(db: Database, scope: ProjectScope, job: { id: string }): StepContext['references'] {
  const { set, find } = openReferences(db, scope)
  return { set: (name, pairs) => set(name, pairs, job.id), find }
}

/** The names that are in use. Found one after the other: an index knows where the next one begins. */
export const referenceNames = (db: Database, scope: Scope) =>
  inScope(db, scope, async (trx) => {
    const { rows } = await sql<{ name: string }>`
      with recursive found as (
        (select name from cross_references order by name limit 1)
        union all
        select (select c.name from cross_references c where c.name > f.name order by c.name limit 1) from found f where f.name is not null
      ) select name from found where name is not null limit 200`.execute(trx)
    return rows.map(({ name }) => name)
  })

/** Of pairs that have an id in common the last one counts. */
function oneOfEach(pairs: readonly ReferencePair[]): ReferencePair[] {
  const byRight = new Map<string, ReferencePair>()
  const byLeft = new Map(pairs.map((pair) => [pair.left, pair]))
  for (const pair of pairs) if (byLeft.get(pair.left) === pair) byRight.set(pair.right, pair)
  return [...byRight.values()]
}
