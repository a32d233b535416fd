import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { standstills } from '@weft/engine/queue/standstills.server.ts'
import { openPool } from '@weft/kit/database/connect.server.ts'
import { freePort } from '@weft/kit/database/embedded.server.ts'
import { appPassword } from '@weft/kit/database/migrate.server.ts'
import { openKeyring } from '@weft/kit/secrets/keyring.server.ts'
import { databaseOf, onControl } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { adminSignIn, Client, startProduct } from '@weft/kit/testing/product.ts'

// Somebody else has the port of the SFTP gateway.
const sftp_port = await freePort()
const squatter = createServer()
await new Promise<void>((resolve) => squatter.listen(sftp_port, '0.0.0.0', resolve))
const product = await startProduct({ environment: { WEFT_SFTP_PORT: String(sftp_port), WEFT_WORKERS: '1' } })
after(() => product.stop())
const pool = openPool(databaseOf(product).url, { max: 1, level: 'system' })
after(() => pool.end())
const { user } = await aTenantOn(product, 'Ready')
const workflow = await user.post('workflows', {
  label: 'Quick',
  class_name: 'Quick',
  source: 'weft: 1\nlabel: Quick\nsteps:\n  - { id: go, element: manual }\n',
})

const fine = { database: 'ok', migrations: 'ok', key: 'ok', jobs: 'ok', sftp: 'ok' }
const asked = async () => {
  const answer = await fetch(`${product.url}/readyz`)
  return { code: answer.status, ...((await answer.json()) as { status: string; checks: Record<string, string> }) }
}
/** Until that is what it says, however long it takes to notice. */
async function says(code: number, status: string, checks: Record<string, string>) {
  const wanted = { code, status, checks: { ...fine, ...checks } }
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(200))
    if (JSON.stringify(await asked()) === JSON.stringify(wanted)) return
  assert.deepEqual(await asked(), wanted)
}
const lines = (msg: string) =>
  product
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes(`"msg":"${msg}"`))
    .map((line) => JSON.parse(line) as Record<string, unknown> & { err?: { message: string; code?: string } })

test('with the SFTP port in use everything else works, it is said, and the gateway opens once the port is free', async () => {
  await says(200, 'ready', { sftp: 'not_listening' })
  assert.equal(lines('a process ended and is started again').length, 0)
  const [line] = lines('the SFTP gateway cannot listen on its port, which is tried again; everything else works')
  assert.deepEqual([line!['port'], line!.err!.code], [sftp_port, 'EADDRINUSE'])
  await new Promise((resolve) => squatter.close(resolve))
  await says(200, 'ready', {})
})

test('a dispatcher that cannot claim writes why, is not ready, stands still for whoever asks, and goes on once it can', async () => {
  await onControl(product, (client) => client.query('revoke insert on queue_slots from weft_system'))
  const { job_id } = await user.post(`workflows/${workflow.id}/run`)
  await says(503, 'not_ready', { jobs: 'failing' })
  assert.equal((await user.get(`jobs/${job_id}`)).status, 'pending')
  const [line] = lines('claiming jobs failed')
  assert.match(line!.err!.message, /permission denied for table queue_slots/)
  assert.ok(typeof line!['machine'] === 'string' && typeof line!['tenant_id'] === 'string')
  assert.deepEqual(
    (await standstills(pool)).map((one) => [one.kind, 'problem' in one && one.problem]),
    [['claiming_fails', 'permission denied for table queue_slots']],
  )
  await onControl(product, (client) => client.query('grant insert on queue_slots to weft_system'))
  await says(200, 'ready', {})
  for (const until = Date.now() + 30_000; Date.now() < until; await sleep(100))
    if ((await user.get(`jobs/${job_id}`)).finished_at) break
  assert.equal((await user.get(`jobs/${job_id}`)).status, 'stopped')
  assert.deepEqual(await standstills(pool), [])
})

test('with another password of its login, or the key of another installation, a server is not ready although its connections live', async () => {
  await onControl(product, (client) => client.query("alter role weft_app_weft password 'altered'"))
  await says(503, 'not_ready', { database: 'login_refused', migrations: 'unknown', key: 'unknown', jobs: 'unknown' })
  await onControl(product, (client) =>
    client.query(`alter role weft_app_weft password '${appPassword(openKeyring(product.home).root)}'`),
  )
  await says(200, 'ready', {})
  const { rows } = await onControl(product, (client) =>
    client.query<{ sealed: Buffer }>('select sealed from key_check'),
  )
  const other = Buffer.from(rows[0]!.sealed)
  other[other.length - 1]! ^= 1
  await onControl(product, (client) => client.query('update key_check set sealed = $1', [other]))
  await says(503, 'not_ready', { key: 'wrong' })
  await onControl(product, (client) => client.query('update key_check set sealed = $1', [rows[0]!.sealed]))
  await onControl(product, (client) => client.query("delete from migrations where name = '0140-operations.sql'"))
  await says(503, 'not_ready', { migrations: 'behind' })
  await onControl(product, (client) => client.query("insert into migrations (name) values ('0140-operations.sql')"))
  await says(200, 'ready', {})
})

test('a machine nobody hears of any more is told, and not ready; one that was stopped by hand is', async () => {
  product.supervisor.kill('SIGSTOP')
  await says(503, 'not_ready', { jobs: 'silent' })
  assert.deepEqual(
    (await standstills(pool)).map(({ kind }) => kind),
    ['machine_silent'],
  )
  product.supervisor.kill('SIGCONT')
  await says(200, 'ready', {})
  const admin = await Client.signIn(product.url, adminSignIn, 'admin')
  await admin.post('supervisor/stop')
  await says(200, 'ready', { jobs: 'stopped' })
  await admin.post('supervisor/start')
  await says(200, 'ready', {})
})
