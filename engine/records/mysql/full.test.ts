import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { mariaDb, type MariaDb } from '@weft/kit/testing/mariadb.ts'
import { aField, aStructure } from '../../testing/structure.ts'
import { aTenant } from '../../testing/tenant.ts'
import { openRecords } from '../records.server.ts'
import { recordStore } from '../store.server.ts'

const control = await testDatabase()
// All tables in one file that does not grow: what a full disk is to a server.
const found = await mariaDb(['--innodb-file-per-table=0', '--innodb-data-file-path=ibdata1:12M'])
const skip = typeof found === 'string' ? found : false
const tenant = await aTenant(control, skip ? {} : { on: found as MariaDb })
const ground = { db: control.db, databases: tenant.databases }

test(
  'a server without room says so in both languages, keeps what it has, and goes on where somebody made room',
  { skip },
  async () => {
    const structure = await aStructure(ground, tenant.scope, 'Article', [
      aField('number', 'integer', { primary_key: true, nullable: false }),
      aField('text', 'long_text'),
    ])
    const job_id = randomUUID()
    const open = () =>
      openRecords(ground, tenant.scope).open({
        structure_id: structure.id,
        mode: 'upsert',
        job_id,
        step: 'write',
        attempt: 1,
      })
    const batch = (b: number) =>
      Array.from({ length: 100 }, (_, i) => ({ number: b * 100 + i, text: 'x'.repeat(4_000) }))
    const writer = await open()
    let written = 0
    const failed = await (async () => {
      for (let b = 0; b < 200; b++) {
        await writer.write(batch(b), b)
        written = b + 1
      }
      return undefined
    })().catch((error: unknown) => error)
    assert.ok(failed instanceof WeftError && failed.code === 'DATABASE_FULL', String(failed))
    assert.match(failed.answer('de').message, /^In der Datenbank ist kein Platz mehr \(/)
    assert.match(failed.answer('en').message, /^The database has no room left \(/)
    const store = await recordStore(tenant.databases, tenant.tenant_id)
    assert.deepEqual(await store.counts([structure]), { [structure.id]: { total: written * 100, about: false } })
    await store.remove(
      structure,
      (await store.page(structure, { page: 1, perPage: 500 })).data.map((row) => String(row['_id'])),
    )
    assert.deepEqual((await (await open()).write([{ number: 1, text: 'small' }], 1_000)).rejected, [])
  },
)
