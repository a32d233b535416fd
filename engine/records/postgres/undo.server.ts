import type pg from 'pg'
import { inTransaction } from '@weft/kit/database/transaction.server.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { explain, isRecordsFault } from '../failures.ts'
import { historicRecord } from '../historic-record.ts'
import { isStillReferred } from '../references.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import { keepingOf, type Structure } from '../structure.ts'
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
import { writerSql } from './house.server.ts'
import { keptOf, literal, runChangesOf, tableOf } from './names.ts'
import { keepingSql } from './plan-change.server.ts'
import { refuseWhereDangling, refuseWhereReferred } from './references.server.ts'

const system = ['_id', '_dirty', '_version', '_job_id', '_created_at', '_updated_at', '_hash']
const textArray = (names: string[]) => `array[${names.map(literal).join(', ')}]::text[]`

function sqlOf(structure: Structure, job_id: string): UndoSql {
  const names = structure.fields.map(({ name }) => name)
  return {
    table: tableOf(structure),
    versions: keptOf(structure),
    job: `${literal(job_id)}::uuid`,
    is_whole: keepingOf(structure) === 'versions',
    differ: (a, b) => `${a} is distinct from ${b}`,
    writer: (alias) => `(${alias}._row ->> '_job_id')::uuid`,
    fits: (alias) =>
      `${alias}._row ?& ${textArray(names)} and (${alias}._row - ${textArray([...names, ...system])}) = '{}'::jsonb`,
  }
}

export function postgresUndo(pool: () => Promise<pg.Pool>): RecordUndo {
  const within = async <T>(structure: Structure, work: () => Promise<T>): Promise<T> => {
    try {
      return await withRetry(work)
    } catch (error) {
      throw explain(error, structure)
    }
  }
  return {
    trace: (structure) =>
      within(structure, async () =>
        inTransaction(await pool(), async (client) => {
          for (const statement of keepingSql(structure)) await client.query(statement)
        }),
      ),
    plan: (structure, job_id) =>
      within(structure, async () => {
        const sql = sqlOf(structure, job_id)
        const patient = { patience_ms: patienceOfQuestions }
        const found = withTextIds(await cancellable<Found>(await pool(), planSql(sql), [], patient))
        const [built] = await cancellable<{ total: string }>(await pool(), builtOnSql(sql), [], patient)
        const met = sampled(found)
        const [now, then] =
          met.length === 0
            ? [[], []]
            : await Promise.all([
                cancellable<DataRecord>(
                  await pool(),
                  `select * from ${sql.table} where _id in (${met.map(({ _id }) => _id).join(', ')})`,
                  [],
                ),
                cancellable<DataRecord>(await pool(), `select f._id, f._row from ${formerSql(sql, met)} f`, []),
              ])
        const byId = (rows: DataRecord[], id: string) => rows.find((row) => String(row['_id']) === id)
        return planOf(
          found,
          Number(built!.total),
          met.map(({ _id, action }) => {
            const former = byId(then, _id)?.['_row'] as DataRecord | undefined
            return {
              action,
              id: _id,
              now: byId(now, _id) ?? null,
              then: action === 'remove' || !former ? null : historicRecord(structure, former),
            }
          }),
        )
      }),
    part: (structure, part) =>
      within(structure, async () => {
        const sql = sqlOf(structure, part.job_id)
        const some = withTextIds((await (await pool()).query<Met>(someSql(sql, part.after))).rows)
        const ids = some.filter(({ action }) => action === part.action).map(({ _id }) => _id)
        if (ids.length === 0) return progressOf(some, 0, 0)
        const done = await inTransaction(
          await pool(),
          (client) => actOn(client, structure, { sql, part, ids }),
          writerSql(part.by),
        )
        return progressOf(some, ids.length, done)
      }),
    forget: (structure, days) =>
      within(structure, async () => {
        const kept = runChangesOf(structure)
        const { rowCount } = await (
          await pool()
        ).query(
          `delete from ${kept} where ctid = any (array(select ctid from ${kept} where _replaced_at < now() - make_interval(days => $1) limit ${forgottenAtOnce}))`,
          [days],
        )
        return rowCount ?? 0
      }),
  }
}

async function actOn(
  client: pg.PoolClient,
  structure: Structure,
  { sql, part, ids }: { sql: UndoSql; part: UndoPart; ids: string[] },
): Promise<number> {
  const among = (id: string) => `${id} in (${ids.join(', ')})`
  await client.query(`select from ${sql.table} t where ${among('t._id')} order by t._id for update`)
  const held = withTextIds((await client.query<Met>(metSql(sql, { among }))).rows)
  return doOrLeave(
    held.filter(({ action }) => action === part.action),
    async (met) => {
      if (part.action === 'remove') await refuseWhereReferred(client, structure, (alias) => idsIn(alias, met))
      await client.query(actionSql(structure, sql, { part, met }))
      if (part.action !== 'remove') await refuseWhereDangling(client, structure, idsIn('t', met))
      await client.query(doneSql(sql, met))
    },
    async (work) => {
      await client.query('savepoint attempt')
      try {
        await work()
        await client.query('release savepoint attempt')
        return true
      } catch (error) {
        if (!isRecordsFault(error) && !isStillReferred(error)) throw error
        await client.query('rollback to savepoint attempt')
        return false
      }
    },
  )
}

function actionSql(structure: Structure, sql: UndoSql, { part, met }: { part: UndoPart; met: Met[] }): string {
  const { table, versions } = sql
  const names = structure.fields.map(({ name }) => quoteIdentifier(name))
  const former = `${formerSql(sql, met)} f cross join lateral jsonb_populate_record(null::${table}, f._row) r`
  switch (part.action) {
    case 'remove':
      return `delete from ${table} where _id in (${met.map(({ _id }) => _id).join(', ')})`
    case 'put_back':
      return `update ${table} t set ${names.map((name) => `${name} = b.${name}`).join(', ')}, _dirty = true, _version = t._version + 1, _job_id = b._job_id, _updated_at = now() from (select f._id as _of, r.* from ${former}) b where t._id = b._of`
    case 'bring_back':
      return `insert into ${table} (_id, ${names.join(', ')}, _dirty, _version, _job_id, _created_at) overriding system value select f._id, ${names.map((name) => `r.${name}`).join(', ')}, true, (select max(v._version) + 1 from ${versions} v where v._id = f._id), r._job_id, coalesce(r._created_at, now()) from ${former}`
  }
}

const idsIn = (alias: string, met: Met[]) => `${alias}._id in (${met.map(({ _id }) => _id).join(', ')})`

const withTextIds = <M extends Met>(rows: M[]): M[] => rows.map((row) => ({ ...row, _id: String(row._id) }))
