// Writes kit/database/tables.ts, the types of the control database, from the database itself: `npm run tables`.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { tablesSource } from '@weft/kit/testing/tables-source.ts'
import { withTestCluster } from '@weft/kit/testing/cluster.ts'

await withTestCluster(async (cluster) => {
  writeFileSync(
    path.resolve(import.meta.dirname, '../kit/database/tables.ts'),
    await tablesSource(cluster.template_url),
  )
})
