import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { anFtpServer } from '@weft/engine/storage/testing/ftp-server.ts'
import { anSftpServer } from '@weft/engine/storage/testing/sftp-server.ts'
import { testCertificate } from '@weft/engine/storage/testing/certificate.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn, supporting } from '../../testing.ts'

const server = await aServer()
const { app, context, test: control } = server
const [hanse, other] = [await aTenant(control), await aTenant(control)]
await inScope(context.db, { level: 'provider' }, (trx) =>
  trx
    .insertInto('settings')
    .values({ key: 'egress', value: JSON.stringify({ allow: [{ host: '127.0.0.1' }] }) })
    .execute(),
)
const folder = mkdtempSync(path.join(tmpdir(), 'weft-storages-'))
after(() => rmSync(folder, { recursive: true, force: true }))
for (const name of ['ftp/files', 'sftp/files', 'fleet/weft']) mkdirSync(path.join(folder, name), { recursive: true })
const ftp = await anFtpServer({ root: path.join(folder, 'ftp'), tls: testCertificate })
const sftp = await anSftpServer({ root: path.join(folder, 'sftp') })
const fleet = await anSftpServer({ root: path.join(folder, 'fleet') })

const admin = await signedIn(server, { email: 'root@weft.example', role: 'admin' })
const partner = await signedIn(server, {
  email: 'paul@nordlicht.example',
  role: 'partner_admin',
  partner_id: hanse.partner_id,
})
const stranger = await signedIn(server, {
  email: 'sven@suedwind.example',
  role: 'partner_admin',
  partner_id: other.partner_id,
})
const owner = await signedIn(server, { email: 'ada@hanse.example', role: 'tenant_admin', tenant_id: hanse.tenant_id })

type Headers = Record<string, string>
const call = async (headers: Headers, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
  const answer = await app.inject({ method, url: `/api/app${url}`, headers, ...(payload && { payload }) })
  return {
    status: answer.statusCode,
    body:
      answer.body === '' || !answer.headers['content-type']?.toString().includes('json')
        ? (answer.body as any)
        : (answer.json() as any),
  }
}
const at = `/clients/${hanse.tenant_id}/storage`
const overSftp = {
  type: 'sftp',
  host: '127.0.0.1',
  port: sftp.port,
  username: 'shop',
  password: 'secret',
  root: '/files',
  timeout: 10,
}
const overFtps = { ...overSftp, type: 'ftp', port: ftp.port, ssl: true }
const written = (name: string, content: string) =>
  context.files(hanse.tenant_id).write(name, Readable.from([Buffer.from(content)]))

test('a storage elsewhere is tested before it is saved, and says in both languages what is wrong', async () => {
  const good = await call(partner, 'POST', `${at}/test`, overSftp)
  assert.equal(good.status, 200)
  assert.deepEqual(
    good.body.data.steps.map(({ title, state }: { title: string; state: string }) => `${title}: ${state}`),
    ['Connect and sign in: done', 'Write a file: done', 'Read it back: done', 'Remove it: done'],
  )
  assert.match(good.body.data.fingerprint, /^SHA256:/)
  const wrong = await call({ ...partner, 'accept-language': 'de' }, 'POST', `${at}/test`, {
    ...overSftp,
    password: 'other',
  })
  assert.deepEqual(
    wrong.body.data.steps.map(({ state, message }: { state: string; message: string | null }) => [state, message]),
    [
      ['failed', 'Der Server 127.0.0.1 hat Benutzer oder Passwort nicht angenommen.'],
      ['skipped', null],
      ['skipped', null],
      ['skipped', null],
    ],
  )
  const empty = await call({ ...partner, 'accept-language': 'de' }, 'PUT', at, {
    type: 'sftp',
    timeout: 700,
    host: 'not a host',
    username: '',
  })
  assert.deepEqual([empty.status, Object.keys(empty.body.errors).sort()], [422, ['host', 'timeout', 'username']])
  assert.deepEqual(Object.keys((await call(partner, 'PUT', at, { type: 'ftp' })).body.errors).sort(), [
    'host',
    'username',
  ])
})

test('files of a tenant lie where its storage says, for uploads, workflows and whoever lists them', async () => {
  const { host_key, fingerprint } = (await call(partner, 'POST', `${at}/test`, overSftp)).body.data
  const saved = await call(partner, 'PUT', at, { ...overSftp, host_key })
  assert.equal(saved.status, 200)
  const { storage } = saved.body.data
  assert.deepEqual(
    [storage.type, storage.host, storage.username, storage.password, storage.fingerprint, storage.root],
    ['sftp', '127.0.0.1', 'shop', { set: true }, fingerprint, '/files'],
  )
  assert.equal(JSON.stringify(saved.body).includes('secret'), false)
  await written('in/orders.csv', 'id;name\n1;Ada\n')
  assert.equal(readFileSync(path.join(folder, 'sftp/files/in/orders.csv'), 'utf8'), 'id;name\n1;Ada\n')
  assert.deepEqual(
    (await call(owner, 'GET', '/files?path=in')).body.data.map(
      ({ path: where, size }: { path: string; size: number }) => [where, size],
    ),
    [['in/orders.csv', 14]],
  )
  assert.equal((await call(owner, 'GET', '/files/content?path=in/orders.csv')).body, 'id;name\n1;Ada\n')
  assert.deepEqual((await call(owner, 'GET', '/files/preview?path=in/orders.csv')).body.data.columns, ['id', 'name'])
  assert.deepEqual((await call(admin, 'GET', `${at}/usage`)).body.data, { files: 1, bytes: 14, complete: true })
})

test('a password that is not typed stays, unless it would go to somebody else', async () => {
  const { password: _, ...rest } = overSftp
  assert.equal((await call(partner, 'PUT', at, { ...rest, timeout: 20 })).body.data.storage.password.set, true)
  assert.equal((await call(partner, 'POST', `${at}/test`)).body.data.ok, true)
  assert.equal((await call(partner, 'POST', `${at}/test`, rest)).body.data.ok, true)
  assert.equal((await call(partner, 'POST', `${at}/test`, { ...rest, username: 'other' })).body.data.ok, false)
  assert.equal((await call(partner, 'PUT', at, { ...rest, username: 'other' })).body.data.storage.password, null)
  await call(partner, 'PUT', at, overSftp)
})

test('staff see and bring files with a support access only', async () => {
  assert.deepEqual((await call(partner, 'GET', `${at}/files`)).body.code, 'SUPPORT_ACCESS_NEEDED')
  const invited = await supporting(server, partner, hanse.tenant_id)
  assert.deepEqual(
    (await call(invited, 'GET', `${at}/files`)).body.data.map(({ name }: { name: string }) => name),
    ['in'],
  )
  assert.equal((await call(invited, 'POST', `${at}/files/folders`, { path: 'done' })).status, 201)
  assert.equal(
    (await call(invited, 'POST', `${at}/files/move`, { path: 'in/orders.csv', to: 'done/orders.csv' })).status,
    200,
  )
  assert.equal((await call(invited, 'DELETE', `${at}/files?path=in`)).status, 204)
  assert.equal((await call(owner, 'DELETE', `${at}/files?path=done`)).status, 403)
})

test('a strange partner neither sees nor tests nor changes the storage', async () => {
  for (const [method, url, body] of [
    ['GET', at],
    ['PUT', at, overSftp],
    ['POST', `${at}/test`, overSftp],
    ['GET', `${at}/usage`],
    ['GET', `${at}/files`],
  ] as const)
    assert.equal((await call(stranger, method, url, body)).status, 404, `${method} ${url}`)
  assert.equal((await call(owner, 'PUT', at, overSftp)).status, 403)
})

test('changing to FTPS, and back to the folder of this installation, takes effect at once', async () => {
  const { host_key } = (await call(partner, 'POST', `${at}/test`, overFtps)).body.data
  assert.equal((await call(partner, 'PUT', at, { ...overFtps, host_key })).body.data.storage.ssl, true)
  assert.deepEqual((await call(owner, 'GET', '/files')).body.data, [])
  await written('a.txt', 'over TLS')
  assert.equal(readFileSync(path.join(folder, 'ftp/files/a.txt'), 'utf8'), 'over TLS')
  assert.match((await call(partner, 'GET', at)).body.data.storage.fingerprint, /^SHA256:/)
  assert.deepEqual(
    (await call(partner, 'PUT', at, { type: 'local' })).body.data.storage.root,
    `storage/${hanse.tenant_id}`,
  )
  await written('a.txt', 'here')
  assert.equal(readFileSync(path.join(context.home, 'storage', hanse.tenant_id, 'a.txt'), 'utf8'), 'here')
  assert.equal((await call(partner, 'POST', `${at}/test`, { type: 'local' })).body.data.ok, true)
})

test('a server the egress guard does not allow is not spoken to', async () => {
  const answer = await call(partner, 'POST', `${at}/test`, { ...overSftp, host: 'localhost' })
  assert.deepEqual([answer.body.data.ok, answer.body.data.steps[0].code], [false, 'EGRESS_REFUSED'])
})

test('whoever sets an account up tries its storage out before', async () => {
  assert.equal((await call(partner, 'POST', '/provisioning_runs/storage_test', overSftp)).body.data.ok, true)
  assert.equal((await call(partner, 'POST', '/provisioning_runs/storage_test', { type: 'local' })).body.data.ok, true)
  assert.equal(
    (await call(partner, 'POST', '/provisioning_runs/storage_test', { ...overSftp, password: 'other' })).body.data
      .steps[0].code,
    'STORAGE_LOGIN',
  )
  assert.equal((await call(owner, 'POST', '/provisioning_runs/storage_test', overSftp)).status, 403)
})

let server_id = ''
test('the provider registers a storage server, tests it and puts accounts on it, each in a folder of its own', async () => {
  const entry = {
    name: 'Fleet',
    type: 'sftp',
    host: '127.0.0.1',
    port: fleet.port,
    username: 'shop',
    password: 'secret',
    root: '/weft',
  }
  assert.equal((await call(admin, 'POST', '/storage_servers/test', entry)).body.data.ok, true)
  const made = await call(admin, 'POST', '/storage_servers', entry)
  assert.deepEqual([made.status, made.body.data.password, made.body.data.accounts], [201, { set: true }, 0])
  server_id = made.body.data.id
  assert.equal((await call(admin, 'POST', `/storage_servers/${server_id}/test`)).body.data.ok, true)
  assert.equal((await call(partner, 'GET', '/storage_servers')).status, 403)
  assert.equal((await call(partner, 'PUT', at, { server_id })).status, 422)
  const assigned = await call(admin, 'PUT', at, { server_id })
  assert.deepEqual([assigned.body.data.storage.server.name, assigned.body.data.storage.host], ['Fleet', ''])
  assert.deepEqual((await call(owner, 'GET', '/files')).body.data, [])
  await written('deep/b.txt', 'on the fleet')
  assert.equal(readFileSync(path.join(folder, 'fleet/weft', hanse.tenant_id, 'deep/b.txt'), 'utf8'), 'on the fleet')
  assert.deepEqual(
    (await context.files(hanse.tenant_id).list('**/*.txt')).map((file) => file.path),
    ['deep/b.txt'],
  )
  assert.equal(await text(await context.files(hanse.tenant_id).read('deep/b.txt')), 'on the fleet')
  await assert.rejects(context.files(hanse.tenant_id).read(`../${other.tenant_id}/x`), { code: 'FILE_PATH' })
  assert.deepEqual(readdirSync(path.join(folder, 'fleet')), ['weft'])
})

test('a storage server that is used cannot be forgotten, and the built-in one never', async () => {
  const used = await call({ ...admin, 'accept-language': 'de' }, 'DELETE', `/storage_servers/${server_id}`)
  assert.deepEqual(
    [used.status, used.body.message],
    [409, '1 Konto hat Dateien auf Fleet. Bitte legen Sie sie zuerst an einen anderen Ort.'],
  )
  const [embedded] = (await call(admin, 'GET', '/storage_servers')).body.data
  assert.deepEqual([embedded.embedded, embedded.type], [true, 'local'])
  assert.equal((await call(admin, 'DELETE', `/storage_servers/${embedded.id}`)).body.code, 'SERVER_EMBEDDED')
  assert.equal((await call(admin, 'POST', `/storage_servers/${embedded.id}/test`)).body.data.ok, true)
  await call(admin, 'PUT', at, { type: 'local' })
  assert.equal((await call(admin, 'DELETE', `/storage_servers/${server_id}`)).status, 204)
  assert.equal(existsSync(path.join(folder, 'fleet/weft', hanse.tenant_id, 'deep/b.txt')), true)
})

test("a partner's own place has a storage as well", async () => {
  const id = hanse.partner_id
  await inScope(context.db, systemScope, (trx) =>
    trx
      .insertInto('tenants')
      .values({ id, kind: 'partner', partner_id: id, name: 'Place', workspace: 'place.example', initialized: true })
      .execute(),
  )
  const place = `/clients/${id}/storage`
  assert.equal((await call(admin, 'PUT', place, { ...overSftp, root: '/files' })).status, 200)
  assert.equal((await call(partner, 'GET', place)).body.data.storage.host, '127.0.0.1')
  assert.equal((await call(partner, 'POST', `${place}/files/folders`, { path: 'ours' })).status, 201)
  assert.ok(
    (await call(admin, 'GET', `${place}/files`)).body.data.some(({ name }: { name: string }) => name === 'ours'),
  )
  assert.equal((await call(stranger, 'GET', place)).status, 404)
})
