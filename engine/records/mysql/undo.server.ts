import type { StructureField } from '@weft/kit/define/structure.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import { explain, isRecordsFault } from '../failures.ts'
import { historicRecord } from '../historic-record.ts'
import { isStillReferred } from '../references.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import { isNested, keepingOf, type Structure } from '../structure.ts'
import {
  builtOnSql,
  doneSql,
  doOrLeave,
  forgottenAtOnce,
  formerSql,
  metSql,
  planOf,
  planSql,
  progressOf,
  sampled,
  someSql,
  type Found,
  type Met,
  type RecordUndo,
  type UndoPart,
  type UndoSql,
} from '../undo/undo.ts'
import { patienceOfQuestions } from '../waiting.ts'
import { withRetry } from '../with-retry.ts'
import { cancellable } from './cancel.server.ts'
import { collated, keepVersionsSql } from './merge-sql.ts'
import { literal } from './names.ts'
import { keptSql, tracedColumns } from './plan-change.server.ts'
import type { MysqlAccess } from './reader.server.ts'
import { recordsOf, rows, run, type RowRequest } from './rows.server.ts'
import { refuseWhereDangling, refuseWhereReferred } from './references.server.ts'
import { inTransaction, seeingAll } from './transaction.server.ts'

const inRow = (alias: string, name: string) => `json_extract(${alias}._row, ${literal(pathOf(name))})`
const pathOf = (name: string) => `$."${name}"`

function sqlOf({ names }: MysqlAccess, structure: Structure, job_id: string): UndoSql {
  const fields = structure.fields.map(({ name }) => literal(pathOf(name)))
  return {
    table: names.table(structure),
    versions: names.kept(structure),
    job: literal(job_id),
    is_whole: keepingOf(structure) === 'versions',
    differ: (a, b) => `not (${a} <=> ${b})`,
    writer: (alias) => `json_unquote(${inRow(alias, '_job_id')}) ${collated}`,
    // Beside the fields a kept version has `_id`, `_version` and `_job_id`.
    fits: (alias) =>
      `json_length(${alias}._row) = ${fields.length + 3} and json_contains_path(${alias}._row, 'all', ${fields.join(', ')})`,
  }
}

export function mysqlUndo(place: MysqlAccess): RecordUndo {
  const within = async <T>(structure: Structure, work: () => Promise<T>): Promise<T> => {
    try {
      return await withRetry(work)
    } catch (error) {
      throw explain(error, structure)
    }
  }
  const asked = async <T>(text: string) =>
    cancellable<T>(await place.pool(), text, { patience_ms: patienceOfQuestions })
  return {
    trace: (structure) => within(structure, () => trace(place, structure)),
    plan: (structure, job_id) =>
      within(structure, async () => {
        const sql = sqlOf(place, structure, job_id)
        const found = withTextIds(await asked<Found>(planSql(sql)))
        const [built] = await asked<{ total: number }>(builtOnSql(sql))
        const met = sampled(found)
        const ids = met.map(({ _id }) => _id).join(', ')
        const now = met.length === 0 ? [] : await asked<DataRecord>(`select * from ${sql.table} where _id in (${ids})`)
        const then =
          met.length === 0
            ? []
            : await asked<{ _id: unknown; _row: string }>(`select f._id, f._row from ${formerSql(sql, met)} f`)
        const records = recordsOf(structure, now)
        return planOf(
          found,
          Number(built!.total),
          met.map(({ _id, action }) => {
            const former = then.find((row) => String(row._id) === _id)
            return {
              action,
              id: _id,
              now: records.find((row) => String(row['_id']) === _id) ?? null,
              then:
                action === 'remove' || !former ? null : historicRecord(structure, parseJson(former._row) as DataRecord),
            }
          }),
        )
      }),
    part: (structure, part) =>
      within(structure, async () => {
        const sql = sqlOf(place, structure, part.job_id)
        const some = withTextIds(await rows<Met>(await place.pool(), someSql(sql, part.after)))
        const ids = some.filter(({ action }) => action === part.action).map(({ _id }) => _id)
        if (ids.length === 0) return progressOf(some, 0, 0)
        const done = await inTransaction(
          await place.pool(),
          (at) => actOn(at, place, structure, { sql, part, ids }),
          seeingAll,
        )
        return progressOf(some, ids.length, done)
      }),
    forget: (structure, days) =>
      within(structure, async () => {
        const old = `_replaced_at < now(6) - interval ${days} day limit ${forgottenAtOnce}`
        return (await run(await place.pool(), `delete from ${place.names.runChanges(structure)} where ${old}`))
          .affectedRows
      }),
  }
}

/** A table of versions that was made before knows its new columns from now on. */
async function trace({ pool, names }: MysqlAccess, structure: Structure): Promise<void> {
  const at = await pool()
  await run(at, keptSql(names, structure))
  const known = await rows(
    at,
    `select 1 from information_schema.columns where table_schema = ${literal(names.database(structure.project_id))} and table_name = ${literal(names.keptTable(structure))} and column_name = '_by'`,
  )
  if (known.length > 0) return
  await run(
    at,
    `alter table ${names.kept(structure)} ${tracedColumns.map((column) => `add ${column}`).join(', ')}`,
  ).catch((error: { errno?: number }) => {
    if (error.errno !== 1060) throw error // another writer was faster
  })
}

async function actOn(
  at: RowRequest,
  place: MysqlAccess,
  structure: Structure,
  { sql, part, ids }: { sql: UndoSql; part: UndoPart; ids: string[] },
): Promise<number> {
  const among = (id: string) => `${id} in (${ids.join(', ')})`
  await rows(at, `select t._id from ${sql.table} t where ${among('t._id')} order by t._id for update`)
  const held = withTextIds(await rows<Met>(at, metSql(sql, { among })))
  return doOrLeave(
    held.filter(({ action }) => action === part.action),
    async (met) => {
      if (part.action === 'remove') await refuseWhereReferred(at, place, structure, (alias) => idsIn(alias, met))
      for (const statement of actionSql(place, structure, { sql, part, met })) await run(at, statement)
      if (part.action !== 'remove') await refuseWhereDangling(at, place, structure, idsIn('t', met))
      await run(at, doneSql(sql, met))
    },
    async (work) => {
      await run(at, 'savepoint attempt')
      try {
        await work()
        await run(at, 'release savepoint attempt')
        return true
      } catch (error) {
        if (!isRecordsFault(error) && !isStillReferred(error)) throw error
        await run(at, 'rollback to savepoint attempt')
        return false
      }
    },
  )
}

function actionSql(
  { names }: MysqlAccess,
  structure: Structure,
  { sql, part, met }: { sql: UndoSql; part: UndoPart; met: Met[] },
): string[] {
  const { table, versions } = sql
  const ids = met.map(({ _id }) => _id).join(', ')
  const fields = structure.fields.map((field) => ({ name: quoteIdentifier(field.name), value: restored(field) }))
  const job = textIn('_job_id')
  const keep = (operation: 'update' | 'delete') =>
    keepVersionsSql({ names, structure, operation, by: part.by, from: `${table} t where t._id in (${ids})` })
  switch (part.action) {
    case 'remove':
      return [...keep('delete'), `delete t from ${table} t where t._id in (${ids})`]
    case 'put_back':
      return [
        ...keep('update'),
        `update ${table} t join ${formerSql(sql, met)} f on f._id = t._id set ${fields.map(({ name, value }) => `t.${name} = ${value}`).join(', ')}, t._dirty = true, t._version = t._version + 1, t._job_id = ${job}, t._updated_at = now(6)`,
      ]
    case 'bring_back':
      return [
        `insert into ${table} (_id, ${fields.map(({ name }) => name).join(', ')}, _dirty, _version, _job_id) select f._id, ${fields.map(({ value }) => value).join(', ')}, true, (select max(v._version) + 1 from ${versions} v where v._id = f._id), ${job} from ${formerSql(sql, met)} f`,
      ]
  }
}

const idsIn = (alias: string, met: Met[]) => `${alias}._id in (${met.map(({ _id }) => _id).join(', ')})`

/** A text out of a kept version; JSON's own null is nothing. */
function textIn(name: string) {
  const value = inRow('f', name)
  return `case when json_type(${value}) = 'NULL' then null else json_unquote(${value}) ${collated} end`
}

/** MariaDB, which compares JSON as text, takes it out of a kept version with spaces; MySQL does neither and reads a comment here. */
const compact = (json: string) => `/*M!100500 json_compact(*/ ${json} /*M!100500 )*/`

/** The value of a column out of a kept version, as `keepVersionsSql` has put it in. */
function restored(field: StructureField): string {
  const text = textIn(field.name)
  if (isNested(field)) {
    const value = inRow('f', field.name)
    return `case when json_type(${value}) = 'NULL' then null else ${compact(value)} end`
  }
  if (field.type === 'boolean') return `case ${text} when 'true' then true when 'false' then false end`
  return field.type === 'date_time' ? `replace(replace(${text}, '+00:00', ''), 'T', ' ')` : text
}

const withTextIds = <M extends Met>(found: M[]): M[] =>
  found.map((row) => ({ ...row, _id: String(row._id), first: Number(row.first) }))
