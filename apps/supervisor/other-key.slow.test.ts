import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { freePort, startEmbedded } from '@weft/kit/database/embedded.server.ts'
import { appPassword, appUrl } from '@weft/kit/database/migrate.server.ts'
import { databaseUrl, execute } from '@weft/kit/database/prepare.server.ts'
import { parseKey } from '@weft/kit/secrets/keyring.server.ts'
import { adminSignIn, Client, startProduct } from '@weft/kit/testing/product.ts'
import pg from 'pg'

// One PostgreSQL server with the control databases of two installations.
const folder = mkdtempSync(path.join(tmpdir(), 'weft-keys-'))
const cluster = await startEmbedded(path.join(folder, 'server'))
const [first, second] = ['first', 'second'].map((name) => databaseUrl(cluster.url, name)) as [string, string]
for (const name of ['first', 'second']) await execute(cluster.url, `create database ${name}`)
const one = await startProduct({
  environment: { DATABASE_URL: first, WEFT_SECRET_KEY: 'the key of the first installation' },
})
after(async () => {
  await one.stop()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function ask<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}
const logins = () =>
  ask<{ rolname: string; rolpassword: string }>(
    cluster.url,
    "select rolname, rolpassword from pg_authid where rolname like 'weft_app_%' order by 1",
  )

/** `npm start` of one more machine, until it ends. */
async function startMachine(environment: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const env = {
    ...process.env,
    WEFT_HOME: path.join(folder, 'home'),
    PORT: String(await freePort()),
    WEFT_DEMO: '0',
    ...environment,
  }
  const child = spawn(process.execPath, ['apps/supervisor/main.ts'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}

test('a machine with another key is refused with a sentence, alters no login, and the others work on', async () => {
  const before = await logins()
  const { code, said } = await startMachine({ DATABASE_URL: first, WEFT_SECRET_KEY: 'quite another key' })
  assert.equal(code, 78)
  assert.match(said, /^This machine has another key than the one this database was set up with, so it does not start\./)
  assert.deepEqual(await logins(), before)
  assert.equal((await fetch(`${one.url}/readyz`)).status, 200)
  assert.equal((await (await Client.signIn(one.url, adminSignIn, 'admin')).call('GET', 'settings/email')).status, 200)
})

test('a login that has another password than the key gives is left as it is, and the start is refused', async () => {
  await execute(cluster.url, 'create database third')
  await execute(cluster.url, "create role weft_app_third login password 'somebody else’s'")
  const before = await logins()
  const { code, said } = await startMachine({
    DATABASE_URL: databaseUrl(cluster.url, 'third'),
    WEFT_SECRET_KEY: 'the key of the third installation',
  })
  assert.equal(code, 78)
  assert.match(said, /^The login weft_app_third of the control database has another password .*changes nothing/)
  assert.deepEqual(await logins(), before)
  await execute(cluster.url, 'drop role weft_app_third')
})

test('two installations on one server have a login each, and neither gets into the other’s database', async (t) => {
  const two = await startProduct({
    environment: { DATABASE_URL: second, WEFT_SECRET_KEY: 'the key of the second installation' },
  })
  t.after(() => two.stop())
  assert.deepEqual(
    (await logins()).map(({ rolname }) => rolname),
    ['weft_app_first', 'weft_app_second'],
  )
  for (const { url } of [one, two]) assert.equal((await fetch(`${url}/readyz`)).status, 200)
  const password = appPassword(parseKey('the key of the second installation').bytes)
  assert.deepEqual(await ask(appUrl(second, password), 'select current_user as name'), [{ name: 'weft_app_second' }])
  const foreign = new URL(appUrl(second, password))
  foreign.pathname = '/first'
  await assert.rejects(ask(foreign.href, 'select 1'), /permission denied for database "first"/)
})
