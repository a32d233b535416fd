import type pg from 'pg'
import { withRetry } from '../with-retry.ts'
import type { Structure } from '../structure.ts'
import { refuseUnfitting } from '../table-check.ts'
import { projectSchema } from './names.ts'

export async function checkTable(pool: () => Promise<pg.Pool>, structure: Structure): Promise<void> {
  const { rows } = await withRetry(async () =>
    (await pool()).query<{ name: string }>(
      'select column_name as name from information_schema.columns where table_schema = $1 and table_name = $2',
      [projectSchema(structure.project_id), structure.table_name],
    ),
  )
  refuseUnfitting(
    structure,
    rows.map(({ name }) => name),
  )
}
