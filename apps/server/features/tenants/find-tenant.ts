import { inScope, type Database, type Scope } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'

/**
 * The scope of a tenant that lies below the caller, or of the place of such a partner; others do not exist for the
 * caller.
 */
export async function tenantBelow(db: Database, scope: Scope, id: string): Promise<Scope & { tenant_id: string }> {
  const found = await inScope(db, scope, async (trx) => {
    const tenant = await trx.selectFrom('tenants').select('id').where('id', '=', id).executeTakeFirst()
    return tenant ?? trx.selectFrom('partners').select('id').where('id', '=', id).executeTakeFirst()
  })
  if (!found) throw notFound()
  return { level: 'tenant', tenant_id: id, user_id: scope.user_id }
}
