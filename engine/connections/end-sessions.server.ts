import { endSessionsOf } from '@weft/kit/database/session.server.ts'
import type { TenantDatabases } from './tenant-databases.server.ts'

/** Ends what processes that are lost still hold in a tenant's databases. MySQL and MariaDB end such sessions by their own time limit. */
export async function endTenantSessions(
  databases: TenantDatabases,
  tenant_id: string,
  instances: string[],
): Promise<void> {
  const relational = await databases.relational(tenant_id)
  if (relational.engine === 'postgres') await relational.pool.query(endSessionsOf, [instances])
  await (await databases.documents(tenant_id)).endSessions(instances)
}
