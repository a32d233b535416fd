import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { onBothDatabases } from '../testing/both-databases.ts'
import { aField, aStructure } from '../testing/structure.ts'
import { openRecords } from './records.server.ts'

const control = await testDatabase()

for (const { tenant, store, run, it } of await onBothDatabases(control)) {
  const ground = { db: control.db, databases: tenant.databases }

  it('a job reads as many large records at once as fit, and goes on behind the last of them', async () => {
    const letters = await aStructure(ground, tenant.scope, 'Letter', [
      aField('number', 'integer', { primary_key: true, nullable: false }),
      aField('body', 'long_text'),
    ])
    const writer = await openRecords(ground, tenant.scope).open({
      structure_id: letters.id,
      mode: 'upsert',
      job_id: randomUUID(),
      step: 'write',
      attempt: 1,
    })
    await writer.write(
      Array.from({ length: 300 }, (_, number) => ({ number, body: 'short' })),
      0,
    )
    await run(`update ${store.dialect.table(letters)} set body = repeat('x', 2000000) where number between 100 and 169`)
    const read: number[] = []
    const sizes: number[] = []
    for await (const { records } of store.read(letters, {})) {
      read.push(...records.map(({ number }) => Number(number)))
      sizes.push(records.reduce((sum, { body }) => sum + String(body).length, 0))
    }
    assert.deepEqual(
      read,
      Array.from({ length: 300 }, (_, number) => number),
    )
    assert.ok(Math.max(...sizes) <= 64 * 1024 * 1024, String(sizes))
  })

  it('a move reads as many large records at once as fit, and writes them in statements the server takes', async () => {
    const letters = await aStructure(ground, tenant.scope, 'Parcel', [
      aField('number', 'integer', { primary_key: true, nullable: false }),
      aField('body', 'long_text'),
    ])
    const at = '2026-01-01T00:00:00.000000Z'
    const row = (n: number) => [String(n), String(n), 'x'.repeat(2_000_000), 'true', '1', null, at, at]
    for (const from of [1, 36])
      await store.transfer.load(
        letters,
        Array.from({ length: 35 }, (_, i) => row(from + i)),
      )
    const sizes: number[] = []
    for await (const rows of store.transfer.dump(letters, '0')) sizes.push(rows.length)
    assert.equal(
      sizes.reduce((sum, n) => sum + n),
      70,
    )
    assert.ok(Math.max(...sizes) <= 33, String(sizes))
  })
}
