import type pg from 'pg'
import { atOnce, inTransaction } from '@weft/kit/database/transaction.server.ts'
import { storableJson } from '@weft/kit/define/storable-json.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { indexName } from '../derived-names.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import { keepingOf } from '../structure.ts'
import type { WriteOutcome } from '../writing/batch.ts'
import type { NumberedRecord, Staged, Target, WriteDriver, WriteSession } from '../writing/driver.ts'
import { copyFormat } from './copy-format.ts'
import {
  clashesSql,
  keyIsUnique,
  linesSql,
  mergeSql,
  metSql,
  missingSql,
  stagedSql,
  stageName,
  stageSql,
  unescaped,
} from './merge-sql.ts'
import { writerSql } from './house.server.ts'
import { literal, projectSchema, tableOf } from './names.ts'
import { absentKeys } from './references.server.ts'
import { merge, stage } from './stage.server.ts'

/** Writing into PostgreSQL: COPY into a session's staging table, one merge, the markers. */
export function postgresWriteDriver(pool: () => Promise<pg.Pool>, target: Target): WriteDriver {
  const { structure, mode, key, job_id, step, attempt } = target
  const schema = quoteIdentifier(projectSchema(structure.project_id))
  const markSql = (values: string[]) => `${schema}._weft_mark(${values.join(', ')})`
  const writer = keepingOf(structure) === 'nothing' ? [] : [writerSql(job_id)]
  const fitsOneTrip = mode !== 'update' && (mode === 'insert' || keyIsUnique(structure, key))

  return {
    format: copyFormat,
    takeOver: async () =>
      inTransaction(await pool(), async (client) => {
        const claim = await client.query(
          `insert into ${schema}._weft_writers as w (job, step, attempt) values ($1, $2, $3) on conflict (job, step) do update set attempt = excluded.attempt where w.attempt <= excluded.attempt`,
          [job_id, step, attempt],
        )
        if (claim.rowCount === 0) throw Object.assign(new Error('a newer attempt has taken over'), { code: 'WF001' })
        if (mode !== 'insert' && key.length > 0 && !keyIsUnique(structure, key))
          await client.query(
            `create index if not exists ${indexName('key', structure.id, ...key)} on ${tableOf(structure)} (${key.map(quoteIdentifier).join(', ')})`,
          )
        const { rows } = await client.query<{ batch: number; outcome: WriteOutcome }>(
          `select batch, outcome from ${schema}._weft_batches where job = $1 and step = $2`,
          [job_id, step],
        )
        return new Map(rows.map(({ batch, outcome }) => [batch, outcome]))
      }),
    async wasWritten(batch) {
      const { rows } = await (
        await pool()
      ).query(`select 1 from ${schema}._weft_batches where job = $1 and step = $2 and batch = $3`, [
        job_id,
        step,
        batch,
      ])
      return rows.length > 0
    },
    inTransaction: async (work) =>
      inTransaction(
        await pool(),
        (client) => work(sessionOn(client, target, markSql)),
        [stageSql(structure), ...writer].join('; '),
      ),
    ...(fitsOneTrip && {
      async atOnce(
        parts: { lines: string[]; absent: string }[],
        batches: number[],
        outcomes: WriteOutcome[],
        turn: () => Promise<void>,
      ) {
        const job = `${literal(job_id)}::uuid`
        const merges = parts.flatMap(({ lines, absent }) =>
          mergeSql({ structure, mode, key, absent, from: linesSql(structure, lines), job }),
        )
        await turn()
        await atOnce(await pool(), [
          ...writer,
          ...merges,
          `select ${markSql([job, literal(step), String(attempt), `'{${batches.join(',')}}'`, literal(storableJson(outcomes))])}`,
        ])
      },
    }),
  }
}

function sessionOn(client: pg.PoolClient, target: Target, markSql: (values: string[]) => string): WriteSession {
  const { structure, job_id, step, attempt } = target
  return {
    stage: (part: Staged) => stage(client, structure, part),
    clear: async () => void (await client.query(`truncate ${stageName(structure)}`)),
    missing: async () =>
      (await client.query<{ _n: number }>(missingSql(structure, target.key))).rows.map(({ _n }) => _n),
    merge: (absent) => merge(client, target, absent),
    async staged() {
      const [lines, met] = [stagedSql(structure), metSql(target)]
      return {
        lines: (await client.query<NumberedRecord>(lines)).rows,
        met: met === undefined ? [] : (await client.query<NumberedRecord>(met)).rows,
      }
    },
    async clashes() {
      const sql = clashesSql(target)
      return sql === undefined
        ? undefined
        : new Map((await client.query<{ _n: number; field: string }>(sql)).rows.map(({ _n, field }) => [_n, field]))
    },
    absent: (reference, values) =>
      absentKeys(
        client,
        reference,
        values.map((value) => [value, unescaped(value)]),
      ),
    mark: async (batches, outcomes) =>
      void (await client.query(`select ${markSql(['$1', '$2', '$3', '$4', '$5'])}`, [
        job_id,
        step,
        attempt,
        batches,
        storableJson(outcomes),
      ])),
    async attempt(work) {
      await client.query('savepoint attempt')
      try {
        const answer = await work()
        await client.query('release savepoint attempt')
        return answer
      } catch (error) {
        await client
          .query('rollback to savepoint attempt')
          .catch(ignore('a connection that is gone says so by the error before'))
        throw error
      }
    },
  }
}
