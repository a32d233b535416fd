import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context, test: database } = server
const tenant = await aTenant({ ...database, key: context.key })
const admin = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
const kim = await signedIn(server, { email: 'kim@languages.test', role: 'tenant_admin', tenant_id: tenant.tenant_id })

async function call(
  headers: Record<string, string>,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) {
  const answer = await app.inject({
    method,
    url: `/api/${headers === admin ? 'admin' : 'app'}/${url}`,
    headers,
    ...(payload && { payload }),
  })
  return {
    status: answer.statusCode,
    ...((answer.body ? answer.json() : {}) as { data: any; code: string; errors: Record<string, string[]> }),
  }
}
const spoken = async () => (await call(admin, 'GET', '')).data.languages
const targets = async () =>
  (await call(kim, 'GET', 'languages/translation')).data.target.map(({ code }: { code: string }) => code)
const finnish = { label: 'Suomi', name: 'Finnish', short: 'fi', iso_code: 'fi-FI' }
const all = async () =>
  (await call(admin, 'GET', 'languages/all')).data as {
    id: number
    short: string
    interface: boolean
    is_default: boolean
  }[]
const idOf = async (short: string) => (await all()).find((row) => row.short === short)!.id

test('the provider keeps the list; only what the product speaks is a language of the interface', async () => {
  const rows = await all()
  assert.deepEqual(
    [rows.length, rows[0]!.short, rows.filter((row) => row.interface).map((row) => row.short)],
    [26, 'de', ['de', 'en']],
  )
  assert.deepEqual(await spoken(), { offered: ['en', 'de'], default: 'de' })
  assert.deepEqual(
    (await call(kim, 'GET', 'languages')).data.map((row: { short: string }) => row.short),
    ['en', 'de'],
  )
  assert.equal((await call(kim, 'GET', 'languages?use=records')).data.length, 26)
  assert.equal((await call(kim, 'GET', 'languages/all')).status, 403)
  assert.equal((await call(kim, 'PUT', `languages/${await idOf('en')}`, { interface: false })).status, 403)
})

test('a language that is deleted or switched off is not translated into any more', async () => {
  const id = await idOf('fi')
  assert.ok((await targets()).includes('fi'))
  assert.equal((await call(admin, 'PUT', `languages/${id}`, { records: false })).data.records, false)
  assert.ok(!(await targets()).includes('fi'))
  assert.equal((await call(admin, 'DELETE', `languages/${id}`)).status, 204)
  assert.equal(
    (await call(admin, 'POST', 'languages', { ...finnish, iso_code: 'finnish' })).errors['iso_code']?.[0],
    'Language and region, please, such as de-DE.',
  )
  assert.equal((await call(admin, 'POST', 'languages', finnish)).status, 201)
  assert.ok((await targets()).includes('fi'))
  assert.equal((await call(admin, 'POST', 'languages', finnish)).status, 422)
})

test('the default is one of the interface, and there is always one', async () => {
  const [de, en, fi] = [await idOf('de'), await idOf('en'), await idOf('fi')]
  assert.equal(
    (await call(admin, 'PUT', `languages/${fi}`, { interface: true })).errors['interface']?.[0],
    'The product has no words in this language.',
  )
  assert.ok((await call(admin, 'PUT', `languages/${de}`, { interface: false })).errors['interface'])
  assert.equal((await call(admin, 'DELETE', `languages/${de}`)).code, 'LANGUAGE_SPOKEN')
  assert.equal((await call(admin, 'PUT', `languages/${en}`, { is_default: true })).status, 200)
  assert.equal((await call(admin, 'PUT', `languages/${de}`, { interface: false })).status, 200)
  assert.deepEqual(await spoken(), { offered: ['en'], default: 'en' })
})
