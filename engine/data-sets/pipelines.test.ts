import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { atStage, dataSetDefinition, type DataSetDefinition } from '@weft/kit/define/data-set.ts'
import type { PlanStep } from '@weft/kit/define/query-plan.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { openRecords } from '../records/records.server.ts'
import { onBothDatabases } from '../testing/both-databases.ts'
import { aField, aStructure } from '../testing/structure.ts'
import { checkDataSet, columnsOf, markDataSet, openDataSets, planDataSet, previewDataSet } from './data-sets.server.ts'

const control = await testDatabase()
type Given = Parameters<typeof dataSetDefinition.parse>[0] & object

for (const { kind, tenant, it } of await onBothDatabases(control)) {
  const { scope } = tenant
  const ground = { db: control.db, databases: tenant.databases }
  const orders = await aStructure(ground, scope, 'WebOrder', [
    aField('number', 'integer', { primary_key: true, nullable: false }),
    aField('customer', 'text', { index: true }),
    aField('country', 'text'),
    aField('total', 'decimal', { precision: 10, scale: 2 }),
  ])
  const writer = await openRecords(ground, scope).open({
    ...{ structure_id: orders.id, mode: 'insert' as const, job_id: randomUUID(), step: 's', attempt: 1 },
  })
  const { rejected } = await writer.write(
    [
      { number: 1, customer: 'A', country: 'DE', total: '10.10' },
      { number: 2, customer: 'A', country: 'DE', total: '20.20' },
      { number: 3, customer: 'B', country: 'DE', total: '5.00' },
      { number: 4, customer: 'C', country: 'FR', total: '100.00' },
      { number: 5, customer: 'D', country: null, total: null },
    ],
    0,
  )
  assert.deepEqual(rejected, [])

  const read = (definition: Given) => dataSetDefinition.parse(definition)
  const ask = async (definition: Given, parameters = {}) =>
    (await previewDataSet(ground, scope, read(definition), { parameters })).rows
  const stored = (name: string, definition: Given) =>
    inScope(control.db, scope, async (trx) => {
      const { id } = await trx
        .insertInto('data_sets')
        .values({ name, definition: JSON.stringify(read(definition)) })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    })
  const wrong = (definition: Given, id?: string) =>
    inScope(control.db, scope, async (trx) =>
      Object.entries(await checkDataSet(trx, read(definition), id)).map(([path, [message]]) => [
        path,
        say(message!, 'en'),
      ]),
    )
  const base = { structures: [{ as: 'o', structure_id: orders.id }] }
  const perCustomer = {
    ...base,
    fields: [
      { name: 'country', of: 'o', field: 'country' },
      { name: 'customer', of: 'o', field: 'customer' },
      { name: 'spent', of: 'o', field: 'total', function: 'sum' as const },
    ],
  }
  const perCountry = {
    structures: [{ as: 'c', parent_id: 'customers' }],
    fields: [
      { name: 'country', of: 'c', field: 'country' },
      { name: 'best', of: 'c', field: 'spent', function: 'max' as const },
      { name: 'customers', of: 'c', field: 'customer', function: 'count' as const },
    ],
    sort: [{ field: 'best', descending: true }],
  }
  const pipeline = { stages: [{ id: 'customers', ...perCustomer }], ...perCountry }

  it('a stage reads what an earlier one answers', async () => {
    assert.deepEqual(
      (await ask(pipeline)).map(({ customers, ...row }) => ({ ...row, customers: Number(customers) })),
      [
        { country: 'FR', best: '100.00', customers: 1 },
        { country: 'DE', best: '30.30', customers: 2 },
        { country: null, best: null, customers: 1 },
      ],
    )
    const { columns } = await inScope(control.db, scope, (trx) => columnsOf(trx, read(pipeline)))
    assert.deepEqual(
      columns.map(({ name, type }) => [name, type]),
      [
        ['country', 'text'],
        ['best', 'decimal'],
        ['customers', 'big_integer'],
      ],
    )
  })

  it('what a stage answers can be looked at alone', async () => {
    const first = atStage(read({ ...pipeline, limit: 1 }), 'customers')!
    const { rows } = await previewDataSet(ground, scope, { ...first, sort: [{ field: 'customer', descending: false }] })
    assert.deepEqual(rows[0], { country: 'DE', customer: 'A', spent: '30.30' })
    assert.equal(rows.length, 4)
    assert.equal(atStage(read(pipeline), 'nowhere'), undefined)
  })

  it('a stage is joined to a structure, and two stages to each other', async () => {
    assert.deepEqual(
      await ask({
        stages: [
          { id: 'customers', ...perCustomer },
          { id: 'countries', ...perCountry, sort: [] },
        ],
        structures: [
          { as: 'o', structure_id: orders.id },
          {
            as: 'k',
            parent_id: 'countries',
            join: { kind: 'inner', on: [{ of: 'o', local_field: 'country', foreign_field: 'country' }] },
          },
        ],
        fields: [
          { name: 'number', of: 'o', field: 'number' },
          { name: 'best', of: 'k', field: 'best' },
        ],
        filters: [{ of: 'o', field: 'number', operator: 'greater', value: 2 }],
        sort: [{ field: 'number' }],
      }),
      [
        { number: 3, best: '30.30' },
        { number: 4, best: '100.00' },
      ],
    )
  })

  it('groups of conditions hold all, any or not all, inside each other', async () => {
    const numbers = async (filters: object[], parameters = {}) =>
      (
        await ask(
          {
            ...base,
            fields: [{ name: 'number', of: 'o', field: 'number' }],
            filters,
            sort: [{ field: 'number' }],
            parameters: [{ name: 'who' }],
          } as Given,
          parameters,
        )
      ).map(({ number }) => number)
    const is = (field: string, value: unknown) => ({ of: 'o', field, operator: 'equals', value })
    const who = { of: 'o', field: 'customer', operator: 'equals', parameter: 'who' }
    assert.deepEqual(await numbers([{ group: 'or', filters: [is('customer', 'B'), is('country', 'FR')] }]), [3, 4])
    // What has no country is not in Germany.
    assert.deepEqual(await numbers([{ group: 'not', filters: [is('country', 'DE')] }]), [4, 5])
    assert.deepEqual(
      await numbers([
        is('country', 'DE'),
        {
          group: 'or',
          filters: [is('customer', 'B'), { group: 'not', filters: [is('total', '10.10'), is('customer', 'A')] }],
        },
      ]),
      [2, 3],
    )
    assert.deepEqual(await numbers([{ group: 'or', filters: [who, is('country', 'FR')] }], { who: 'B' }), [3, 4])
    assert.deepEqual(await numbers([{ group: 'or', filters: [who] }]), [1, 2, 3, 4, 5])
  })

  it('conditions on the result have groups, too', async () => {
    const rows = await ask({
      ...perCustomer,
      having: [
        {
          group: 'or',
          filters: [
            { field: 'spent', operator: 'greater', value: '50' },
            { field: 'customer', operator: 'equals', value: 'B' },
          ],
        },
      ],
      sort: [{ field: 'customer' }],
    })
    assert.deepEqual(
      rows.map(({ customer }) => customer),
      ['B', 'C'],
    )
  })

  it('a data set reads another one, which gets the parameters it has by the same name', async () => {
    const spent = await stored('Spent', {
      ...perCustomer,
      filters: [{ of: 'o', field: 'country', operator: 'equals', parameter: 'country' }],
      parameters: [{ name: 'country', required: true }],
    })
    const reading = {
      structures: [{ as: 's', data_set_id: spent }],
      fields: [{ name: 'sum', of: 's', field: 'spent', function: 'sum' as const }],
    }
    assert.deepEqual(await wrong(reading), [
      [
        'structures.0.data_set_id',
        'The data set “Spent” needs the parameter “country”. Add a parameter of this name here.',
      ],
      ['fields.0.of', 'There is no structure or list named s before this.'],
    ])
    const handing = { ...reading, parameters: [{ name: 'country', default: 'DE' }] }
    assert.deepEqual(await ask(handing), [{ sum: '35.30' }])
    assert.deepEqual(await ask(handing, { country: 'FR' }), [{ sum: '100.00' }])

    const reader = await stored('Reader', handing)
    const found = await openDataSets(ground, scope).lookup({
      data_set_id: reader,
      key: 'sum',
      values: ['35.3'],
      fields: ['sum'],
    })
    assert.deepEqual([...found.values()], [{ sum: '35.30' }])
    assert.deepEqual(
      await wrong({ ...base, structures: [{ as: 'r', data_set_id: reader }], fields: perCustomer.fields }, spent),
      [
        ['structures.0.data_set_id', 'The data set “Reader” has something wrong in it. Open it to see what.'],
        ['fields.0.of', 'There is no structure or list named o before this.'],
        ['fields.1.of', 'There is no structure or list named o before this.'],
        ['fields.2.of', 'There is no structure or list named o before this.'],
      ],
    )
    assert.deepEqual(
      await wrong(
        { structures: [{ as: 'r', data_set_id: spent }], fields: [{ name: 'x', of: 'r', field: 'spent' }] },
        spent,
      ),
      [
        ['structures.0.data_set_id', 'The data set “Spent” reads this one, so it would read itself.'],
        ['fields.0.of', 'There is no structure or list named r before this.'],
      ],
    )
  })

  it('what is wrong with a stage is told at its place', async () => {
    const empty = { of: 'o', field: 'nope', operator: 'empty' as const }
    const found = await wrong({
      ...pipeline,
      stages: [
        { id: 'customers', ...perCustomer, filters: [{ group: 'or', filters: [empty] }] },
        { id: 'customers', ...perCountry, structures: [{ as: 'c', parent_id: 'later' }] },
      ],
    })
    assert.deepEqual(found, [
      ['stages.0.filters.0.filters.0.field', 'There is no field named nope.'],
      ['stages.1.id', 'This name is already used.'],
      ['stages.1.structures.0.parent_id', 'There is no stage named later before this one.'],
      ['stages.1.fields.0.of', 'There is no structure or list named c before this.'],
      ['stages.1.fields.1.of', 'There is no structure or list named c before this.'],
      ['stages.1.fields.2.of', 'There is no structure or list named c before this.'],
      ['stages.1.sort.0.field', 'There is no field named best.'],
      ['fields.0.field', 'There is no field named country.'],
      ['fields.1.field', 'There is no field named spent.'],
      ['fields.2.field', 'There is no field named customer.'],
      ['sort.0.field', 'There is no field named best.'],
    ])
    // A stage has no columns of the system.
    assert.deepEqual(await wrong({ ...pipeline, fields: [{ name: 'id', of: 'c', field: '_id' }], sort: [] }), [
      ['fields.0.field', 'There is no field named _id.'],
    ])
  })

  it('records are marked where the last stage reads them, and nothing where it does not', async () => {
    const marking: DataSetDefinition = read({
      stages: [{ id: 'customers', ...perCustomer, having: [{ field: 'spent', operator: 'greater', value: '50' }] }],
      structures: [
        { as: 'o', structure_id: orders.id },
        {
          as: 'c',
          parent_id: 'customers',
          join: { kind: 'inner', on: [{ of: 'o', local_field: 'customer', foreign_field: 'customer' }] },
        },
      ],
      fields: [{ name: 'number', of: 'o', field: 'number' }],
    })
    assert.equal(await markDataSet(ground, scope, marking, 'clean'), 1)
    assert.equal(await markDataSet(ground, scope, marking, 'dirty'), 1)
    await assert.rejects(markDataSet(ground, scope, read(pipeline), 'clean'), { code: 'NOT_RECORDS' })
  })

  it('the plan says what is read, and how', async () => {
    const { database, root } = await planDataSet(ground, scope, read(pipeline))
    assert.equal(database, kind)
    const all = (step: PlanStep): PlanStep[] => [step, ...step.steps.flatMap(all)]
    const reading = all(root).find(({ table }) => table === orders.label)
    assert.equal(reading?.does, kind === 'PostgreSQL' ? 'Seq Scan' : 'ALL')
    assert.ok(reading!.rows! > 0)
    assert.ok(
      all(root).some(({ does }) => /Aggregate|temporary_table|filesort/.test(does)),
      JSON.stringify(root),
    )
  })
}
