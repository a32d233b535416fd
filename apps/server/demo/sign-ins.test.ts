import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { ringOfBytes } from '@weft/kit/secrets/keyring.server.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { keepDemoSignIns, readDemoSignIns } from './sign-ins.ts'

const { db } = await testDatabase()
const signIns = [{ email: 'nora@nordlicht.example', password: 'Clear-Text-1', about: 'partner' }]

test('the sign-ins of a demo are encrypted with the key of the installation, and another key reads none', async () => {
  const [key, other] = [ringOfBytes(randomBytes(32)), ringOfBytes(randomBytes(32))]
  await inScope(db, systemScope, async (trx) => {
    await keepDemoSignIns(trx, key, signIns)
    const { value } = await trx
      .selectFrom('settings')
      .select('value')
      .where('key', '=', 'demo_sign_ins')
      .executeTakeFirstOrThrow()
    assert.doesNotMatch(JSON.stringify(value), /Clear-Text|nora/)
    assert.deepEqual([await readDemoSignIns(trx, key), await readDemoSignIns(trx, other)], [signIns, []])
  })
})
