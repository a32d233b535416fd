import { createHash, randomUUID } from 'node:crypto'
import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { World } from '@weft/kit/define/world.ts'
import { tell } from '@weft/kit/realtime/tell.server.ts'

type Notice = Parameters<World['notify']>[1]

/** `world.notify`: a notice for users of one tenant, kept for their list and shown at once where they are signed in. */
export function openNotices(db: Database, { tenant_id }: { tenant_id: string }): World['notify'] {
  return (users, notice) =>
    inScope(db, systemScope, async (trx) => {
      const known = await usersOf(trx, tenant_id, users)
      if (known.length === 0) return
      const rows = known.map((user_id) => ({ id: notice.key === undefined ? randomUUID() : idOf(tenant_id, notice.key, user_id), user_id, level: notice.level, title: notice.title.slice(0, 200), message: notice.message.slice(0, 2_000), link: notice.link ?? null }))
      const told = await trx.insertInto('notifications').values(rows).onConflict((conflict) => conflict.column('id').doNothing()).returning('user_id').execute()
      await tellAll(trx, told.map((row) => row.user_id), notice)
    })
}

/** Users of another tenant are not told, whatever a workflow names. */
async function usersOf(trx: Scoped, tenant_id: string, users: string[] | 'project'): Promise<string[]> {
  const query = trx.selectFrom('users').select('id').where('tenant_id', '=', tenant_id).where('active', '=', true)
  const rows = await (users === 'project' ? query : query.where('id', 'in', users.length > 0 ? users : [randomUUID()])).execute()
  return rows.map((row) => row.id)
}

/** Fifty users and a short text fit into one message of the database. */
async function tellAll(trx: Scoped, users: string[], { level, title, message, link }: Notice) {
  const event = { type: 'notification' as const, level, title: title.slice(0, 200), message: message.slice(0, 800), ...(link !== undefined && { link }) }
  for (let i = 0; i < users.length; i += 50) await tell(trx, { users: users.slice(i, i + 50) }, event)
}

/** The same notice to the same user is the same row. */
function idOf(...parts: string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
