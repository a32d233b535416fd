import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { aServer, password, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const tenant = await inScope(context.db, systemScope, (trx) =>
  trx
    .insertInto('tenants')
    .values({ name: 'Hanse', workspace: 'hanse.example', api_token: 'hanse-token', active: true, status: 'active' })
    .returning('id')
    .executeTakeFirstOrThrow(),
)
const headers = await signedIn(server, { email: 'vera@hanse.example', role: 'viewer', tenant_id: tenant.id })
const put = (url: string, payload: object) =>
  app.inject({ method: 'PUT', url: `/api/app/auth/me/${url}`, headers, payload })

test('whoever may change nothing else may change the own personal information', async () => {
  const answer = await put('information', { first_name: 'Vera', last_name: 'Voss', language: 'en' })
  assert.equal(answer.statusCode, 200)
  const me = (await app.inject({ url: '/api/app/auth/me', headers })).json()
  assert.equal(me.data.name, 'Vera Voss')
  assert.equal(me.data.language.short, 'en')
})

test('the own role cannot be changed that way', async () => {
  assert.equal((await put('information', { role: 'tenant_admin' })).statusCode, 422)
})

test('a new password wants the current one and ends all other sessions', async () => {
  const login = (secret: string) =>
    app.inject({
      method: 'POST',
      url: '/api/app/auth/login',
      payload: { email: 'vera@hanse.example', password: secret },
    })
  const other = { authorization: `Bearer ${(await login(password)).json().meta.token}` }
  const wrong = await put('access_data', {
    current_password: 'Not-this-one-1',
    password: 'Another-Horse-2',
    password_confirmation: 'Another-Horse-2',
  })
  assert.deepEqual(wrong.json().errors.current_password, ['This is not your current password.'])
  const unequal = await put('access_data', {
    current_password: password,
    password: 'Another-Horse-2',
    password_confirmation: 'Another-Horse-3',
  })
  assert.deepEqual(unequal.json().errors.password_confirmation, ['The two passwords are not the same.'])
  assert.equal(
    (
      await put('access_data', {
        current_password: password,
        password: 'Another-Horse-2',
        password_confirmation: 'Another-Horse-2',
      })
    ).statusCode,
    204,
  )
  assert.equal((await app.inject({ url: '/api/app/auth/me', headers: other })).statusCode, 401)
  assert.equal((await app.inject({ url: '/api/app/auth/me', headers })).statusCode, 200)
  assert.equal((await login('Another-Horse-2')).statusCode, 200)
})
