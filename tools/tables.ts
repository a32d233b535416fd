// Writes kit/database/tables.ts and kit/contracts/rows.ts, types and schemas of the control database, from the database itself: `npm run tables`.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { tablesSource } from '@weft/kit/testing/tables-source.ts'
import { withTestCluster } from '@weft/kit/testing/cluster.ts'

await withTestCluster(async (cluster) => {
  const { tables, rows } = await tablesSource(cluster.template_url)
  const kit = path.resolve(import.meta.dirname, '../kit')
  writeFileSync(path.join(kit, 'database/tables.ts'), tables)
  writeFileSync(path.join(kit, 'contracts/rows.ts'), rows)
})
