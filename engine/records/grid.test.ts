import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aField, aStructure } from '../testing/structure.ts'
import { onBothDatabases, type Kind } from '../testing/both-databases.ts'
import { openRecords } from './records.server.ts'
import type { Structure } from './structure.ts'

const control = await testDatabase()

const kinds: (Kind & { structure: Structure })[] = []
for (const one of await onBothDatabases(control)) {
  const { tenant } = one
  const ground = { db: control.db, databases: tenant.databases }

  const structure = await aStructure(ground, tenant.scope, 'Customer', [
    aField('number', 'integer', { primary_key: true, nullable: false }),
    aField('name', 'text', { length: 40, required: true }),
    aField('country', 'choice', { values: ['DE', 'FR', 'ES'] }),
    aField('credit', 'decimal', { precision: 10, scale: 2, min: 0 }),
    aField('since', 'date_time'),
    aField('code', 'text', { unique: true }),
    aField('address', 'object', { fields: [aField('city'), aField('floor', 'integer')] }),
  ])
  const writer = await openRecords(ground, tenant.scope).open({
    structure_id: structure.id,
    mode: 'insert',
    job_id: randomUUID(),
    step: 'fill',
    attempt: 1,
  })
  await writer.write(
    Array.from({ length: 2500 }, (_, i) => ({
      number: i + 1,
      name: `Customer ${i + 1}`,
      country: (['DE', 'FR', 'ES'] as const)[i % 3],
      credit: i % 7 === 0 ? null : `${i}.50`,
      since: '2026-01-01T10:00:00Z',
      code: `C${i}`,
      address: { city: i % 2 ? 'Hamburg' : 'Lyon', floor: i % 20 },
    })),
    0,
  )
  kinds.push({ ...one, structure })
}
const numbers = (rows: Record<string, unknown>[]) => rows.map((row) => row['number'])

for (const { store, structure, it } of kinds) {
  it('a page holds its rows in order and says how many there are', async () => {
    const first = await store.page(structure, { page: 1, perPage: 3 })
    assert.deepEqual(numbers(first.data), [1, 2, 3])
    assert.deepEqual(first.meta, { page: 1, perPage: 3, total: 2500, lastPage: 834, about: false, more: false })
    assert.deepEqual(Object.keys(first.data[0]!), [
      '_id',
      'number',
      'name',
      'country',
      'credit',
      'since',
      'code',
      'address',
      '_dirty',
      '_version',
      '_job_id',
      '_created_at',
      '_updated_at',
    ])
    const sorted = await store.page(structure, { page: 2, perPage: 2, sort: '-number' })
    assert.deepEqual(numbers(sorted.data), [2498, 2497])
  })

  it('filters compare by the type of the field, also inside objects', async () => {
    const of = async (
      field: string,
      operator: 'equals' | 'greater' | 'in' | 'contains' | 'empty',
      value?: unknown,
      more: object = {},
    ) =>
      numbers(
        (await store.page(structure, { page: 1, perPage: 3, filters: [{ field, operator, value }], ...more })).data,
      )
    assert.deepEqual(await of('number', 'greater', '2498'), [2499, 2500])
    assert.deepEqual(await of('country', 'in', 'FR, ES'), [2, 3, 5])
    assert.deepEqual(await of('credit', 'empty'), [1, 8, 15])
    assert.deepEqual(await of('address.city', 'contains', 'hamb'), [2, 4, 6])
    assert.deepEqual(await of('address.floor', 'greater', 18, { sort: '-number' }), [2500, 2480, 2460])
    await assert.rejects(of('number', 'equals', 'many'), { code: 'INVALID' })
    await assert.rejects(of('"; drop table customer', 'equals', '1'), { code: 'INVALID' })
  })

  it('a search looks through all texts and the key', async () => {
    assert.deepEqual(
      numbers((await store.page(structure, { page: 1, perPage: 5, searchTerm: 'customer 249' })).data),
      [249, 2490, 2491, 2492, 2493],
    )
    assert.deepEqual((await store.page(structure, { page: 1, perPage: 5, searchTerm: '100%' })).data, [])
  })

  it('a record is changed in place, checked, and only on the version that was seen', async () => {
    const changed = await store.change(structure, '5', { name: 'New name', credit: '12.5', country: '' }, 1)
    assert.deepEqual(
      [changed['name'], changed['credit'], changed['country'], changed['_version'], changed['_dirty']],
      ['New name', '12.50', null, 2, true],
    )
    await assert.rejects(store.change(structure, '5', { name: 'Late' }, 1), { code: 'VERSION_CONFLICT', status: 409 })
    await assert.rejects(
      store.change(structure, '5', { name: '', credit: '-1', nope: 1 }),
      (error: Error & { fields: object }) =>
        assert.deepEqual(Object.keys(error.fields), ['name', 'credit', 'nope']) === undefined,
    )
    await assert.rejects(
      store.change(structure, '5', { code: 'C1' }),
      (error: Error & { fields: object }) => assert.deepEqual(Object.keys(error.fields), ['code']) === undefined,
    )
    await assert.rejects(store.change(structure, '999999', { name: 'x' }), { code: 'NOT_FOUND' })
  })

  it('records are added and removed by hand', async () => {
    const added = await store.add(structure, { number: 9001, name: 'By hand' })
    assert.equal((await store.one(structure, String(added['_id'])))['name'], 'By hand')
    await assert.rejects(
      store.add(structure, { name: 'No key' }),
      (error: Error & { fields: object }) => assert.deepEqual(Object.keys(error.fields), ['number']) === undefined,
    )
    assert.equal(await store.remove(structure, [String(added['_id'])]), 1)
  })

  it('all that a selection shows can be marked and streamed', async () => {
    const selection = { filters: [{ field: 'country', operator: 'equals' as const, value: 'ES' }] }
    const streamed = await Array.fromAsync(store.selected(structure, { ...selection, sort: '-number' }))
    assert.deepEqual([streamed.flat().length, streamed.flat()[0]!['number']], [833, 2499])
    assert.equal(await store.markSelected(structure, 'clean', selection), 833)
    assert.equal((await store.page(structure, { page: 1, perPage: 1, state: 'clean' })).meta.total, 833)
    assert.equal(await store.markSelected(structure, 'clean', {}), 1667)
  })
}
