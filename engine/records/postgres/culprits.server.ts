import type pg from 'pg'
import type { Message } from '@weft/kit/messages/messages.ts'
import { reasons } from '../values/reasons.ts'
import { indexName } from './names.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Encoded, Refusal } from './copy-text.ts'
import { isRecordsFault, isUniqueViolation, pgError } from './failures.ts'
import { clashesSql, missingSql, stageName } from './merge-sql.ts'
import { merge, stage, type Target } from './stage.server.ts'

/**
 * Writes a batch the database refused as a whole: finds the lines that are at fault, by asking for clashes of unique fields first and
 * by halving after that, writes all others, and says why not for each of those. Runs inside the caller's transaction.
 */
export async function findCulprits(client: pg.PoolClient, target: Target, { encoded, records }: { encoded: Encoded; records: DataRecord[] }): Promise<Refusal[]> {
  const refused: Refusal[] = []
  const refuse = (line: number, field: string | undefined, reason: Message) => {
    const position = encoded.positions[line]!
    refused.push({ position, ...(field === undefined ? {} : { field, value: records[position]![field] ?? null }), reason })
  }
  const absentOf = (lines: number[]) => lines.map((i) => (typeof encoded.absent === 'string' ? encoded.absent : encoded.absent[i]!))

  async function stageLines(lines: number[]) {
    await client.query(`truncate ${stageName(target.structure)}`)
    const absent = target.mode === 'insert' ? encoded.absent : absentOf(lines)
    await stage(client, target.structure, { lines: lines.map((i) => encoded.lines[i]!), absent: typeof absent === 'string' ? lines.map(() => absent) : absent, numbered: true })
  }

  async function attempt(lines: number[]): Promise<Error | undefined> {
    const found = refused.length
    await client.query('savepoint attempt')
    try {
      await stageLines(lines)
      if (target.mode === 'update') for (const { _n } of (await client.query<{ _n: number }>(missingSql(target.structure, target.key))).rows) refuse(lines[_n]!, target.key[0], reasons.missingRecord())
      await merge(client, target, typeof encoded.absent === 'string' ? encoded.absent : absentOf(lines))
      await client.query('release savepoint attempt')
      return undefined
    } catch (error) {
      if (!isRecordsFault(error)) throw error
      await client.query('rollback to savepoint attempt')
      refused.length = found
      return error as Error
    }
  }

  async function withoutClashes(lines: number[]): Promise<number[]> {
    const sql = clashesSql(target)
    if (!sql) return lines
    await client.query('savepoint clashes')
    try {
      await stageLines(lines)
      const { rows } = await client.query<{ _n: number; field: string }>(sql)
      await client.query('release savepoint clashes')
      const byLine = new Map(rows.map(({ _n, field }) => [_n, field]))
      for (const [n, field] of byLine) refuse(lines[n]!, field, reasons.taken())
      return lines.filter((_, n) => !byLine.has(n))
    } catch (error) {
      if (!isRecordsFault(error)) throw error
      await client.query('rollback to savepoint clashes')
      return lines
    }
  }

  async function halve(lines: number[]): Promise<void> {
    if (lines.length === 0) return
    const error = await attempt(lines)
    if (!error) return
    if (lines.length === 1) return refuse(lines[0]!, fieldOf(error, target), reasonOf(error))
    const middle = Math.ceil(lines.length / 2)
    await halve(lines.slice(0, middle))
    await halve(lines.slice(middle))
  }

  // Keys are unique in each run, so that a later line meets the earlier one as a record.
  for (const run of keyedRuns(encoded.keys, encoded.lines.length)) {
    const error = await attempt(run)
    if (error) await halve(isUniqueViolation(error) ? await withoutClashes(run) : run)
  }
  return refused
}

function keyedRuns(keys: string[], count: number): number[][] {
  if (keys.length === 0) return count === 0 ? [] : [Array.from({ length: count }, (_, i) => i)]
  const runs: { lines: number[]; keys: Set<string> }[] = []
  for (const [i, key] of keys.entries()) {
    let run = runs.at(-1)
    if (!run || run.keys.has(key)) runs.push((run = { lines: [], keys: new Set() }))
    run.lines.push(i)
    run.keys.add(key)
  }
  return runs.map(({ lines }) => lines)
}

function fieldOf(error: Error, { structure }: Target): string | undefined {
  const { column, constraint, message } = pgError(error)
  if (column) return column
  if (constraint) return structure.fields.find((field) => indexName('unique', structure.id, field.id) === constraint)?.name
  return structure.fields.find((field) => message.includes(`column "${field.name}"`) || message.includes(`, column ${field.name}`))?.name
}

function reasonOf(error: Error): Message {
  if (isUniqueViolation(error)) return reasons.taken()
  if (pgError(error).code === '23502') return reasons.required()
  return reasons.refused({ detail: error.message })
}

