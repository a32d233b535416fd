import type { Scoped } from '@weft/kit/database/connect.server.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { sql } from 'kysely'

type Kind = 'comment' | 'requeued' | 'fixed' | 'ignored' | 'reopened'
type Entry = {
  id: string
  author: string
  kind: Kind
  comment: string
  requeued: number | null
  refused: number | null
  created_at: string
}
const columns = sql`id, author, kind, comment, requeued, refused, created_at`

/** What people say of a cause and what they have done about it: the last hundred entries, the oldest first. */
export async function trailOf(trx: Scoped, cause: string): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select ${columns} from failure_cause_comments where cause_id = ${cause} order by created_at desc, id limit 100`.execute(
    trx,
  )
  return rows.toReversed()
}

type Told = { causes: string[]; user: Caller; kind: Kind; comment?: string; requeued?: number; refused?: number }

/** Writes down what somebody says of causes or has done about them. */
export async function addToTrail(
  trx: Scoped,
  { causes, user, kind, comment = '', requeued, refused }: Told,
): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    insert into failure_cause_comments (cause_id, project_id, user_id, author, kind, comment, requeued, refused)
    select c.id, c.project_id, ${user.id}, coalesce((select coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email) from users u where u.id = ${user.id}), ${user.email}),
      ${kind}, ${comment}, ${requeued ?? null}, ${refused ?? null} from failure_causes c where c.id = any(${causes}::uuid[]) order by c.id
    returning ${columns}`.execute(trx)
  return rows
}
