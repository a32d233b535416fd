import type pg from 'pg'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import type { Structure } from '../structure.ts'
import { encoderFor, type Encoded, type Refusal } from './copy-text.ts'
import { explain, isLostConnection, isRecordsFault } from './failures.ts'
import { indexName, literal, quoted, schemaOf, tableOf } from './names.ts'
import { findCulprits } from './culprits.server.ts'
import { merge, stage, type Staged, type Target } from './stage.server.ts'
import { keyIsUnique, linesSql, mergeSql, missingSql, stageName, stageSql } from './merge-sql.ts'
import { atOnce, inTransaction, persistently } from './transaction.server.ts'
import { reasons } from '../values/reasons.ts'

export type Answer = { written: DataRecord[]; rejected: Rejected[] }

/** Answers when everything before has been settled; throws when it went wrong for good. */
type Turn = () => Promise<void>

/** How a batch ended, kept with its marker so that a repetition answers the same. */
type Outcome = { refused?: Refusal[] }
/** A batch on its way. */
export type Batch = { number: number; records: DataRecord[]; encoded: Encoded; refused: Refusal[]; settle: (outcome: Outcome) => void; fail: (error: unknown) => void }

const groupLines = 4_000
/** Below this, lines better join those that come while the transaction under way ends. */
const worthASecond = 2_000
const linesOf = (batches: Batch[]) => batches.reduce((sum, { encoded }) => sum + encoded.lines.length, 0)

/**
 * Writes batches into a structure's table. Batches that wait together share one transaction: COPY into a session's staging table,
 * one merge, the markers. While one transaction merges, the next one's lines already stream in on a second connection; merges
 * happen strictly in order, so the later record wins.
 */
export async function openWriter(pool: () => Promise<pg.Pool>, target: Target) {
  const outcomes = await persistently(async () => takeOver(await pool(), target))
  const encode = encoderFor(target.structure, target)
  const waiting: Batch[] = []
  const pending = new Map<number, Promise<Outcome>>()
  let running = 0
  let scheduled = false
  let settled: Promise<void> = Promise.resolve()
  let broken: { error: unknown } | undefined

  function schedule() {
    if (scheduled) return
    scheduled = true
    setImmediate(pump)
  }

  function pump() {
    scheduled = false
    while (waiting.length > 0 && !broken && (running === 0 || (running === 1 && linesOf(waiting) >= worthASecond))) {
      const group = takeGroup(waiting)
      const before = settled
      running++
      const turn = async () => {
        await before
        if (broken) throw broken.error
      }
      settled = commit(group, turn).then(() => {
        running--
        if (waiting.length > 0) schedule()
      })
    }
    if (broken) for (const batch of waiting.splice(0)) batch.fail(broken.error)
  }

  async function commit(group: Batch[], turn: Turn) {
    try {
      await writeGroup(pool, target, group, turn)
      for (const batch of group) batch.settle(outcomeOf(batch))
    } catch (cause) {
      await turn().catch(() => {})
      const error = explain(cause, target.structure)
      broken ??= { error }
      for (const batch of group) batch.fail(error)
    }
  }

  return {
    async write(records: DataRecord[], number: number): Promise<Answer> {
      const known = outcomes.get(number)
      if (known) return answer(records, known)
      let promise = pending.get(number)
      if (!promise) {
        if (broken) throw broken.error
        const encoded = encode(records)
        promise = new Promise<Outcome>((settle, fail) => waiting.push({ number, records, encoded, refused: [...encoded.refused], settle, fail })).finally(() => pending.delete(number))
        pending.set(number, promise)
        schedule()
      }
      const outcome = await promise
      outcomes.set(number, outcome)
      return answer(records, outcome)
    },
    /** Whether any batch of this job and step was ever written, in this attempt or an earlier one. */
    get wroteAny() {
      return outcomes.size > 0
    },
    async close() {
      await settled
    },
  }
}

const outcomeOf = ({ refused }: Batch): Outcome => (refused.length === 0 ? {} : { refused: refused.sort((a, b) => a.position - b.position) })

function answer(records: DataRecord[], { refused = [] }: Outcome): Answer {
  if (refused.length === 0) return { written: records, rejected: [] }
  const out = new Set(refused.map(({ position }) => position))
  return { written: records.filter((_, i) => !out.has(i)), rejected: refused.map(({ position, ...why }) => ({ record: records[position]!, ...why })) }
}

function takeGroup(waiting: Batch[]) {
  let lines = 0
  let count = 0
  while (count < waiting.length && (count === 0 || lines + waiting[count]!.encoded.lines.length <= groupLines)) lines += waiting[count++]!.encoded.lines.length
  return waiting.splice(0, count)
}

/** Claims the step for this attempt, so that an older one can write no more, and reads what was written before. */
function takeOver(pool: pg.Pool, { structure, key, mode, job_id, step, attempt }: Target): Promise<Map<number, Outcome>> {
  const schema = quoted(schemaOf(structure.project_id))
  return inTransaction(pool, async (client) => {
    const claim = await client.query(
      `insert into ${schema}._weft_writers as w (job, step, attempt) values ($1, $2, $3) on conflict (job, step) do update set attempt = excluded.attempt where w.attempt <= excluded.attempt`,
      [job_id, step, attempt],
    )
    if (claim.rowCount === 0) throw Object.assign(new Error('a newer attempt has taken over'), { code: 'WF001' })
    if (mode !== 'insert' && key.length > 0 && !structure.fields.some((field) => key.length === 1 && field.name === key[0] && (field.primary_key || field.unique)))
      await client.query(`create index if not exists ${indexName('key', structure.id, ...key)} on ${tableOf(structure)} (${key.map(quoted).join(', ')})`)
    const { rows } = await client.query<{ batch: number; outcome: Outcome }>(`select batch, outcome from ${schema}._weft_batches where job = $1 and step = $2`, [job_id, step])
    return new Map(rows.map(({ batch, outcome }) => [batch, outcome]))
  }).catch((error: unknown) => {
    throw isLostConnection(error) ? error : explain(error, structure)
  })
}

async function writeGroup(pool: () => Promise<pg.Pool>, target: Target, group: Batch[], turn: Turn): Promise<void> {
  try {
    await persistently(async (again) => {
      if (again && (await wasWritten(await pool(), target, group))) return
      const refusedBefore = group.map((batch) => [...batch.refused])
      try {
        if (isSmall(target, group)) await mergeSmall(await pool(), target, group, turn)
        else await inTransaction(await pool(), (client) => mergeGroup(client, target, group, turn), stageSql(target.structure))
      } catch (error) {
        for (const [i, batch] of group.entries()) batch.refused = refusedBefore[i]!
        throw error
      }
    })
  } catch (error) {
    if (!isRecordsFault(error)) throw error
    await turn()
    if (group.length > 1) for (const batch of group) await writeGroup(pool, target, [batch], turn)
    else await persistently(async () => inTransaction(await pool(), async (client) => {
      const batch = group[0]!
      batch.refused = [...batch.encoded.refused, ...(await findCulprits(client, target, batch))]
      await mark(client, target, group)
    }, stageSql(target.structure)))
  }
}

/** After a lost connection: the commit may have happened all the same. All markers of a group stand or none. */
async function wasWritten(pool: pg.Pool, { structure, job_id, step }: Target, group: Batch[]) {
  const { rows } = await pool.query<{ outcome: Outcome }>(`select outcome from ${quoted(schemaOf(structure.project_id))}._weft_batches where job = $1 and step = $2 and batch = $3`, [job_id, step, group[0]!.number])
  return rows.length > 0
}

async function mergeGroup(client: pg.PoolClient, target: Target, group: Batch[], turn: Turn) {
  const parts = partsOf(group, target)
  for (const part of parts) {
    await stage(client, target.structure, part)
    await turn()
    await mergePart(client, target, part, group)
    if (part !== parts.at(-1)) await client.query(`truncate ${stageName(target.structure)}`)
  }
  await turn()
  await mark(client, target, group)
}

const isSmall = ({ structure, mode, key }: Target, group: Batch[]) =>
  mode !== 'update' && (mode === 'insert' || keyIsUnique(structure, key)) && group.length <= 20 && linesOf(group) <= 20

/** A few records in a single round trip. */
async function mergeSmall(pool: pg.Pool, target: Target, group: Batch[], turn: Turn) {
  const parts = partsOf(group, target)
  if (parts.some((part) => typeof part.absent !== 'string')) return inTransaction(pool, (client) => mergeGroup(client, target, group, turn), stageSql(target.structure))
  const job = `${literal(target.job_id)}::uuid`
  const merges = parts.flatMap((part) => mergeSql({ ...target, absent: part.absent as string, from: linesSql(target.structure, part.lines), job }))
  await turn()
  const marker = [job, literal(target.step), String(target.attempt), `'{${group.map((batch) => batch.number).join(',')}}'`, literal(JSON.stringify(group.map(outcomeOf)))]
  await atOnce(pool, [...merges, `select ${markSql(target.structure, marker)}`])
}

async function mergePart(client: pg.PoolClient, target: Target, part: Part, group: Batch[]) {
  if (target.mode === 'update') {
    const { rows } = await client.query<{ _n: number }>(missingSql(target.structure, target.key))
    for (const { _n } of rows) {
      const [batch, position] = part.origin(_n)
      const name = target.key[0]!
      group[batch]!.refused.push({ position, field: name, value: group[batch]!.records[position]![name] ?? null, reason: reasons.missingRecord() })
    }
  }
  await merge(client, target, part.absent)
}

async function mark(client: pg.PoolClient, { structure, job_id, step, attempt }: Target, group: Batch[]) {
  await client.query(`select ${markSql(structure, ['$1', '$2', '$3', '$4', '$5'])}`, [
    job_id, step, attempt, group.map((batch) => batch.number), JSON.stringify(group.map(outcomeOf)),
  ])
}

const markSql = (structure: Structure, values: string[]) => `${quoted(schemaOf(structure.project_id))}._weft_mark(${values.join(', ')})`

/** Lines that can be merged in one go: no key twice, unless the later line says everything the earlier one did. */
type Part = Staged & { origin(line: number): [batch: number, position: number] }

function partsOf(group: Batch[], { mode }: Pick<Target, 'mode'>): Part[] {
  const shapes = new Set(group.filter((batch) => batch.encoded.lines.length > 0).map((batch) => (typeof batch.encoded.absent === 'string' ? batch.encoded.absent : 'ragged')))
  const ragged = shapes.size > 1 || shapes.has('ragged')
  if (mode === 'insert' && group.length === 1 && !ragged) return onePart(group, group[0]!.encoded.lines)
  return mode === 'insert' || !ragged ? [withoutEarlier(group, { numbered: mode === 'update' })].filter((part) => part.lines.length > 0) : runs(group)
}

const onePart = (group: Batch[], lines: string[]): Part[] => (lines.length === 0 ? [] : [{ lines, absent: shapeOf(group), numbered: false, origin: (n) => [0, group[0]!.encoded.positions[n]!] }])
const shapeOf = (group: Batch[]) => group.find((batch) => batch.encoded.lines.length > 0)?.encoded.absent ?? ''

/** Of lines with the same key only the last. */
function withoutEarlier(group: Batch[], { numbered }: { numbered: boolean }): Part {
  const last = new Map<string, number>()
  const lines: string[] = []
  const origins: [number, number][] = []
  for (const [b, { encoded }] of group.entries()) {
    for (let i = 0; i < encoded.lines.length; i++) {
      const key = encoded.keys[i]
      if (key !== undefined) {
        const earlier = last.get(key)
        if (earlier !== undefined) lines[earlier] = ''
        last.set(key, lines.length)
      }
      lines.push(encoded.lines[i]!)
      if (numbered) origins.push([b, encoded.positions[i]!])
    }
  }
  const distinct = last.size > 0 && last.size < lines.length
  if (!distinct) return { lines, absent: shapeOf(group), numbered, origin: (n) => origins[n]! }
  const kept = [...last.values()].sort((a, b) => a - b)
  return { lines: kept.map((i) => lines[i]!), absent: shapeOf(group), numbered, origin: (n) => origins[kept[n]!]! }
}

/** Lines that each speak of other fields: cut wherever a key comes back, so that every line counts. */
function runs(group: Batch[]): Part[] {
  const parts: (Part & { absent: string[]; origins: [number, number][]; keys: Set<string> })[] = []
  for (const [b, { encoded }] of group.entries())
    for (const [i, line] of encoded.lines.entries()) {
      const key = encoded.keys[i]!
      let part = parts.at(-1)
      if (!part || part.keys.has(key)) {
        const origins: [number, number][] = []
        part = { lines: [], absent: [], numbered: true, origins, keys: new Set(), origin: (n) => origins[n]! }
        parts.push(part)
      }
      part.keys.add(key)
      part.lines.push(line)
      part.absent.push(typeof encoded.absent === 'string' ? encoded.absent : encoded.absent[i]!)
      part.origins.push([b, encoded.positions[i]!])
    }
  return parts
}
