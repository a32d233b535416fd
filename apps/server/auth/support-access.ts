import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { sql } from 'kysely'

/** Whether somebody has an open support access to this tenant right now, by the question the guard asks. */
export async function isInside(db: Database, user_id: string, tenant_id: string): Promise<boolean> {
  const { rows } = await inScope(db, systemScope, (trx) =>
    sql<{ inside: boolean }>`select weft_support_access(${user_id}, ${tenant_id}) is not null as inside`.execute(trx),
  )
  return rows[0]!.inside
}
