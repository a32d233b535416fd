import type { Author } from '@weft/engine/history/commit.server.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'

/** Who a commit is by. Staff of a partner or the provider are not among the tenant's users, so their address has to do. */
export async function authorOf(trx: Scoped, user: Pick<Caller, 'id' | 'email'>): Promise<Author> {
  const known = await trx
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', user.id)
    .executeTakeFirst()
  const name = `${known?.first_name ?? ''} ${known?.last_name ?? ''}`.trim()
  return { name: name || user.email, email: user.email }
}
