import type mysql from 'mysql2/promise'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import { explainServer } from '../failures.ts'
import { mysqlPlan } from '../query-plan.ts'
import { withRetry } from '../with-retry.ts'
import type { RecordStore } from '../store.ts'
import { refuseUnfitting } from '../table-check.ts'
import { mysqlDialect } from './dialect.ts'
import { addRecord, changeRecord, earlierVersions, readRecord, removeRecords } from './edit.server.ts'
import { finishImport } from './finish.server.ts'
import { markSelected, pageOfRecords, recordCounts, selectedRecords, streamed } from './grid.server.ts'
import { dropProject, ensureProject, forgetMarkers } from './house.server.ts'
import { literal, tableNames } from './names.ts'
import {
  readForScreen,
  changeMarks,
  lookupRecords,
  markRecords,
  readRecords,
  type MysqlAccess,
} from './reader.server.ts'
import { decoded, rows } from './rows.server.ts'
import { danglingValues } from './references.server.ts'
import { explainQuery, exportQuery, runQuery } from './run-query.server.ts'
import { applyTable, dropTable, planTable } from './tables.server.ts'
import { mysqlTransfer } from './transfer.server.ts'
import { mysqlUndo } from './undo.server.ts'
import { mysqlWriteDriver } from './write-driver.server.ts'

const tell = (error: unknown): never => {
  throw explainServer(error)
}

/** Records in MySQL or MariaDB: a database for each project, a table for each structure. */
export function mysqlStore(pool: () => Promise<mysql.Pool>, base: string): RecordStore {
  const names = tableNames(base)
  const place: MysqlAccess = { pool, names, dialect: mysqlDialect(names) }
  return {
    dialect: place.dialect,

    ensureProject: async (project_id) => ensureProject(await pool(), names, project_id).catch(tell),
    dropProject: async (project_id) => dropProject(await pool(), names, project_id),
    plan: (next) => planTable(pool, names, next),
    apply: (next, more) => applyTable(pool, names, next, more),
    drop: (structure) => dropTable(pool, names, structure),
    async check(structure) {
      const found = await withRetry(async () =>
        rows<{ name: string }>(
          await pool(),
          `select column_name as name from information_schema.columns where table_schema = ${literal(names.database(structure.project_id))} and table_name = ${literal(structure.table_name)}`,
        ),
      )
      refuseUnfitting(
        structure,
        found.map(({ name }) => name),
      )
    },

    writing: (target) => mysqlWriteDriver(pool, names, target),
    finish: (target, more) => finishImport(place, target, more),

    read: (structure, source, cursor) => readRecords(place, structure, source, cursor),
    lookup: (structure, asked) => lookupRecords(place, structure, asked),
    mark: (structure, target) => markRecords(place, structure, target),
    markSelected: (structure, mark, selection) => markSelected(place, structure, mark, selection),
    // A table that is changed may only be asked behind one more bracket.
    markAsked: (mark, { base: structure, text }) =>
      changeMarks(place, structure, mark, `t._id in (select _id from (${text}) as asked)`),

    page: (structure, page, signal) => pageOfRecords(place, structure, page, signal),
    selected: (structure, selection) => selectedRecords(place, structure, selection),
    counts: (structures) => recordCounts(place, structures),

    one: (structure, id) => readRecord(place, structure, id),
    add: (structure, record) => addRecord(place, structure, record),
    change: (structure, id, changes, version) => changeRecord(place, structure, id, changes, version),
    dangling: (reference) => danglingValues(place, reference),
    remove: (structure, ids, job_id) => removeRecords(place, structure, ids, job_id),
    earlierVersions: (structure, id) => earlierVersions(place, structure, id),

    answer: async ({ base: structure, text, fields }) => decoded(await readForScreen(place, structure, text), fields),
    answers: ({ base: structure, text, fields }) => streamed(place, structure, text, fields),
    async explain({ base: structure, text }) {
      const [row] = await readForScreen(place, structure, `explain format=json ${text}`)
      return mysqlPlan(parseJson(String(Object.values(row ?? {})[0])))
    },
    runQuery: async (asked) => runQuery(await pool(), names, asked),
    explainQuery: async (asked) => explainQuery(await pool(), names, asked),
    exportQuery: async (asked, take) => exportQuery(await pool(), names, asked, take),
    forgetMarkers: async (project_id, jobs) => forgetMarkers(await pool(), names, project_id, jobs),
    undo: mysqlUndo(place),
    transfer: mysqlTransfer(pool, names),
    async bytes() {
      const like = literal(`${base.replaceAll('_', '\\_')}%`)
      const [found] = await rows<{ bytes: number | string | null }>(
        await pool(),
        `select sum(data_length + index_length) as bytes from information_schema.tables where table_schema like ${like}`,
      )
      return Number(found?.bytes ?? 0)
    },
  }
}
