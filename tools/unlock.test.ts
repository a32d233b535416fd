import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, test } from 'node:test'
import { onControl } from '@weft/kit/testing/product-database.ts'
import { adminSignIn, Client, startProduct } from '@weft/kit/testing/product.ts'

const product = await startProduct()
after(() => product.stop())
const unlock = (...args: string[]) =>
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'tools/unlock.ts', ...args], {
    env: { ...process.env, WEFT_HOME: product.home, PORT: String(product.port) },
    encoding: 'utf8',
  })
const open = new Client(product.url, 'admin', { 'accept-language': 'en' })
const login = async (password: string) => {
  const { status, body } = await open.call('POST', 'auth/login', { email: adminSignIn.email, password })
  return [status, body.code ?? 'in']
}

test('somebody locked out gets in again by the link the console says, once', async () => {
  await onControl(product, (client) => client.query('update users set locked_at = now()'))
  assert.deepEqual(await login(adminSignIn.password), [423, 'AUTH_LOCKED'])
  const { stdout, status } = unlock('Admin@Weft.example')
  assert.equal(status, 0)
  const [, url, token] =
    /^admin@weft\.example is unlocked\. This link sets a new password, once and within an hour:\n(http:\/\/localhost:\d+)\/auth\/password\/reset#token=([\w-]{43})&email=admin%40weft\.example$/m.exec(
      stdout,
    ) ?? []
  assert.equal(url, `http://localhost:${product.port}`)
  assert.deepEqual(await login(adminSignIn.password), [200, 'in'], 'the old password is good until another is set')
  const reset = () =>
    open.call('POST', 'auth/password/reset', {
      token,
      password: 'Blauer-Kiesel-7',
      password_confirmation: 'Blauer-Kiesel-7',
    })
  assert.equal((await reset()).status, 204)
  assert.equal((await reset()).body.code, 'LINK_OVER')
  assert.deepEqual(await login('Blauer-Kiesel-7'), [200, 'in'])
})

test('it says so when nobody has the address, or none was given', () => {
  const [unknown, none] = [unlock('nobody@weft.example'), unlock()]
  assert.deepEqual([unknown.status, unknown.stdout], [1, 'Nobody has the address nobody@weft.example.\n'])
  assert.deepEqual([none.status, none.stderr], [1, 'Please say whom to unlock: npm run unlock -- EMAIL\n'])
})

test('it works while Weft is stopped, too, and leaves nothing running', async () => {
  await onControl(product, (client) => client.query('update users set locked_at = now()'))
  const stopped = new Promise((resolve) => product.supervisor.once('exit', resolve))
  product.supervisor.kill('SIGTERM')
  await stopped
  assert.match(unlock(adminSignIn.email).stdout, /is unlocked/)
  await product.restart()
  assert.deepEqual(await login('Blauer-Kiesel-7'), [200, 'in'])
})
