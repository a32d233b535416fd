import type mysql from 'mysql2/promise'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { fittingBatches } from '../fitting-batches.ts'
import { readWhole } from '../round-trip.server.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import type { Structure } from '../structure.ts'
import { transferred, type Markers, type Transfer } from '../transfer.ts'
import { cancellable } from './cancel.server.ts'
import { utcText, written } from './literals.ts'
import { literal, type Names } from './names.ts'
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
      let after = behind
      const batches = fittingBatches(1_000, async (size) =>
        cancellable<Record<string, string | null>>(
          await pool(),
          `${from}${literal(after)} order by t._id limit ${size}`,
          readWhole,
        ),
      )
      for await (const found of batches) {
        after = found.at(-1)!['c0']!
        yield found.map((row) =>
          columns.map(({ field }, i) => (row[`c${i}`] === null ? null : plain(field, row[`c${i}`]!))),
        )
      }
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
      for (let after = '0'; ;) {
        const found = await ask<Kept>(
          `select v.* from ${names.kept(structure)} v where _n > ${after} order by _n limit 1000`,
        ).catch((error: { errno?: number }) => {
          if (error.errno === 1146) return [] // none were ever kept
          throw error
        })
        if (found.length > 0)
          yield found.map((kept) => ({
            id: String(kept._id),
            version: kept._version,
            operation: kept._operation,
            row: kept._row,
            replaced_at: utc(kept._replaced_at),
            by: kept._by ?? null,
            undone: Number(kept._undone ?? 0) !== 0,
          }))
        if (found.length < 1000) return
        after = String(found.at(-1)!._n)
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
