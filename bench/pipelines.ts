import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { transformers } from '@weft/catalogue/transformers/all.ts'
import { readDefinition } from '@weft/engine/data-sets/data-sets.server.ts'
import { introduceTransformers } from '@weft/engine/data-sets/formulas/introduced.ts'
import { openRecords } from '@weft/engine/records/records.server.ts'
import { recordStore } from '@weft/engine/records/store.server.ts'
import { createStructure } from '@weft/engine/records/structures.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { dataSetDefinition } from '@weft/kit/define/data-set.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { plainField, type FieldType, type StructureField } from '@weft/kit/define/structure.ts'
import { quantile, row, type Row } from './figure.ts'
import { createTenant, withServers } from './tenant-deps.ts'

const field = (name: string, type: FieldType, more: Partial<StructureField> = {}): StructureField => ({
  ...plainField,
  ...{ id: randomUUID(), name, type },
  ...more,
})
const fields = () => [
  field('number', 'integer', { primary_key: true, nullable: false }),
  field('customer', 'text', { length: 40 }),
  field('country', 'text', { length: 2 }),
  field('quantity', 'integer'),
  field('price', 'decimal', { precision: 12, scale: 2 }),
  field('discount', 'decimal', { precision: 5, scale: 2 }),
  field('ordered_at', 'date_time'),
]
const countries = ['DE', 'FR', 'AT', 'CH', 'NL', 'PL', 'IT']
const record = (n: number): DataRecord => ({
  number: n,
  customer: `C-${n % 5_003}`,
  country: countries[n % countries.length]!,
  quantity: (n % 9) + 1,
  price: ((n % 50_000) / 100).toFixed(2),
  discount: n % 11 === 0 ? null : (n % 30).toFixed(2),
  ordered_at: new Date(Date.UTC(2026, n % 12, (n % 28) + 1, n % 24)).toISOString(),
})

/** Orders priced, added up by customer and month, by customer, and by country: four stages, six calculated fields. */
const pipeline = (structure_id: string) =>
  dataSetDefinition.parse({
    stages: [
      {
        id: 'priced',
        structures: [{ as: 'o', structure_id }],
        fields: [
          { name: 'customer', of: 'o', field: 'customer' },
          { name: 'country', of: 'o', field: 'country' },
          { name: 'month', formula: 'date_part(ordered_at, part: "month", zone: "Europe/Berlin")' },
          { name: 'net', formula: 'round(quantity * price * (1 - coalesce(discount, 0) / 100), 2)' },
          { name: 'is_large', formula: 'if(quantity * price >= 1000, 1, 0)' },
        ],
        filters: [
          {
            group: 'or',
            filters: [
              { of: 'o', field: 'quantity', operator: 'greater', value: 1 },
              { group: 'not', filters: [{ of: 'o', field: 'country', operator: 'equals', value: 'PL' }] },
            ],
          },
        ],
      },
      {
        id: 'monthly',
        structures: [{ as: 'p', parent_id: 'priced' }],
        fields: [
          { name: 'customer', of: 'p', field: 'customer' },
          { name: 'country', of: 'p', field: 'country' },
          { name: 'month', of: 'p', field: 'month' },
          { name: 'net', of: 'p', field: 'net', function: 'sum' },
          { name: 'large', of: 'p', field: 'is_large', function: 'sum' },
        ],
      },
      {
        id: 'customers',
        structures: [{ as: 'm', parent_id: 'monthly' }],
        fields: [
          { name: 'country', of: 'm', field: 'country' },
          { name: 'customer', of: 'm', field: 'customer' },
          { name: 'spent', of: 'm', field: 'net', function: 'sum' },
          { name: 'best', of: 'm', field: 'net', function: 'max' },
          { name: 'large', of: 'm', field: 'large', function: 'sum' },
        ],
        having: [{ field: 'spent', operator: 'greater', value: '1000' }],
      },
    ],
    structures: [{ as: 'c', parent_id: 'customers' }],
    fields: [
      { name: 'country', of: 'c', field: 'country' },
      { name: 'customers', of: 'c', field: 'customer', function: 'count_distinct' },
      { name: 'spent', of: 'c', field: 'spent', function: 'sum' },
      { name: 'share', formula: 'percent_of(best, spent)', function: 'max' },
      { name: 'large', formula: 'large * 1', function: 'sum' },
    ],
    sort: [{ field: 'country' }],
  })

/** Seconds until all rows of a pipeline of four stages are there, on both kinds of database, which answer the same. */
export const measure = (count = Number(process.env['WEFT_BENCH_ROWS'] ?? 1_000_000)): Promise<Row[]> =>
  withServers(async (deps, servers) => {
    introduceTransformers(transformers)
    const figures: Row[] = []
    const answers: DataRecord[][] = []
    for (const { name, id } of servers) {
      const tenant_id = await createTenant(deps, id)
      const { id: project_id } = await inScope(deps.db, { level: 'tenant', tenant_id }, (trx) =>
        trx.insertInto('projects').values({ name: 'Hub' }).returning('id').executeTakeFirstOrThrow(),
      )
      const scope = { level: 'tenant' as const, tenant_id, project_id }
      await (await recordStore(deps.databases, tenant_id)).ensureProject(project_id)
      const structure = await createStructure(deps, scope, {
        ...{ class_name: 'SalesOrder', table_name: 'sales_order', label: 'Orders' },
        ...{ data_versioning: false, structural_versioning: false, structure_check: false, run_changes_days: null },
        on_empty_import: 'keep',
        fields: fields(),
      })
      const writer = await openRecords(deps, scope).open({
        ...{ structure_id: structure.id, mode: 'insert' as const, job_id: randomUUID(), step: 's', attempt: 1 },
      })
      for (let batch = 0; batch * 1_000 < count; batch++) {
        const size = Math.min(1_000, count - batch * 1_000)
        const { rejected } = await writer.write(
          Array.from({ length: size }, (_, i) => record(batch * 1_000 + i)),
          batch,
        )
        assert.equal(rejected.length, 0)
      }
      const times: number[] = []
      for (let round = 0; round < 3; round++) {
        const began = performance.now()
        const rows: DataRecord[] = []
        for await (const batch of readDefinition(deps, scope, pipeline(structure.id))) rows.push(...batch)
        times.push((performance.now() - began) / 1_000)
        answers.push(
          rows.map((one) => Object.fromEntries(Object.entries(one).map(([key, value]) => [key, String(value)]))),
        )
      }
      figures.push(row(`${count} records on ${name}`, quantile(times, 0.5), 's'))
    }
    const [first, ...others] = answers
    assert.ok(first!.length === countries.length, `${first!.length} rows`)
    for (const other of others) assert.deepEqual(other, first)
    return figures
  })
