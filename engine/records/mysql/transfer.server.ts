import type mysql from 'mysql2/promise'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { largeRows } from '../query-refusals.ts'
import { mostBytes, readWhole } from '../round-trip.server.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import type { Structure } from '../structure.ts'
import { transferred, type Markers, type Transfer } from '../transfer.ts'
import { utcText, written } from './literals.ts'
import { literal, type Names } from './names.ts'
import { rowBatches } from './row-batches.server.ts'
import { rows, run } from './rows.server.ts'
import { inTransaction } from './transaction.server.ts'

const utc = (text: string) => `${text.replace(' ', 'T')}Z`

/** Text as the wire has it into text every database understands. */
function plain(field: StructureField, text: string): string {
  if (field.type === 'boolean') return text === '0' ? 'false' : 'true'
  return field.type === 'date_time' ? utc(text) : text
}

/** A kept version as it lies there; older tables do not know who has replaced it. */
type Kept = {
  _n: number | string
  _id: number | string
  _version: number
  _operation: string
  _row: string
  _replaced_at: string
  _by?: string | null
  _undone?: number | string
}

const pageSize = 1_000
const limits = { bytes: mostBytes.batch, seconds: readWhole.patience_ms / 1_000, large: largeRows }
const noTable = 1146

/**
 * All rows a page at a time, from behind one by the column that counts them. Those of a page are handed over as soon as they are many bytes
 * together, so that they never have to be asked for again over another connection, which would see another moment.
 */
async function* inPages(
  pool: () => Promise<mysql.Pool>,
  behind: string,
  page: (after: string) => string,
  counted: string,
): AsyncGenerator<DataRecord[]> {
  for (let [after, found] = [behind, pageSize]; found === pageSize;) {
    const connection = await (await pool()).getConnection()
    let isOver = false
    found = 0
    try {
      for await (const batch of rowBatches(
        connection,
        page(after),
        { rows: pageSize, bytes: limits.bytes / 4 },
        limits,
      ).all()) {
        found += batch.length
        after = String(batch.at(-1)![counted])
        yield batch
      }
      isOver = true
    } catch (error) {
      isOver = (error as { errno?: number }).errno === noTable
      throw error
    } finally {
      if (isOver) connection.release()
      else connection.destroy()
    }
  }
}

export function mysqlTransfer(pool: () => Promise<mysql.Pool>, names: Names): Transfer {
  const ask = async <T>(text: string) => rows<T>(await pool(), text)
  const act = async (text: string) => run(await pool(), text)
  const place = ({ project_id, table_name }: Structure) =>
    `table_schema = ${literal(names.database(project_id))} and table_name = ${literal(table_name)}`
  const number = async (text: string) => String((await ask<{ n: string | number }>(text))[0]?.n ?? 0)

  return {
    async *dump(structure, behind) {
      const columns = transferred(structure)
      const texts = columns.map(({ name }, i) => `cast(${quoteIdentifier(name)} as char) as c${i}`).join(', ')
      const from = `select ${texts} from ${names.table(structure)} t where t._id > `
      const pages = inPages(pool, behind, (after) => `${from}${literal(after)} order by t._id limit ${pageSize}`, 'c0')
      for await (const found of pages)
        yield (found as Record<string, string | null>[]).map((row) =>
          columns.map(({ field }, i) => (row[`c${i}`] === null ? null : plain(field, row[`c${i}`]!))),
        )
    },
    async load(structure, loaded) {
      const columns = transferred(structure)
      const write = columns.map(({ field }) => written(field))
      const lines = loaded.map(
        (row) => `(${row.map((text, i) => (text === null ? 'null' : write[i]!(text))).join(',')})`,
      )
      const into = `insert into ${names.table(structure)} (${columns.map(({ name }) => quoteIdentifier(name)).join(', ')}) values `
      for (const together of statements(lines))
        await act(`${into}${together.join(',')} on duplicate key update _id = _id`)
    },
    lastId: (structure) => number(`select coalesce(max(_id), 0) as n from ${names.table(structure)}`),
    count: async (structure) => Number(await number(`select count(*) as n from ${names.table(structure)}`)),
    async nextId(structure) {
      const noted = await number(`select auto_increment as n from information_schema.tables where ${place(structure)}`)
      const last = BigInt(await number(`select coalesce(max(_id), 0) + 1 as n from ${names.table(structure)}`))
      return String(BigInt(noted) > last ? noted : last)
    },
    setNextId: async (structure, next) =>
      void (await act(`alter table ${names.table(structure)} auto_increment = ${next}`)),
    async *versions(structure) {
      const from = `select v.* from ${names.kept(structure)} v where _n > `
      const pages = inPages(pool, '0', (after) => `${from}${after} order by _n limit ${pageSize}`, '_n')
      try {
        for await (const found of pages)
          yield (found as Kept[]).map((kept) => ({
            id: String(kept._id),
            version: kept._version,
            operation: kept._operation,
            row: kept._row,
            replaced_at: utc(kept._replaced_at),
            by: kept._by ?? null,
            undone: Number(kept._undone ?? 0) !== 0,
          }))
      } catch (error) {
        if ((error as { errno?: number }).errno !== noTable) throw error // none were ever kept
      }
    },
    async putVersions(structure, versions) {
      let emptied = false
      for await (const kept of versions) {
        if (!emptied) await act(`delete from ${names.kept(structure)}`)
        emptied = true
        await act(
          `insert into ${names.kept(structure)} (_id, _version, _operation, _row, _replaced_at, _by, _undone) values ${kept.map(({ id, version, operation, row, replaced_at, by, undone }) => `(${literal(id)}, ${version}, ${literal(operation)}, ${literal(row)}, '${utcText(replaced_at)}', ${by === null ? 'null' : literal(by)}, ${undone})`).join(',')}`,
        )
      }
    },
    async markers(project_id) {
      const batches = await ask<Markers['batches'][number]>(
        `select job, step, cast(batch as char) as batch, outcome, written_at from ${names.own(project_id, 'batches')}`,
      )
      return {
        writers: await ask(`select job, step, attempt from ${names.own(project_id, 'writers')}`),
        batches: batches.map((batch) => ({ ...batch, written_at: utc(batch.written_at) })),
      }
    },
    async putMarkers(project_id, { writers, batches }) {
      const [claims, marks] = [names.own(project_id, 'writers'), names.own(project_id, 'batches')]
      await inTransaction(await pool(), async (at) => {
        await run(at, `delete from ${claims}`)
        await run(at, `delete from ${marks}`)
        for (const part of parts(writers))
          await run(
            at,
            `insert into ${claims} (job, step, attempt) values ${part.map(({ job, step, attempt }) => `(${literal(job)}, ${literal(step)}, ${attempt})`).join(',')}`,
          )
        for (const part of parts(batches))
          await run(
            at,
            `insert into ${marks} (job, step, batch, outcome, written_at) values ${part.map(({ job, step, batch, outcome, written_at }) => `(${literal(job)}, ${literal(step)}, ${batch}, ${literal(outcome)}, '${utcText(written_at)}')`).join(',')}`,
          )
      })
    },
  }
}

const parts = <T>(list: T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / 1000) }, (_, i) => list.slice(i * 1000, i * 1000 + 1000))

/** At most 200 lines and four million letters in one statement: the server takes none of more than 16 MB. */
function* statements(lines: string[]): Iterable<string[]> {
  let together: string[] = []
  let letters = 0
  for (const line of lines) {
    if (together.length > 0 && (together.length === 200 || letters + line.length > 4_000_000)) {
      yield together
      together = []
      letters = 0
    }
    together.push(line)
    letters += line.length
  }
  if (together.length > 0) yield together
}
