import type { Scoped } from '@weft/kit/database/connect.server.ts'

/** What workflows and mappings of a project read by name: its configuration values, and the tenant's variables it has none of. */
export async function readConfiguration(trx: Scoped): Promise<Map<string, string>> {
  const variables = await trx.selectFrom('variables').select(['name', 'value']).execute()
  const own = await trx.selectFrom('config_values').select(['name', 'value']).execute()
  return new Map([...variables, ...own].map((row) => [row.name, row.value]))
}
