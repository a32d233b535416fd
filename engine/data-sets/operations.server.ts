import { inScope, type Database, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import type { Condition } from '@weft/kit/define/condition.ts'
import type { DataSetColumn } from '@weft/kit/define/data-set.ts'
import { finalInSql } from '@weft/kit/define/job-status.ts'
import { operations, type OperationSource } from '@weft/kit/define/operations.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import { CompiledQuery } from 'kysely'
import { postgresDialect } from '../records/postgres/dialect.ts'
import { conditionSql } from '../records/sql/condition-sql.ts'
import { SqlParameters } from '../records/sql/dialect.ts'
import { quoteIdentifier } from '../records/sql/quoted.ts'
import { typed } from './plain-field.ts'
import { texts } from './texts.ts'

/** So many of the newest runs or days of rejected records are looked at. */
export const mostOperations = 200_000
export const operationsZone = 'Europe/Berlin'

/** Of runs that are there, and of those of which only the figures are. */
const runsOf = (table: 'jobs' | 'removed_jobs', id: string, isTest: string) =>
  `select j.${id} as _id, w.id as _workflow_id, (j.finished_at at time zone '${operationsZone}')::date::text as day, j.finished_at,
      w.label as workflow, j.status, 1 as runs, j.records_in as records, j.records_rejected as rejected,
      round(extract(epoch from j.finished_at - coalesce(j.started_at, j.created_at))::numeric, 3) as seconds
      from ${table} j join workflows w on w.id = j.workflow_id
      where j.status in ${finalInSql} and j.finished_at is not null and not ${isTest}`
/** Of days of which no single run is known any more: a row says how many there were, and how long one took on average. */
const runDays = `select null::uuid, w.id, d.day::text, d.day::timestamp at time zone '${operationsZone}', w.label, d.status, d.runs, d.records_in, d.records_rejected,
      round(d.seconds / d.runs, 3) from run_days d join workflows w on w.id = d.workflow_id`

const sources: Record<OperationSource, { text: string; order: string }> = {
  runs: {
    text: `${runsOf('jobs', 'id', '(j.test is not null)')} union all ${runsOf('removed_jobs', 'job_id', 'j.is_test')} union all ${runDays}`,
    order: 'finished_at desc, _id',
  },
  rejects: {
    text: `select c.id as _id, d.day::text as day, w.label as workflow, c.step, c.field, c.rule, d.rejected, d.mended
      from rejection_cause_days d join rejection_causes c on c.id = d.cause_id join workflows w on w.id = c.workflow_id`,
    order: 'day desc, _id',
  },
}

export const operationColumns = (source: OperationSource, language: Language): DataSetColumn[] =>
  operations[source].columns.map(({ name, type, label }) => ({ name, type, label: label[language], aggregated: false }))

/** Rows of what Weft knows of a project's work, from the control database as the project sees it. */
export async function askOperations(
  db: Database,
  scope: ProjectScope,
  source: OperationSource,
  conditions: readonly Condition[],
  { columns, limit, offset = 0 }: { columns: readonly string[]; limit: number; offset?: number },
): Promise<DataRecord[]> {
  const known = operations[source].columns
  const parameters = new SqlParameters()
  const where = conditions.map((condition) => {
    const column = known.find(({ name }) => name === condition.field)
    if (!column) throw invalidField(condition.field, texts.unknownField({ field: condition.field }))
    const sql = column.type === 'date' ? `${quoteIdentifier(column.name)}::date` : quoteIdentifier(column.name)
    return conditionSql(postgresDialect, { sql, field: typed(column.type) }, condition, parameters)
  })
  const text = `select ${columns.map(quoteIdentifier).join(', ')} from (${sources[source].text}) as page${
    where.length > 0 ? ` where ${where.join(' and ')}` : ''
  } order by ${sources[source].order} limit ${limit} offset ${offset}`
  const { rows } = await inScope(db, scope, (trx) =>
    trx.executeQuery<DataRecord>(CompiledQuery.raw(text, parameters.values)),
  )
  return rows
}
