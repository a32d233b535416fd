import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { openRecords } from '../records/records.server.ts'
import { storeIn } from '../records/store.server.ts'
import { onBothDatabases } from '../testing/both-databases.ts'
import { aField, aStructure } from '../testing/structure.ts'
import { atOneMoment } from './one-moment.server.ts'

const control = await testDatabase()

for (const { tenant, store, run, cut, it } of await onBothDatabases(control)) {
  const ground = { db: control.db, databases: tenant.databases }
  const connection = await inScope(control.db, { level: 'tenant', tenant_id: tenant.tenant_id }, (trx) =>
    trx.selectFrom('tenant_connections').selectAll().where('name', '=', 'tenant').executeTakeFirstOrThrow(),
  )
  const notes = await aStructure(
    ground,
    tenant.scope,
    'Note',
    [aField('n', 'integer', { primary_key: true, nullable: false }), aField('body', 'long_text')],
    { data_versioning: true },
  )
  const job_id = randomUUID()
  const write = async (rows: object[], batch: number) =>
    (
      await openRecords(ground, tenant.scope).open({
        ...{ structure_id: notes.id, mode: 'upsert', job_id, step: 'write', attempt: 1 },
      })
    ).write(rows as Record<string, unknown>[], batch)
  await write(
    Array.from({ length: 1_100 }, (_, n) => ({ n, body: 'first' })),
    0,
  )
  await run(`update ${store.dialect.table(notes)} set body = repeat('x', 2000000) where n between 100 and 169`)
  await write([{ n: 1, body: 'second' }], 1)

  it('what is written while everything is read is not in it, however large the records are', async () => {
    const sizes: number[] = []
    await atOneMoment(control.key, connection, async (place) => {
      const { transfer } = await storeIn(async () => place)
      await write([{ n: 1, body: 'third' }, { n: 2_000 }], 2)
      const found: (string | null)[][] = []
      for await (const rows of transfer.dump(notes, '0')) {
        sizes.push(rows.reduce((sum, row) => sum + (row[2]?.length ?? 0), 0))
        found.push(...rows.map((row) => [row[1]!, row[2]!.slice(0, 6)]))
        await write([{ n: 3_000 + sizes.length }], 2 + sizes.length)
      }
      assert.deepEqual(
        found,
        Array.from({ length: 1_100 }, (_, n) => [
          String(n),
          n === 1 ? 'second' : n >= 100 && n < 170 ? 'xxxxxx' : 'first',
        ]),
      )
      assert.ok(Math.max(...sizes) <= 64 * 1024 * 1024, String(sizes))
      const versions = (await Array.fromAsync(transfer.versions(notes))).flat()
      assert.deepEqual(
        versions.map(({ version, row }) => [version, (JSON.parse(row) as { body: string }).body]),
        [[1, 'first']],
      )
      const { batches } = await transfer.markers(tenant.project_id)
      assert.deepEqual(batches.map(({ batch }) => batch).toSorted(), ['0', '1'])
    })
    assert.equal(await store.transfer.count(notes), 1_101 + sizes.length)
  })

  it('what is lost in the middle is not taken up at another moment', async () => {
    await atOneMoment(control.key, connection, async (place) => {
      const { transfer } = await storeIn(async () => place)
      assert.ok((await transfer.count(notes)) > 1_100)
      await cut()
      await assert.rejects(async () => {
        await transfer.count(notes)
        await transfer.count(notes)
      })
    })
  })
}
