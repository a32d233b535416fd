import type mysql from 'mysql2/promise'
import { storableJson } from '@weft/kit/define/storable-json.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { indexName } from '../derived-names.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import { fieldNamed, isTextual, type Structure } from '../structure.ts'
import type { WriteOutcome } from '../writing/batch.ts'
import type { NumberedRecord, Staged, Target, WriteDriver, WriteSession } from '../writing/driver.ts'
import { isKeyed } from './columns.ts'
import { lineFormat } from './line-format.ts'
import { clashesSql, mergeSql, metName, metSql, missingSql, stagedSql, stageName, stageSql } from './merge-sql.ts'
import { literal, type Names } from './names.ts'
import { absentKeys } from './references.server.ts'
import { recordsOf, rows, run } from './rows.server.ts'
import { inTransaction } from './transaction.server.ts'

type Pool = () => Promise<mysql.Pool>

/** So much text goes to the server at once; it takes 16 MB unless told otherwise. */
const statementSize = 1_000_000

/** Writing into MySQL or MariaDB: rows into a session's staging table, what they meet, the records, the markers. */
export function mysqlWriteDriver(pool: Pool, names: Names, target: Target): WriteDriver {
  const { structure, mode, key, job_id, step, attempt } = target
  const own = `job = ${literal(job_id)} and step = ${literal(step)}`
  const batches = names.own(structure.project_id, 'batches')
  const writers = names.own(structure.project_id, 'writers')

  return {
    format: lineFormat,
    async takeOver() {
      if (mode !== 'insert') await ensureKeyIndex(await pool(), names, structure, key)
      return inTransaction(await pool(), async (at) => {
        await run(
          at,
          `insert into ${writers} (job, step, attempt) values (${literal(job_id)}, ${literal(step)}, ${attempt}) on duplicate key update attempt = greatest(attempt, ${attempt})`,
        )
        await ourTurn(at, writers, { own, attempt })
        const written = await rows<{ batch: number; outcome: string }>(
          at,
          `select batch, outcome from ${batches} where ${own}`,
        )
        return new Map(written.map(({ batch, outcome }) => [Number(batch), JSON.parse(outcome) as WriteOutcome]))
      })
    },
    wasWritten: async (batch) =>
      (await rows(await pool(), `select 1 from ${batches} where ${own} and batch = ${batch}`)).length > 0,
    inTransaction: async (work) =>
      inTransaction(await pool(), async (at) => {
        for (const statement of stageSql(structure)) await run(at, statement)
        const session = sessionOn(at, names, target)
        try {
          return await work(session)
        } finally {
          await session
            .clear()
            .catch(ignore('temporary tables outlive the transaction; where the connection is gone, so are they'))
        }
      }),
  }

  function sessionOn(at: mysql.PoolConnection, names: Names, target: Target): WriteSession {
    const stage = stageName(structure)
    return {
      stage: (part) => stageLines(at, stage, structure, part),
      async clear() {
        await run(at, `delete from ${stage}`)
        await run(at, `delete from ${metName(structure)}`)
      },
      missing: async () => (await rows<{ _n: number }>(at, missingSql({ ...target, names }))).map(({ _n }) => _n),
      async merge(absent) {
        for (const statement of mergeSql({ ...target, names, absent })) await run(at, statement)
      },
      async staged() {
        const [lines, met] = [stagedSql(structure), metSql({ ...target, names })]
        return {
          lines: recordsOf(structure, await rows(at, lines)) as NumberedRecord[],
          met: met === undefined ? [] : (recordsOf(structure, await rows(at, met)) as NumberedRecord[]),
        }
      },
      async clashes() {
        const asked = clashesSql({ ...target, names })
        if (asked.length === 0) return undefined
        const found = new Map<number, string>()
        for (const { field, sql } of asked)
          for (const { _n } of await rows<{ _n: number }>(at, sql)) found.set(_n, field)
        return found
      },
      absent: (reference, values) =>
        absentKeys(
          at,
          names,
          reference,
          values.map((value) => [value, value]),
        ),
      async mark(numbers, outcomes) {
        await ourTurn(at, writers, { own, attempt })
        const values = numbers.map(
          (number, i) => `(${literal(job_id)}, ${literal(step)}, ${number}, ${literal(storableJson(outcomes[i]))})`,
        )
        if (values.length > 0)
          await run(at, `insert into ${batches} (job, step, batch, outcome) values ${values.join(', ')}`)
      },
      async attempt(work) {
        await run(at, 'savepoint attempt')
        try {
          const answer = await work()
          await run(at, 'release savepoint attempt')
          return answer
        } catch (error) {
          await run(at, 'rollback to savepoint attempt').catch(
            ignore('a connection that is gone says so by the error before'),
          )
          throw error
        }
      },
    }
  }
}

/** Holds the step's claim until the transaction ends; refused when it is another attempt's by now. */
export async function ourTurn(
  at: mysql.PoolConnection,
  writers: string,
  { own, attempt }: { own: string; attempt: number },
) {
  const [claim] = await rows<{ attempt: number }>(at, `select attempt from ${writers} where ${own} for update`)
  if (claim?.attempt !== attempt) throw Object.assign(new Error('a newer attempt has taken over'), { code: 'WF001' })
}

async function stageLines(at: mysql.PoolConnection, stage: string, structure: Structure, { lines, absent }: Staged) {
  const columns = [...structure.fields.map((field) => quoteIdentifier(field.name)), '_n', '_absent'].join(', ')
  const ragged = typeof absent !== 'string'
  for (let from = 0; from < lines.length;) {
    const values: string[] = []
    let size = 0
    for (; from < lines.length && (size === 0 || size + lines[from]!.length < statementSize); from++) {
      size += lines[from]!.length
      values.push(`(${lines[from]!},${from},${ragged ? `'${absent[from]!}'` : 'null'})`)
    }
    await run(at, `insert into ${stage} (${columns}) values ${values.join(',')}`)
  }
}

/** Records are met by their key, so it has an index, also where it is not the structure's own. */
async function ensureKeyIndex(pool: mysql.Pool, names: Names, structure: Structure, key: string[]) {
  if (
    key.length === 0 ||
    structure.fields.some((field) => key.length === 1 && field.name === key[0] && (field.primary_key || field.unique))
  )
    return
  const name = indexName('key', structure.id, ...key)
  const made = await rows(
    pool,
    `select 1 from information_schema.statistics where table_schema = ${literal(names.database(structure.project_id))} and table_name = ${literal(structure.table_name)} and index_name = '${name}' limit 1`,
  )
  if (made.length > 0) return
  const columns = key.map((part) => {
    const field = fieldNamed(structure, part)!
    return `${quoteIdentifier(part)}${isTextual(field) && !isKeyed(field) ? '(100)' : ''}`
  })
  await run(pool, `create index ${quoteIdentifier(name)} on ${names.table(structure)} (${columns.join(', ')})`).catch(
    (error: { errno?: number }) => {
      if (error.errno !== 1061) throw error // another writer was faster
    },
  )
}
