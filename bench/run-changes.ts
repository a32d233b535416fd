import { randomUUID } from 'node:crypto'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { plainField, type FieldType, type StructureField } from '@weft/kit/define/structure.ts'
import { openRecords } from '@weft/engine/records/records.server.ts'
import { recordStore } from '@weft/engine/records/store.server.ts'
import { createStructure } from '@weft/engine/records/structures.server.ts'
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
const fields = (): StructureField[] =>
  kinds.map(([name, type], i) => ({
    id: randomUUID(),
    name,
    type,
    ...plainField,
    nullable: i > 0,
    primary_key: i === 0,
    ...(type === 'decimal' && { precision: 12, scale: 2 }),
  }))
const record = (n: number, round: number) => ({
  order_no: `O-${n}`,
  customer: `Customer ${n % 977}`,
  country: 'GERMANY',
  quantity: (n % 9) + round,
  total: (n % 50_000) / 100,
  ordered_at: '2026-01-31T22:30:00.123456Z',
  note: `note, number ${n}`,
  express: n % 2 === 0,
})

const keepings = {
  'nothing kept': { data_versioning: false, run_changes_days: null },
  'what runs change kept': { data_versioning: false, run_changes_days: 30 },
  'all versions kept': { data_versioning: true, run_changes_days: null },
}
const writes = [
  ['inserted', 0],
  ['nothing changed', 0],
  ['everything changed', 1],
  ['everything changed once more', 2],
] as const

/** What it costs a run that what it changes is kept: records a second, with as the reference the same where nothing is kept. */
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
      const structures: [string, string][] = []
      for (const [i, [how, keeping]] of Object.entries(keepings).entries()) {
        const { id: structure_id } = await createStructure(deps, scope, {
          class_name: `Orders${i}`,
          table_name: `orders${i}`,
          label: how,
          ...keeping,
          structural_versioning: false,
          structure_check: false,
          on_empty_import: 'keep',
          fields: fields(),
        })
        structures.push([how, structure_id])
      }
      const records = openRecords(deps, scope)
      for (const [what, round] of writes) {
        let reference: number | undefined
        for (const [how, structure_id] of structures) {
          const target = { structure_id, mode: 'upsert' as const, job_id: randomUUID(), step: 'write', attempt: 1 }
          const began = performance.now()
          const writer = await records.open(target)
          for (let b = 0; b < count / 1000; b += 4)
            await Promise.all(
              [0, 1, 2, 3].map((more) =>
                writer.write(
                  Array.from({ length: 1000 }, (_, i) => record((b + more) * 1000 + i, round)),
                  b + more,
                ),
              ),
            )
          await writer.close()
          const value = count / ((performance.now() - began) / 1000)
          figures.push(row(`${name}, ${what}, ${how}`, value, 'rows/s', reference))
          reference ??= value
        }
      }
    }
    return figures
  })
