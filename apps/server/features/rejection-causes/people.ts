import type { Scoped } from '@weft/kit/database/connect.server.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { sql } from 'kysely'

const name = sql`coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email)`

/** Who of the tenant can look after something. */
export async function peopleOf(trx: Scoped): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, ${name} as name from users u where u.active and u.tenant_id = weft_tenant() order by 2, 1 limit 1000`.execute(
    trx,
  )
  return rows
}

type Comment = { id: string; author: string; comment: string; created_at: string }

export async function commentsOf(trx: Scoped, cause: string): Promise<Comment[]> {
  const { rows } = await sql<Comment>`
    select id, author, comment, created_at from rejection_cause_comments where cause_id = ${cause} order by created_at desc, id limit 100`.execute(
    trx,
  )
  return rows.toReversed()
}

export async function addComment(
  trx: Scoped,
  cause: string,
  { comment, user }: { comment: string; user: Caller },
): Promise<Comment> {
  const { rows } = await sql<Comment>`
    insert into rejection_cause_comments (cause_id, user_id, author, comment)
    values (${cause}, ${user.id}, coalesce((select ${name} from users u where u.id = ${user.id}), ${user.email}), ${comment})
    returning id, author, comment, created_at`.execute(trx)
  return rows[0]!
}
