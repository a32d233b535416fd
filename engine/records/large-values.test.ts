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
    const letters = await aStructure(ground, tenant.scope, 'Letter', [aField('number', 'integer', { primary_key: true, nullable: false }), aField('body', 'long_text')])
    const writer = await openRecords(ground, tenant.scope).open({ structure_id: letters.id, mode: 'upsert', job_id: randomUUID(), step: 'write', attempt: 1 })
    await writer.write(Array.from({ length: 300 }, (_, number) => ({ number, body: 'short' })), 0)
    await run(`update ${store.dialect.table(letters)} set body = repeat('x', 2000000) where number between 100 and 169`)
    const read: number[] = []
    const sizes: number[] = []
    for await (const { records } of store.read(letters, {})) {
      read.push(...records.map(({ number }) => Number(number)))
      sizes.push(records.reduce((sum, { body }) => sum + String(body).length, 0))
    }
    assert.deepEqual(read, Array.from({ length: 300 }, (_, number) => number))
    assert.ok(Math.max(...sizes) <= 64 * 1024 * 1024, String(sizes))
  })
}
