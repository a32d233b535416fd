import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import ssh2 from 'ssh2'
import Client from 'ssh2-sftp-client'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { encryptUnbound } from '@weft/kit/testing/unbound-secret.ts'
import { hashPassword } from '@weft/kit/secrets/passwords.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { folderFileStore } from '../../file-store/folder-file-store.server.ts'
import { openEgress } from '../../connections/egress.server.ts'
import { aTenant, type TestTenant } from '../../testing/tenant.ts'
import { openStorages } from '../storages.server.ts'
import { anFtpServer } from '../testing/ftp-server.ts'
import { openSftpGateway } from './gateway.server.ts'

const control = await testDatabase()
const { db } = control
const home = mkdtempSync(path.join(tmpdir(), 'weft-sftp-'))
const storages = openStorages({
  db,
  key: control.key,
  fileStore: folderFileStore(home),
  egress: openEgress(async () => [{ host: '127.0.0.1' }]),
})
let isOpen = true
const gateway = await openSftpGateway({
  db,
  key: control.key,
  home,
  storages,
  port: 0,
  host: '127.0.0.1',
  isOpen: async () => isOpen,
})
after(async () => {
  await gateway.close()
  storages.close()
  rmSync(home, { recursive: true })
})
const [hanse, alster, weser] = [await aTenant(control), await aTenant(control), await aTenant(control)]
await aUser(hanse, 'hanse')
await aUser(alster, 'alster')
await aUser(weser, 'weser')
const elsewhere = mkdtempSync(path.join(tmpdir(), 'weft-elsewhere-'))
after(() => rmSync(elsewhere, { recursive: true }))
mkdirSync(path.join(elsewhere, 'files'))
const ftp = await anFtpServer({ root: elsewhere })
await inScope(db, { level: 'tenant', tenant_id: weser.tenant_id }, (trx) =>
  trx
    .insertInto('tenant_storages')
    .values({
      type: 'ftp',
      host: '127.0.0.1',
      port: ftp.port,
      username: ftp.username,
      password: encryptUnbound(control.key, ftp.password),
      root: '/files',
    })
    .execute(),
)

async function aUser({ tenant_id }: TestTenant, username: string) {
  const password_hash = await hashPassword(`password of ${username}`)
  await inScope(db, { level: 'tenant', tenant_id }, (trx) =>
    trx.insertInto('sftp_users').values({ username, password_hash }).execute(),
  )
}

async function connected(username: string, password = `password of ${username}`) {
  const quiet = { error: () => {}, end: () => {}, close: () => {} }
  const client = new Client('test', quiet)
  await client.connect({ host: '127.0.0.1', port: gateway.port, username, password })
  // As OpenSSH does; a client that waits for acknowledgements gets 0.3 MB/s.
  ;(client as unknown as { client: { setNoDelay(on: boolean): void } }).client.setNoDelay(true)
  after(() => client.end())
  return client
}
const folderOf = ({ tenant_id }: TestTenant) => path.join(home, 'storage', tenant_id)
const denied = /Permission denied/

test('a file comes in, is listed, renamed, read and removed', async () => {
  const client = await connected('hanse')
  await client.mkdir('/in')
  await client.put(Buffer.from('order;total\n1;12,50\n'), '/in/orders.csv')
  assert.equal(readFileSync(path.join(folderOf(hanse), 'in/orders.csv'), 'utf8'), 'order;total\n1;12,50\n')
  assert.deepEqual(
    (await client.list('/in')).map(({ name, size, type }) => ({ name, size, type })),
    [{ name: 'orders.csv', size: 20, type: '-' }],
  )
  await client.rename('/in/orders.csv', '/in/done.csv')
  assert.equal(String(await client.get('/in/done.csv')), 'order;total\n1;12,50\n')
  await assert.rejects(client.get('/in/orders.csv'), /No such file/)
  await client.append(Buffer.from('2;3,00\n'), '/in/done.csv')
  assert.equal(String(await client.get('/in/done.csv')), 'order;total\n1;12,50\n2;3,00\n')
  await client.put(Buffer.from('x'), '/in/other.csv')
  await assert.rejects(client.rename('/in/other.csv', '/in/done.csv'), /EEXIST/)
  await client.rmdir('/in', true)
  assert.deepEqual(await client.list('/'), [])
})

test('a folder of a thousand files is listed whole, and 20 MB arrive as they were sent', async () => {
  const client = await connected('hanse')
  const folder = path.join(folderOf(hanse), 'many')
  mkdirSync(folder)
  for (let i = 0; i < 1000; i++) writeFileSync(path.join(folder, `${i}.txt`), '')
  assert.equal((await client.list('/many')).length, 1000)
  const sent = Buffer.alloc(20 << 20, 'Weft moves data. ')
  await client.put(sent, '/big.bin')
  assert.equal(sent.equals(readFileSync(path.join(folderOf(hanse), 'big.bin'))), true)
  assert.equal(sent.equals((await client.get('/big.bin')) as Buffer), true)
})

test('no path leads out of the root', async () => {
  const client = await connected('hanse')
  writeFileSync(path.join(home, 'secret.txt'), 'secret')
  mkdirSync(folderOf(alster))
  writeFileSync(path.join(folderOf(alster), 'theirs.txt'), 'of another tenant')
  for (const way of [
    '../secret.txt',
    '/../../secret.txt',
    '/in/../../../secret.txt',
    `../${alster.tenant_id}/theirs.txt`,
    `/../${alster.tenant_id}/theirs.txt`,
  ])
    await assert.rejects(client.get(way), /No such file/, way)
  await client.put(Buffer.from('stays inside'), '/../../climbed.txt')
  assert.equal(readFileSync(path.join(folderOf(hanse), 'climbed.txt'), 'utf8'), 'stays inside')
  assert.deepEqual(
    readdirSync(home)
      .filter((name) => name !== 'sftp')
      .sort(),
    ['secret.txt', 'storage'],
  )
})

test('symbolic links are neither followed nor shown, whole or dangling', async () => {
  const client = await connected('hanse')
  const root = folderOf(hanse)
  symlinkSync(path.join(home, 'secret.txt'), path.join(root, 'link.txt'))
  symlinkSync(folderOf(alster), path.join(root, 'neighbour'))
  symlinkSync(path.join(home, 'not-there-yet'), path.join(root, 'dangling'))
  await assert.rejects(client.get('/link.txt'), denied)
  await assert.rejects(client.get('/neighbour/theirs.txt'), denied)
  await assert.rejects(client.put(Buffer.from('x'), '/neighbour/planted.txt'), denied)
  await assert.rejects(client.put(Buffer.from('x'), '/dangling'), denied)
  await assert.rejects(client.list('/neighbour'), denied)
  await assert.rejects(client.rename('/climbed.txt', '/neighbour/moved.txt'), denied)
  assert.deepEqual(
    (await client.list('/'))
      .map((entry) => entry.name)
      .filter((name) => ['link.txt', 'neighbour', 'dangling'].includes(name)),
    [],
  )
  assert.equal(readdirSync(home).includes('not-there-yet'), false)
  assert.deepEqual(readdirSync(folderOf(alster)), ['theirs.txt'])
})

test('a tenant sees its own files and nothing of another', async () => {
  const client = await connected('alster')
  assert.deepEqual(
    (await client.list('/')).map((entry) => entry.name),
    ['theirs.txt'],
  )
})

test('a tenant whose files lie on an FTP server works with them in the same way', async () => {
  const client = await connected('weser')
  await client.mkdir('/in')
  await client.put(Buffer.from('order;total\n1;12,50\n'), '/in/orders.csv')
  assert.equal(readFileSync(path.join(elsewhere, 'files/in/orders.csv'), 'utf8'), 'order;total\n1;12,50\n')
  await client.append(Buffer.from('2;3,00\n'), '/in/orders.csv')
  assert.deepEqual(
    (await client.list('/in')).map(({ name, size, type }) => ({ name, size, type })),
    [{ name: 'orders.csv', size: 27, type: '-' }],
  )
  assert.equal((await client.stat('/in')).isDirectory, true)
  await client.rename('/in/orders.csv', '/in/done.csv')
  assert.equal(String(await client.get('/in/done.csv')), 'order;total\n1;12,50\n2;3,00\n')
  await assert.rejects(client.get('/in/orders.csv'), /No such file/)
  await assert.rejects(client.rmdir('/in'), /ENOTEMPTY/)
  const large = Buffer.alloc(5 << 20, 'Weft moves data. ')
  await client.put(large, '/large.bin')
  assert.equal(large.equals((await client.get('/large.bin')) as Buffer), true)
  await client.rmdir('/in', true)
  assert.deepEqual(
    (await client.list('/')).map((entry) => entry.name),
    ['large.bin'],
  )
  assert.deepEqual(readdirSync(path.join(home, 'sftp')), [])
})

test('a wrong password and an unknown user are refused alike', async () => {
  for (const [username, password] of [
    ['hanse', 'password of alster'],
    ['nobody', 'password of nobody'],
    ['hanse', ''],
  ] as const)
    await assert.rejects(connected(username, password), /All configured authentication methods failed/)
})

test('while the gateway is switched off nobody signs in', async () => {
  assert.ok(Array.isArray(await (await connected('hanse')).list('/')))
  isOpen = false
  await assert.rejects(connected('hanse'), /authentication methods failed/)
  isOpen = true
  assert.ok(Array.isArray(await (await connected('hanse')).list('/')))
})

test('a deactivated tenant is shown out and not let in again', async () => {
  const open = await connected('alster')
  assert.equal((await open.list('/')).length, 1)
  await inScope(db, { level: 'provider' }, (trx) =>
    trx.updateTable('tenants').set({ active: false }).where('id', '=', alster.tenant_id).execute(),
  )
  await assert.rejects(connected('alster'), /authentication methods failed/)
  await new Promise((resolve) => setTimeout(resolve, 5200))
  await assert.rejects(
    open.list('/').then(() => open.list('/')),
    denied,
  )
})

test('every machine shows the same host key, so clients keep trusting the gateway', async () => {
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'weft-sftp-'))
  const second = await openSftpGateway({ db, key: control.key, home: elsewhere, storages, port: 0, host: '127.0.0.1' })
  const shown = await Promise.all([gateway.port, second.port].map(hostKeyAt))
  await second.close()
  rmSync(elsewhere, { recursive: true })
  assert.ok(shown[0]!.length > 50)
  assert.equal(shown[1], shown[0])
})

/** What a client is shown, which then goes away. */
const hostKeyAt = (port: number) =>
  new Promise<string>((resolve, reject) => {
    const client = new ssh2.Client()
    client.on('error', reject) // of no use to anybody once the key was shown
    client.connect({
      ...{ host: '127.0.0.1', port, username: 'nobody', password: 'nothing' },
      hostVerifier: (key: Buffer) => {
        resolve(key.toString('base64'))
        setImmediate(() => client.end())
        return false
      },
    })
  })

const openssh = spawnSync('sh', ['-c', 'command -v sftp']).status === 0
test(
  'OpenSSH says bye and ends',
  { skip: openssh ? false : 'no OpenSSH client is installed here', timeout: 20_000 },
  async () => {
    const answer = path.join(home, 'answer.sh')
    writeFileSync(answer, "#!/bin/sh\necho 'password of hanse'\n", { mode: 0o700 })
    const child = spawn(
      'sftp',
      ['-oStrictHostKeyChecking=no', '-oUserKnownHostsFile=/dev/null', '-P', String(gateway.port), 'hanse@127.0.0.1'],
      {
        stdio: ['pipe', 'pipe', 'ignore'],
        env: { ...process.env, SSH_ASKPASS: answer, SSH_ASKPASS_REQUIRE: 'force' },
      },
    )
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += String(chunk)))
    child.stdin.end('ls\nbye\n')
    assert.equal(await new Promise((resolve) => child.on('exit', resolve)), 0)
    assert.match(said, /climbed\.txt/)
  },
)
