import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { firstStart } from './first-start.ts'

const { db } = await testDatabase()

test('three servers that start at once make one administrator, whose domain is the provider workspace', async () => {
  const environment = { WEFT_ADMIN_EMAIL: 'Boss@Provider.example', WEFT_ADMIN_PASSWORD: 'Given-Password-1' }
  const answers = await Promise.all([1, 2, 3].map(() => firstStart(db, environment)))
  assert.deepEqual(answers.filter(Boolean), [
    { email: 'boss@provider.example', password: 'Given-Password-1', about: 'admin' },
  ])
  const [users, settings] = await inScope(
    db,
    systemScope,
    async (trx) =>
      [
        await trx.selectFrom('users').select(['email', 'kind', 'role']).execute(),
        await trx.selectFrom('settings').select(['key', 'value']).where('key', '=', 'admin_workspace').execute(),
      ] as const,
  )
  assert.deepEqual(users, [{ email: 'boss@provider.example', kind: 'admin', role: 'admin' }])
  assert.deepEqual(settings, [{ key: 'admin_workspace', value: 'provider.example' }])
})
