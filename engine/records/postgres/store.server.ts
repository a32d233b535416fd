import type pg from 'pg'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import { explainServer } from '../failures.ts'
import { postgresPlan } from '../query-plan.ts'
import type { RecordStore } from '../store.ts'
import { recordCounts } from './counts.server.ts'
import { postgresDialect } from './dialect.ts'
import { addRecord, changeRecord, earlierVersions, readRecord, removeRecords } from './edit.server.ts'
import { finishImport } from './finish.server.ts'
import { markSelected, pageOfRecords, selectedRecords, streamed } from './grid.server.ts'
import { ensureProjectSchema, forgetMarkers } from './house.server.ts'
import { projectSchema, tableOf } from './names.ts'
import { readForScreen, lookupRecords, markRecords, query, readRecords } from './reader.server.ts'
import { danglingValues } from './references.server.ts'
import { explainQuery, exportQuery, runQuery } from './run-query.server.ts'
import { checkTable } from './table-check.server.ts'
import { applyTable, dropTable, planTable } from './tables.server.ts'
import { postgresTransfer } from './transfer.server.ts'
import { postgresUndo } from './undo.server.ts'
import { postgresWriteDriver } from './write-driver.server.ts'

const tell = (error: unknown): never => {
  throw explainServer(error)
}

/** Records in PostgreSQL: a schema for each project, a table for each structure. */
export const postgresStore = (pool: () => Promise<pg.Pool>): RecordStore => ({
  dialect: postgresDialect,

  ensureProject: async (project_id) => ensureProjectSchema(await pool(), project_id).catch(tell),
  dropProject: async (project_id) =>
    void (await (await pool()).query(`drop schema if exists "${projectSchema(project_id)}" cascade`)),
  plan: (next) => planTable(pool, next),
  apply: (next, more) => applyTable(pool, next, more),
  drop: (structure) => dropTable(pool, structure),
  check: (structure) => checkTable(pool, structure),

  writing: (target) => postgresWriteDriver(pool, target),
  finish: async (target, more) => finishImport(await pool(), target, more),

  read: (structure, source, cursor) => readRecords(pool, structure, source, cursor),
  lookup: (structure, asked) => lookupRecords(pool, structure, asked),
  mark: (structure, target) => markRecords(pool, structure, target),
  markSelected: (structure, mark, selection) => markSelected(pool, structure, mark, selection),
  async markAsked(mark, { base, text, values }) {
    const [row] = await query<{ count: number }>(
      pool,
      base,
      `with changed as (update ${tableOf(base)} set _dirty = ${mark === 'dirty'} where _dirty = ${mark !== 'dirty'} and _id in (${text}) returning 1) select count(*)::int as count from changed`,
      values,
    )
    return row!.count
  },

  page: (structure, page, signal) => pageOfRecords(pool, structure, page, signal),
  selected: (structure, selection) => selectedRecords(pool, structure, selection),
  counts: async (structures) => recordCounts(await pool(), structures),

  one: (structure, id) => readRecord(pool, structure, id),
  add: (structure, record) => addRecord(pool, structure, record),
  change: (structure, id, changes, version) => changeRecord(pool, structure, id, changes, version),
  dangling: (reference) => danglingValues(pool, reference),
  remove: (structure, ids, job_id) => removeRecords(pool, structure, ids, job_id),
  earlierVersions: (structure, id) => earlierVersions(pool, structure, id),

  answer: ({ base, text, values }) => readForScreen(pool, base, text, values),
  answers: ({ base, text, values }) => streamed(pool, base, text, values),
  async explain({ base, text, values }) {
    const [row] = await readForScreen(pool, base, `explain (format json) ${text}`, values)
    const found = row!['QUERY PLAN']
    return postgresPlan(typeof found === 'string' ? parseJson(found) : found)
  },
  runQuery: async (asked) => runQuery(await pool(), asked),
  explainQuery: async (asked) => explainQuery(await pool(), asked),
  exportQuery: async (asked, take) => exportQuery(await pool(), asked, take),
  forgetMarkers: async (project_id, jobs) => forgetMarkers(await pool(), project_id, jobs),
  undo: postgresUndo(pool),
  transfer: postgresTransfer(pool),
  bytes: async () =>
    Number(
      (await (await pool()).query<{ bytes: string }>('select pg_database_size(current_database())::text as bytes'))
        .rows[0]!.bytes,
    ),
})
