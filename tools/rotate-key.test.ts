import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import { adminSignIn, Client, startProduct } from '@weft/kit/testing/product.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'

const product = await startProduct({ environment: { WEFT_LOGIN_PER_MINUTE: '1000' } })
after(() => product.stop())
const { user, sign_in, tenant_id } = await aTenantOn(product, 'Hanse Handel')
const admin = await Client.signIn(product.url, adminSignIn, 'admin')
await admin.put('settings/email', { host: '127.0.0.1', port: 2525, from: 'weft@example.com', password: 'Mail-Secret-1' })
const structure = await user.post('data_structures', { class_name: 'Thing', table_name: 'thing', label: 'Thing', fields: [{ id: crypto.randomUUID(), name: 'id', type: 'integer', primary_key: true, nullable: false }] })

const key = path.join(product.home, 'secret.key')
const rotate = () => spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'tools/rotate-key.ts'], { env: { ...process.env, WEFT_HOME: product.home }, encoding: 'utf8' })
async function stopped() {
  const gone = new Promise((resolve) => product.supervisor.once('exit', resolve))
  product.supervisor.kill('SIGTERM')
  await gone
}

test('while Weft runs the key stays, and Weft goes on', async () => {
  const before = readFileSync(key, 'utf8')
  const { status, stderr } = rotate()
  assert.notEqual(status, 0)
  assert.match(stderr, /Weft is running\. Please stop it first\./)
  assert.equal(readFileSync(key, 'utf8'), before)
  assert.equal(existsSync(`${key}.next`), false)
  assert.equal((await admin.call('GET', 'settings/email')).status, 200)
})

test('stopped, it gets a new key; afterwards tenants, mails and sign-ins work as before', { timeout: 300_000 }, async () => {
  const before = readFileSync(key, 'utf8')
  await stopped()
  const { status, stdout, stderr } = rotate()
  assert.equal(status, 0, stderr)
  assert.match(stdout, /tenant_connections\.password: 2/)
  assert.match(stdout, /settings\.value: 1/)
  assert.match(stdout, /secrets are encrypted with the new key/)
  assert.notEqual(readFileSync(key, 'utf8'), before)
  assert.equal(statSync(key).mode & 0o777, 0o600)
  assert.equal(existsSync(`${key}.next`), false)
  await product.restart()
  const again = (await Client.signIn(product.url, sign_in)).with({ 'x-project-id': (await user.get('projects'))[0].id })
  assert.equal((await again.call('GET', `data_structures/${structure.id}/records`)).status, 200)
  const provider = await Client.signIn(product.url, adminSignIn, 'admin')
  assert.equal((await provider.get('settings/email')).password.set, true)
  assert.equal((await provider.post(`clients/${tenant_id}/databases/tenant/test`)).ok, true)
})

test('a change of the key that was interrupted keeps Weft from starting until it is completed', { timeout: 300_000 }, async () => {
  await stopped()
  writeFileSync(`${key}.next`, 'the next key', { mode: 0o600 })
  await assert.rejects(product.restart(), /Please run `npm run rotate-key` to complete it\./)
  assert.equal(rotate().status, 0)
  assert.equal(readFileSync(key, 'utf8'), 'the next key')
  await product.restart()
  assert.equal((await (await Client.signIn(product.url, adminSignIn, 'admin')).call('GET', 'settings/email')).status, 200)
})
