import type pg from 'pg'
import { inTransaction } from '@weft/kit/database/transaction.server.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { fittingBatches } from '../fitting-batches.ts'
import { readWhole } from '../round-trip.server.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import type { Structure } from '../structure.ts'
import { transferred, type Markers, type Transfer, type Version } from '../transfer.ts'
import { cancellable } from './cancel.server.ts'
import { columnType } from './columns.ts'
import { projectSchema, tableOf, keptOf } from './names.ts'

const utc = (sql: string) => `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
const textOf = (sql: string, field: StructureField) => (field.type === 'date_time' ? utc(sql) : `${sql}::text`)
const columnsOf = (structure: Structure) =>
  transferred(structure).map(({ name, field }) => ({
    name: quoteIdentifier(name),
    type: columnType(field),
    text: textOf(quoteIdentifier(name), field),
  }))

export function postgresTransfer(pool: () => Promise<pg.Pool>): Transfer {
  const ask = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await (await pool()).query<T>(text, values)).rows
  const serial = (structure: Structure) => `pg_get_serial_sequence($weft$${tableOf(structure)}$weft$, '_id')`

  return {
    async *dump(structure, behind) {
      const columns = columnsOf(structure)
      const text = `select ${columns.map(({ text }, i) => `${text} as c${i}`).join(', ')} from ${tableOf(structure)} t where t._id > $1::bigint order by t._id limit `
      let after = behind
      const batches = fittingBatches(1_000, async (size) =>
        cancellable<Record<string, string | null>>(await pool(), text + size, [after], readWhole),
      )
      for await (const found of batches) {
        after = found.at(-1)!['c0']!
        yield found.map((row) => columns.map((_, i) => row[`c${i}`]!))
      }
    },
    async load(structure, rows) {
      const columns = columnsOf(structure)
      const arrays = columns.map((_, i) => rows.map((row) => row[i]!))
      await ask(
        `insert into ${tableOf(structure)} (${columns.map(({ name }) => name).join(', ')}) overriding system value
          select ${columns.map(({ type }, i) => `r.c${i}::${type}`).join(', ')} from unnest(${columns.map((_, i) => `$${i + 1}::text[]`).join(', ')}) as r (${columns.map((_, i) => `c${i}`).join(', ')}) on conflict (_id) do nothing`,
        arrays,
      )
    },
    lastId: async (structure) =>
      (await ask<{ id: string }>(`select coalesce(max(_id), 0)::text as id from ${tableOf(structure)}`))[0]!.id,
    count: async (structure) =>
      Number((await ask<{ n: string }>(`select count(*)::text as n from ${tableOf(structure)}`))[0]!.n),
    async nextId(structure) {
      const [sequence] = await ask<{ name: string }>(`select ${serial(structure)} as name`)
      const [state] = await ask<{ next: string }>(
        `select (last_value + is_called::int)::text as next from ${sequence!.name}`,
      )
      return state!.next
    },
    async setNextId(structure, next) {
      await ask(`select setval(${serial(structure)}, $1::bigint, false)`, [next])
    },
    async *versions(structure) {
      const [kept] = await ask<{ kept: boolean }>('select to_regclass($1) is not null as kept', [keptOf(structure)])
      if (!kept!.kept) return
      for (let from = 0; ; from += 1000) {
        const rows = await ask<Version>(
          `select _id::text as id, _version as version, _operation as operation, _row::text as row, ${utc('_replaced_at')} as replaced_at, to_jsonb(v) ->> '_by' as by, coalesce((to_jsonb(v) ->> '_undone')::boolean, false) as undone from ${keptOf(structure)} v order by v._replaced_at, v._id, v._version limit 1000 offset ${from}`,
        )
        if (rows.length > 0) yield rows
        if (rows.length < 1000) return
      }
    },
    async putVersions(structure, versions) {
      let emptied = false
      for await (const rows of versions) {
        if (!emptied) await ask(`truncate ${keptOf(structure)}`)
        emptied = true
        await ask(
          `insert into ${keptOf(structure)} (_id, _version, _operation, _row, _replaced_at, _by, _undone) select * from unnest($1::bigint[], $2::int[], $3::text[], $4::jsonb[], $5::timestamptz[], $6::uuid[], $7::boolean[]) on conflict do nothing`,
          [
            rows.map(({ id }) => id),
            rows.map(({ version }) => version),
            rows.map(({ operation }) => operation),
            rows.map(({ row }) => row),
            rows.map(({ replaced_at }) => replaced_at),
            rows.map(({ by }) => by),
            rows.map(({ undone }) => undone),
          ],
        )
      }
    },
    async markers(project_id) {
      const schema = quoteIdentifier(projectSchema(project_id))
      return {
        writers: await ask<Markers['writers'][number]>(`select job, step, attempt from ${schema}._weft_writers`),
        batches: await ask<Markers['batches'][number]>(
          `select job, step, batch::text as batch, outcome::text as outcome, ${utc('written_at')} as written_at from ${schema}._weft_batches`,
        ),
      }
    },
    async putMarkers(project_id, { writers, batches }) {
      const schema = quoteIdentifier(projectSchema(project_id))
      await inTransaction(await pool(), async (client) => {
        await client.query(`delete from ${schema}._weft_writers; delete from ${schema}._weft_batches`)
        await client.query(
          `insert into ${schema}._weft_writers (job, step, attempt) select * from jsonb_to_recordset($1::jsonb) as r (job uuid, step text, attempt int)`,
          [JSON.stringify(writers)],
        )
        await client.query(
          `insert into ${schema}._weft_batches (job, step, batch, outcome, written_at) select job, step, batch, outcome::jsonb, written_at from jsonb_to_recordset($1::jsonb) as r (job uuid, step text, batch bigint, outcome text, written_at timestamptz)`,
          [JSON.stringify(batches)],
        )
      })
    },
  }
}
