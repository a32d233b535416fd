import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { onBothDatabases } from '../testing/both-databases.ts'
import { aField, aStructure } from '../testing/structure.ts'
import { openRecords } from './records.server.ts'

const control = await testDatabase()
const own = ({ _id, _dirty, _hash, _version, _job_id, _created_at, _updated_at, ...rest }: DataRecord) => rest

for (const { tenant, store, it } of await onBothDatabases(control)) {
  const ground = { db: control.db, databases: tenant.databases }
  let batch = 0
  const job_id = randomUUID()
  const write = async (structure_id: string, rows: DataRecord[], step = 's') => (await openRecords(ground, tenant.scope).open({ structure_id, mode: 'upsert', job_id, step: `${step}${structure_id}`, attempt: 1 })).write(rows, batch++)

  it('an earlier version of a record is what the record was, to the last digit', async () => {
    const structure = await aStructure(ground, tenant.scope, 'Kept', [
      aField('number', 'big_integer', { primary_key: true, nullable: false }), aField('price', 'decimal', { precision: 40, scale: 10 }), aField('fee', 'decimal', { precision: 10, scale: 2 }), aField('exact', 'decimal'),
      aField('huge', 'big_integer', { unsigned: true }), aField('count', 'big_integer'), aField('at', 'date_time'), aField('clock', 'time'), aField('paid', 'boolean'), aField('extra', 'json'), aField('name', 'text'), aField('key', 'uuid'), aField('kind', 'choice', { values: ['ä', 'ß'] }), aField('tags', 'list'),
    ], { data_versioning: true })
    await write(structure.id, [{ number: '9007199254740993', price: '12345678901234567890.1234567891', fee: '1.50', exact: '0.000000000000000000001', huge: '18446744073709551615', count: '9007199254740993', at: '2026-03-29T00:30:00.123Z', clock: '23:59:59.5', paid: true, extra: '{"a":12345678901234567890.123}', name: 'Ünïcødé 😀', key: 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee', kind: 'ß', tags: ['a', 1e21] }])
    const [before] = (await Array.fromAsync(store.selected(structure, { sort: '_id' }))).flat()
    assert.deepEqual(own(before!), { number: '9007199254740993', price: '12345678901234567890.1234567891', fee: '1.50', exact: '0.000000000000000000001', huge: '18446744073709551615', count: '9007199254740993', at: '2026-03-29T00:30:00.123Z', clock: '23:59:59.5', paid: true, extra: { a: '12345678901234567890.123' }, name: 'Ünïcødé 😀', key: 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee', kind: 'ß', tags: ['a', 1e21] })
    await store.remove(structure, [String(before!['_id'])])
    const [version] = await store.earlierVersions(structure, String(before!['_id']))
    assert.deepEqual(own(version!['record'] as DataRecord), own(before!))
  })
}
