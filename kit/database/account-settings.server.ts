import { sql } from 'kysely'
import type { z } from 'zod'
import type { SettingGroup } from '../define/setting-group.ts'
import type { Scoped } from './connect.server.ts'

type Values<G extends SettingGroup> = z.output<G['schema']>

const mine = sql<boolean>`id = weft_tenant()`

/** The values of a group that holds for the tenant, or partner's place, in whose scope this is; defaults where nothing was ever set. */
export async function readAccountSettings<G extends SettingGroup>(
  trx: Scoped,
  { path, schema }: G,
): Promise<Values<G>> {
  const row = await trx.selectFrom('tenants').select('settings').where(mine).executeTakeFirst()
  const stored = (row?.settings as Record<string, object> | undefined)?.[path]
  return { ...schema.parse({}), ...stored } as Values<G>
}

/** Changes what is given and keeps the rest. */
export async function writeAccountSettings<G extends SettingGroup>(
  trx: Scoped,
  group: G,
  changes: Partial<Values<G>>,
): Promise<Values<G>> {
  const { path } = group
  await trx
    .updateTable('tenants')
    .set({
      settings: sql`settings || jsonb_build_object(${path}::text, coalesce(settings -> ${path}::text, '{}') || ${JSON.stringify(changes)}::jsonb)`,
    })
    .where(mine)
    .execute()
  return readAccountSettings(trx, group)
}
