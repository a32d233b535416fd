import { emptyImport } from '../empty-import.ts'
import { explain } from '../failures.ts'
import { withRetry } from '../with-retry.ts'
import type { Target } from '../writing/driver.ts'
import { keepVersionsSql } from './merge-sql.ts'
import { literal } from './names.ts'
import type { MysqlAccess } from './reader.server.ts'
import { refuseWhereReferred } from './references.server.ts'
import { run } from './rows.server.ts'
import { inTransaction, seeingAll } from './transaction.server.ts'
import { ourTurn } from './write-driver.server.ts'

export async function finishImport(
  { pool, names }: MysqlAccess,
  { structure, mode, job_id, step, attempt }: Target,
  { wroteAny }: { wroteAny: boolean },
): Promise<void> {
  if (!wroteAny && structure.on_empty_import === 'fail') throw emptyImport(structure)
  const clears = !wroteAny && structure.on_empty_import === 'clear'
  if (!clears && !(wroteAny && mode === 'replace')) return
  const table = names.table(structure)
  const which = (alias: string) => (clears ? 'true' : `not (${alias}._job_id <=> ${literal(job_id)})`)
  const where = which('t')
  try {
    await withRetry(async () =>
      inTransaction(
        await pool(),
        async (at) => {
          await ourTurn(at, names.own(structure.project_id, 'writers'), {
            own: `job = ${literal(job_id)} and step = ${literal(step)}`,
            attempt,
          })
          await refuseWhereReferred(at, { names }, structure, which)
          for (const statement of keepVersionsSql({
            names,
            structure,
            operation: 'delete',
            by: job_id,
            from: `${table} t where ${where}`,
          }))
            await run(at, statement)
          await run(at, `delete t from ${table} t where ${where}`)
        },
        seeingAll,
      ),
    )
  } catch (error) {
    throw explain(error, structure)
  }
}
