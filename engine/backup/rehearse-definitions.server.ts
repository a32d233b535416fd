import type pg from 'pg'
import { bringDefinitions } from './bring-definitions.server.ts'
import type { TenantWork } from './tenant-work.ts'

/** What would become of a tenant's definitions, of which nothing stays: whether they fit, and the versions its structures would have. */
export async function rehearse({ owner, scratch, tenant_id, say }: TenantWork): Promise<Map<string, number>> {
  say('Comparing definitions …')
  await owner.query("begin; select set_config('weft.level', 'system', true)")
  try {
    await bringDefinitions(scratch.owner, owner, tenant_id)
    return await structureVersions(owner, tenant_id)
  } finally {
    await owner.query('rollback')
  }
}

export async function structureVersions(owner: pg.Client, tenant_id: string): Promise<Map<string, number>> {
  const { rows } = await owner.query<{ id: string; version: number }>(
    'select id, version from data_structures where tenant_id = $1',
    [tenant_id],
  )
  return new Map(rows.map(({ id, version }) => [id, version]))
}
