import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import pg from 'pg'
import { ringOfBytes } from '@weft/kit/secrets/keyring.server.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { keepDemoSignIns, readDemoSignIns } from './sign-ins.ts'

const { db, owner_url } = await testDatabase()
const signIns = [{ email: 'nora@nordlicht.example', password: 'Clear-Text-1', about: 'partner' }]

test('what an older demo kept in clear is gone from the settings and from the audit log; entries of others stay as they are', async (t) => {
  await inScope(db, systemScope, (trx) =>
    trx
      .insertInto('settings')
      .values([
        { key: 'first_password', value: JSON.stringify('Clear-Text-0') },
        { key: 'demo_sign_ins', value: JSON.stringify(signIns) },
        { key: 'admin_workspace', value: JSON.stringify('weft.example') },
      ])
      .execute(),
  )
  const owner = new pg.Client({ connectionString: owner_url })
  await owner.connect()
  t.after(() => owner.end())
  await owner.query("begin; select set_config('weft.level', 'system', true)")
  await owner.query(readFileSync(new URL('../../../migrations/0310-demo-passwords.sql', import.meta.url), 'utf8'))
  await owner.query('commit')
  const [settings, audit] = await inScope(db, systemScope, async (trx) => [
    await trx
      .selectFrom('settings')
      .select('key')
      .where('key', 'in', ['first_password', 'demo_sign_ins', 'admin_workspace'])
      .execute(),
    await trx
      .selectFrom('audit_logs')
      .select(['action', 'entity_id', 'before', 'after'])
      .where('entity_id', 'in', ['first_password', 'demo_sign_ins', 'admin_workspace'])
      .execute(),
  ])
  assert.deepEqual(settings, [{ key: 'admin_workspace' }])
  assert.equal(audit.length, 5)
  assert.doesNotMatch(JSON.stringify(audit), /Clear-Text/)
  assert.deepEqual(
    audit
      .filter(({ entity_id }) => entity_id === 'admin_workspace')
      .map(({ after }) => (after as { value: string }).value),
    ['weft.example'],
  )
  await assert.rejects(
    inScope(db, systemScope, (trx) =>
      trx.updateTable('audit_logs').set({ actor: 'x' }).returning('id').executeTakeFirstOrThrow(),
    ),
    'the log cannot be edited afterwards either',
  )
})

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
