import { randomUUID } from 'node:crypto'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { createMove, runMove } from '@weft/engine/moves/move.server.ts'
import { openRecords } from '@weft/engine/records/records.server.ts'
import { recordStore } from '@weft/engine/records/store.server.ts'
import { createStructure } from '@weft/engine/records/structures.server.ts'
import type { FieldType, StructureField } from '@weft/kit/define/structure.ts'
import { row, type Row } from './figure.ts'
import { createTenant, withServers } from './tenant-deps.ts'

const kinds: [string, FieldType][] = [
  ['order_no', 'text'],
  ['customer', 'text'],
  ['country', 'text'],
  ['quantity', 'integer'],
  ['total', 'decimal'],
  ['ordered_at', 'date_time'],
  ['note', 'long_text'],
  ['express', 'boolean'],
]
const fields = kinds.map(([name, type], i): StructureField => ({
  id: randomUUID(),
  name,
  type,
  nullable: i > 0,
  unsigned: false,
  unique: false,
  index: false,
  required: false,
  primary_key: i === 0,
  show_in_view: true,
  skip_on_delta: false,
  ...(type === 'decimal' ? { precision: 12, scale: 2 } : {}),
}))
const record = (n: number) => ({
  order_no: `O-${n}`,
  customer: `Customer ${n % 977}`,
  country: 'GERMANY',
  quantity: n % 9,
  total: (n % 50_000) / 100,
  ordered_at: '2026-01-31T22:30:00.123456Z',
  note: `note, number ${n}`,
  express: n % 2 === 0,
})

/** Writes records into a tenant's database of either kind, and moves them to the other: records a second, comparing included. */
export const measure = (count = Number(process.env['WEFT_BENCH_ROWS'] ?? 100_000)): Promise<Row[]> =>
  withServers(async (deps, servers) => {
    const figures: Row[] = []
    for (const { name, id } of servers) {
      const tenant_id = await createTenant(deps, id)
      const { id: project_id } = await inScope(deps.db, { level: 'tenant', tenant_id }, (trx) =>
        trx.insertInto('projects').values({ name: 'Hub' }).returning('id').executeTakeFirstOrThrow(),
      )
      const scope = { level: 'tenant' as const, tenant_id, project_id }
      await (await recordStore(deps.databases, tenant_id)).ensureProject(project_id)
      const structure = await createStructure(deps, scope, {
        class_name: 'SalesOrder',
        table_name: 'sales_order',
        label: 'Orders',
        data_versioning: false,
        run_changes_days: null,
        structural_versioning: false,
        structure_check: false,
        on_empty_import: 'keep',
        fields: fields.map((field) => ({ ...field, id: randomUUID() })),
      })
      for (const round of ['insert', 'upsert, nothing changed']) {
        const writer = await openRecords(deps, scope).open({
          structure_id: structure.id,
          mode: 'upsert',
          job_id: randomUUID(),
          step: 'write',
          attempt: 1,
        })
        const began = performance.now()
        for (let b = 0; b < count / 1000; b += 4)
          await Promise.all(
            [0, 1, 2, 3].map((more) =>
              writer.write(
                Array.from({ length: 1000 }, (_, i) => record((b + more) * 1000 + i)),
                b + more,
              ),
            ),
          )
        figures.push(row(`${round} on ${name}`, count / ((performance.now() - began) / 1000), 'records/s'))
      }
      for (const target of servers.filter((server) => server.id !== id)) {
        const began = performance.now()
        const state = await runMove(deps, await createMove(deps.db, deps.key, scope, target.id))
        if (state !== 'done') throw new Error(`a move ended ${state}`)
        figures.push(
          row(`move from ${name} to ${target.name}`, count / ((performance.now() - began) / 1000), 'records/s'),
        )
      }
    }
    return figures
  })
