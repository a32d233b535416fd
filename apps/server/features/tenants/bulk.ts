import type { Notice } from '@weft/engine/notifications/notice.server.ts'
import { inScope, systemScope, type Database, type Scope } from '@weft/kit/database/connect.server.ts'
import { sql } from 'kysely'
import { notifyUsers } from '../notifications/notify-user.ts'

export type BulkOutcome = { affected: number; refused: { id: string; name: string; status: string }[] }

/** Switches many tenants on or off; those that are not set up, or marked for deletion, are refused. */
export async function switchTenants(db: Database, scope: Scope, ids: string[], active: boolean): Promise<BulkOutcome> {
  const { changed, refused } = await inScope(db, scope, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      update tenants set active = ${active}, status = ${active ? 'active' : 'deactivated'}
      where id = any(${ids}::uuid[]) and kind = 'client' and initialized and status in ('initialized', 'active', 'deactivated') returning id`.execute(
      trx,
    )
    const changed = rows.map((row) => row.id)
    const { rows: refused } = await sql<
      BulkOutcome['refused'][number]
    >`select id, name, status from tenants where id = any(${ids}::uuid[]) and kind = 'client' and not id = any(${changed}::uuid[]) order by name`.execute(
      trx,
    )
    return { changed, refused }
  })
  if (!active)
    await inScope(db, systemScope, (trx) =>
      sql`update sessions set revoked_at = now() where revoked_at is null and user_id in (select id from users where tenant_id = any(${changed}::uuid[]))`.execute(
        trx,
      ),
    )
  return { affected: changed.length, refused }
}

/** Sends a notification to the active users of many tenants. */
export async function messageTenants(
  db: Database,
  scope: Scope,
  ids: string[],
  message: Notice,
): Promise<BulkOutcome & { recipients: number }> {
  const { tenants, users } = await inScope(db, scope, async (trx) => {
    const { rows: tenants } = await sql<{
      id: string
    }>`select id from tenants where id = any(${ids}::uuid[]) and kind = 'client'`.execute(trx)
    const { rows: users } = await sql<{
      id: string
    }>`select u.id from users u join tenants t on t.id = u.tenant_id where t.id = any(${ids}::uuid[]) and u.active order by u.id`.execute(
      trx,
    )
    return { tenants, users: users.map((row) => row.id) }
  })
  await notifyUsers(db, users, message)
  return { affected: tenants.length, refused: [], recipients: users.length }
}
