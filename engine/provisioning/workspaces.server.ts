import { sql } from 'kysely'
import type { Scoped } from '@weft/kit/database/connect.server.ts'

/**
 * Whether a domain is the workspace of a tenant, a partner or the provider already. Workspaces are told apart across the whole
 * product, so ask in the system's scope. `mine` is the tenant or partner that may keep it.
 */
export async function isWorkspaceTaken(trx: Scoped, domain: string, mine: string | null = null): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select
    exists (select from tenants where workspace = ${domain} and id is distinct from ${mine}::uuid)
    or exists (select from partners where workspace = ${domain} and id is distinct from ${mine}::uuid)
    or exists (select from workspace_domains where domain = ${domain} and tenant_id is distinct from ${mine}::uuid)
    or exists (select from users where kind = 'admin' and workspace = ${domain}) as taken`.execute(trx)
  return rows[0]!.taken
}
