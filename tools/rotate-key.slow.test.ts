import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import { adminSignIn, Client, startProduct } from '@weft/kit/testing/product.ts'
import { onControl } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'

const product = await startProduct({ environment: { WEFT_LOGIN_PER_MINUTE: '1000' } })
after(() => product.stop())
const { user, sign_in, tenant_id } = await aTenantOn(product, 'Hanse Handel')
const admin = await Client.signIn(product.url, adminSignIn, 'admin')
await admin.put('settings/email', {
  host: '127.0.0.1',
  port: 2525,
  from: 'weft@example.com',
  password: 'Mail-Secret-1',
})
const structure = await user.post('data_structures', {
  class_name: 'Thing',
  table_name: 'thing',
  label: 'Thing',
  fields: [{ id: crypto.randomUUID(), name: 'id', type: 'integer', primary_key: true, nullable: false }],
})

const key = path.join(product.home, 'secret.key')
const lines = () => readFileSync(key, 'utf8').trim().split('\n')
function rotate(...args: string[]): Promise<{ status: number | null; output: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'tools/rotate-key.ts', ...args], {
    env: { ...process.env, WEFT_HOME: product.home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => child.once('exit', (status) => resolve({ status, output })))
}
async function stopped() {
  const gone = new Promise((resolve) => product.supervisor.once('exit', resolve))
  product.supervisor.kill('SIGTERM')
  await gone
}
async function everythingWorks() {
  const again = (await Client.signIn(product.url, sign_in)).with({ 'x-project-id': (await user.get('projects'))[0].id })
  assert.equal((await again.call('GET', `data_structures/${structure.id}/records`)).status, 200)
  assert.equal((await admin.get('settings/email')).password.set, true)
  assert.equal((await admin.post(`clients/${tenant_id}/databases/tenant/test`)).ok, true)
}

test(
  'while Weft runs it gets a new key; nobody is restarted, and tenants, mails and sign-ins work as before',
  { timeout: 300_000 },
  async () => {
    const [before] = lines()
    const server = () =>
      readFileSync(`/proc/${product.supervisor.pid}/task/${product.supervisor.pid}/children`, 'utf8').split(' ')[0]
    const running = server()
    const { status, output } = await rotate()
    assert.equal(status, 0, output)
    assert.match(output, /tenant_connections\.password: 2/)
    assert.match(output, /settings\.value: 1/)
    assert.match(output, /key_check\.sealed: 1/)
    assert.match(output, /No secret needs the old key [0-9a-f]{16} any more.* npm run rotate-key -- --remove-old/)
    assert.equal(lines().length, 2)
    assert.equal(lines()[1], before)
    assert.equal(statSync(key).mode & 0o777, 0o600)
    await everythingWorks()
    assert.equal(server(), running)
  },
)

test(
  'what is written afterwards is sealed with the new key, and then the old one can go while Weft runs',
  { timeout: 300_000 },
  async () => {
    await admin.put('settings/email', { password: 'Mail-Secret-2' })
    const { status, output } = await rotate('--remove-old')
    assert.equal(status, 0, output)
    assert.match(output, /^0 secrets were sealed/m)
    assert.equal(lines().length, 1)
    await everythingWorks()
    await product.restart()
    await everythingWorks()
  },
)

test(
  'with another key it does not start, says why, and changes nothing; with its own key back it starts',
  { timeout: 300_000 },
  async () => {
    await stopped()
    const login = () =>
      onControl(
        product,
        async (client) =>
          (await client.query("select rolpassword from pg_authid where rolname = 'weft_app_weft'")).rows[0]
            .rolpassword as string,
      )
    renameSync(key, `${key}.kept`)
    writeFileSync(key, 'another key\n', { mode: 0o600 })
    await assert.rejects(product.restart(), /This machine has another key than the one this database was set up with/)
    assert.match((await rotate()).output, /This machine has another key/)
    renameSync(`${key}.kept`, key)
    await product.restart()
    assert.match(await login(), /^SCRAM-SHA-256/)
    await everythingWorks()
  },
)

test('a change that an older version was interrupted in is completed', { timeout: 300_000 }, async () => {
  writeFileSync(`${key}.next`, 'the next key', { mode: 0o600 })
  const { status, output } = await rotate()
  assert.equal(status, 0, output)
  assert.equal(lines()[0], 'the next key')
  await everythingWorks()
})
