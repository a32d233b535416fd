import type pg from 'pg'
import { inTransaction } from '@weft/kit/database/transaction.server.ts'
import { emptyImport } from '../empty-import.ts'
import { writerSql } from './house.server.ts'
import { projectSchema, tableOf } from './names.ts'
import { refuseWhereReferred } from './references.server.ts'
import { explain } from '../failures.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import { withRetry } from '../with-retry.ts'
import type { Target } from '../writing/driver.ts'

/**
 * The end of a step's input: what replace mode did not bring goes away, and an import without any record does what the structure
 * says. May be repeated.
 */
export async function finishImport(
  pool: pg.Pool,
  { structure, mode, job_id, step, attempt }: Target,
  { wroteAny }: { wroteAny: boolean },
): Promise<void> {
  if (!wroteAny && structure.on_empty_import === 'fail') throw emptyImport(structure)
  const clears = !wroteAny && structure.on_empty_import === 'clear'
  const replaces = wroteAny && mode === 'replace'
  if (!clears && !replaces) return
  const schema = quoteIdentifier(projectSchema(structure.project_id))
  try {
    await withRetry(() =>
      inTransaction(pool, async (client) => {
        await client.query(writerSql(job_id))
        await client.query(`select ${schema}._weft_mark($1, $2, $3, '{}', '[]')`, [job_id, step, attempt])
        const parameters = clears ? [] : [job_id]
        const which = (alias: string) => (clears ? 'true' : `${alias}._job_id is distinct from $1::uuid`)
        await refuseWhereReferred(client, structure, which, parameters)
        await client.query(`delete from ${tableOf(structure)} t where ${which('t')}`, parameters)
      }),
    )
  } catch (error) {
    throw explain(error, structure)
  }
}
