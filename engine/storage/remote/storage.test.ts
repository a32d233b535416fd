import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { openEgress } from '../../connections/egress.server.ts'
import { freePort } from '@weft/kit/database/embedded.server.ts'
import { storageDraft } from '@weft/kit/define/storage.ts'
import type { WeftError } from '@weft/kit/errors/errors.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { checkStorage } from '../storage-check.server.ts'
import { testCertificate } from '../testing/certificate.ts'
import { anFtpServer } from '../testing/ftp-server.ts'
import { aWire, anSftpServer } from '../testing/sftp-server.ts'
import { openConnectionPool } from './connection-pool.server.ts'
import { connectRemote, type RemoteStorage } from './connect.server.ts'
import { remoteStorage } from './storage.server.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'weft-remote-'))
const outside = mkdtempSync(path.join(tmpdir(), 'weft-outside-'))
writeFileSync(path.join(outside, 'secret'), 'secret')
after(() => [folder, outside].forEach((place) => rmSync(place, { recursive: true, force: true })))
const egress = openEgress(async () => [{ host: '127.0.0.1' }, { host: 'localhost' }])

const rootOf = (name: string) => {
  const root = path.join(folder, name)
  mkdirSync(path.join(root, 'data'), { recursive: true })
  return root
}
const ftp = await anFtpServer({ root: rootOf('ftp') })
const ftps = await anFtpServer({ root: rootOf('ftps'), tls: testCertificate })
const sftp = await anSftpServer({ root: rootOf('sftp') })
const deaf = await aDeafServer()

const draft = (more: object) =>
  storageDraft.parse({
    type: 'sftp',
    host: '127.0.0.1',
    username: 'shop',
    password: 'secret',
    root: '/data',
    timeout: 5,
    ...more,
  }) as RemoteStorage
const servers = {
  ftp: draft({ type: 'ftp', port: ftp.port }),
  'active ftp': draft({ type: 'ftp', port: ftp.port, passive: false }),
  ftps: draft({ type: 'ftp', port: ftps.port, ssl: true }),
  'active ftps': draft({ type: 'ftp', port: ftps.port, ssl: true, passive: false }),
  sftp: draft({ port: sftp.port }),
}

/** A storage as the product uses it, closed after the test file. */
function opened(settings: RemoteStorage, remember: (host_key: string) => void = () => {}) {
  const lines = openConnectionPool(settings, () => connectRemote(settings, egress, remember))
  after(() => lines.close())
  return remoteStorage(lines, settings)
}
const from = (content: string) => Readable.from([Buffer.from(content)])
const german = (error: unknown) => say((error as WeftError).say, 'de')

for (const [name, settings] of Object.entries(servers)) {
  const root = path.join(folder, name.replace('active ', ''), 'data')
  const at = name.includes('active') ? 'active' : 'plain'
  const storage = opened(settings)

  test(`${name}: a file is written, read from any byte on, replaced, listed by pattern, moved and removed`, async () => {
    const saved = await storage.write(`${at}/2026/orders.csv`, from('id,name\n'))
    assert.deepEqual([saved.path, saved.size], [`${at}/2026/orders.csv`, 8])
    assert.ok(Math.abs(Date.parse(saved.modified_at) - Date.now()) < 60_000)
    assert.equal(readFileSync(path.join(root, at, '2026/orders.csv'), 'utf8'), 'id,name\n')
    assert.equal(await text(await storage.read(`/${at}/2026/orders.csv`, 3)), 'name\n')
    await storage.write(`${at}/2026/orders.csv`, from('id\n'))
    assert.equal(await text(await storage.read(`${at}/2026/orders.csv`)), 'id\n')
    await storage.write(`${at}/größe & co.txt`, from('ä'))
    assert.equal(await text(await storage.read(`${at}/größe & co.txt`)), 'ä')
    await storage.write(`${at}/empty.txt`, Readable.from([]))
    assert.equal((await storage.stat(`${at}/empty.txt`)).size, 0)
    assert.equal(await text(await storage.read(`${at}/empty.txt`)), '')
    const paths = async (pattern: string) => (await storage.list(pattern)).map((file) => file.path).sort()
    assert.deepEqual(await paths(`${at}/**/*.csv`), [`${at}/2026/orders.csv`])
    assert.deepEqual(await paths(`${at}/*`), [`${at}/empty.txt`, `${at}/größe & co.txt`])
    assert.deepEqual(await paths(`${at}/2026/orders.csv`), [`${at}/2026/orders.csv`])
    assert.deepEqual(await paths('nowhere/*'), [])
    await storage.move(`${at}/empty.txt`, `${at}/done/empty.txt`)
    await assert.rejects(storage.move(`${at}/done/empty.txt`, `${at}/2026/orders.csv`), { code: 'FILE_EXISTS' })
    assert.deepEqual(
      (await storage.folder(at)).map((entry) => `${entry.kind} ${entry.name}`),
      ['folder 2026', 'folder done', 'file größe & co.txt'],
    )
    assert.equal(await storage.has(`${at}/done`), true)
    await storage.remove(`${at}/done`)
    assert.equal(await storage.has(`${at}/done`), false)
    await assert.rejects(storage.read(`${at}/done/empty.txt`), { code: 'FILE_NOT_FOUND' })
    await assert.rejects(storage.read(at), { code: 'FILE_IS_FOLDER' })
    await storage.makeFolder(`${at}/empty/deep`)
    assert.deepEqual(await storage.folder(`${at}/empty/deep`), [])
    await assert.rejects(storage.makeFolder(`${at}/empty/deep`), { code: 'FILE_EXISTS' })
    await assert.rejects(storage.folder(`${at}/nowhere`), { code: 'FOLDER_NOT_FOUND' })
  })

  test(`${name}: 20 MB arrive and come back as they were`, async () => {
    const bytes = Buffer.alloc(20_000_000, 'The quick brown fox jumps over the lazy dog. ')
    const pieces = Array.from({ length: 20 }, (_, i) => bytes.subarray(i * 1_000_000, (i + 1) * 1_000_000))
    assert.equal((await storage.write(`${at}/large.bin`, Readable.from(pieces))).size, 20_000_000)
    assert.ok((await buffer(await storage.read(`${at}/large.bin`))).equals(bytes))
    await storage.remove(`${at}/large.bin`)
  })

  // Active mode differs in how bytes travel, and in nothing else.
  if (name.startsWith('active')) continue

  test(`${name}: no path leads out of the root, by dots, links or a strange character`, async () => {
    const inside = path.join(root, at, 'trap')
    mkdirSync(inside, { recursive: true })
    symlinkSync(outside, path.join(inside, 'folder'))
    symlinkSync(path.join(outside, 'secret'), path.join(inside, 'file'))
    for (const wrong of [
      '../secret',
      `${at}/../../x`,
      `${at}/trap/folder/secret`,
      `${at}/trap/file`,
      'a\0b',
      '..\\x',
      `${at}/.weft-00.part`,
    ]) {
      for (const does of [
        () => storage.read(wrong),
        () => storage.write(wrong, from('x')),
        () => storage.remove(wrong),
        () => storage.makeFolder(wrong),
        () => storage.move(wrong, `${at}/y`),
      ])
        await assert.rejects(
          does,
          ({ code }: WeftError) => code === 'FILE_PATH' || (code === 'STORAGE_DENIED' && name === 'sftp'),
          wrong,
        )
    }
    await assert.rejects(storage.remove('/'), { code: 'FILE_PATH' })
    if (name.startsWith('ftp'))
      for (const does of [() => storage.write('a\r\nDELE b', from('x')), () => storage.makeFolder('a\nb')])
        await assert.rejects(does, { code: 'STORAGE_DENIED' })
    assert.deepEqual([await storage.list(`${at}/trap/**`), await storage.folder(`${at}/trap`)], [[], []])
    assert.equal(readFileSync(path.join(outside, 'secret'), 'utf8'), 'secret')
  })

  test(`${name}: an upload that breaks off or is too large leaves nothing behind`, async () => {
    const breaking = Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000)
        throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
      })(),
    )
    await assert.rejects(storage.write(`${at}/new/one.bin`, breaking), { code: 'UPLOAD_CANCELLED' })
    await assert.rejects(
      storage.write(`${at}/new/two.bin`, Readable.from([Buffer.alloc(2_000_000), Buffer.alloc(2_000_000)]), {
        limit: 3_000_000,
      }),
      { code: 'FILE_TOO_LARGE' },
    )
    assert.equal(existsSync(path.join(root, at, 'new')), false)
    assert.equal(
      readdirSync(root, { recursive: true }).some((entry) => String(entry).endsWith('.part')),
      false,
    )
  })

  test(`${name}: whoever stops reading half-way can go on using the storage`, async () => {
    await storage.write(`${at}/long.bin`, Readable.from([Buffer.alloc(3_000_000, 'x')]))
    for await (const bytes of await storage.read(`${at}/long.bin`)) if ((bytes as Buffer).length > 0) break
    assert.equal((await storage.stat(`${at}/long.bin`)).size, 3_000_000)
  })

  test(`${name}: its test connects, writes, reads and removes, and leaves nothing`, async () => {
    const before = readdirSync(root)
    const { ok, steps, host_key, fingerprint } = await checkStorage(settings, egress)
    assert.deepEqual(
      steps.map(({ key, state }) => `${key} ${state}`),
      ['connect done', 'write done', 'read done', 'remove done'],
    )
    assert.equal(ok, true)
    assert.equal(host_key !== '', settings.type === 'sftp' || settings.ssl)
    assert.match(fingerprint, settings.type === 'sftp' || settings.ssl ? /^SHA256:[\w+/]{43}$/ : /^$/)
    assert.deepEqual(readdirSync(root), before)
  })
}

test('a line that breaks while a file is read is replaced, and the rest comes over the next one', async () => {
  const bytes = Buffer.alloc(8_000_000, 'abcdefghijklmnopqrstuvwxyz')
  writeFileSync(path.join(folder, 'sftp/data/resumed.bin'), bytes)
  writeFileSync(path.join(folder, 'ftp/data/resumed.bin'), bytes)
  const wire = await aWire(sftp.port)
  const overWire = opened({ ...servers.sftp, port: wire.port })
  wire.cutAfter = 3_000_000
  assert.ok((await buffer(await overWire.read('resumed.bin'))).equals(bytes))
  assert.equal(wire.cuts, 1)
  wire.cut()
  assert.equal((await overWire.stat('resumed.bin')).size, bytes.length)
  ftp.faults.breakAfter = 3_000_000
  assert.ok((await buffer(await opened(servers.ftp).read('resumed.bin'))).equals(bytes))
  assert.equal(ftp.faults.breakAfter, undefined)
})

test('a line that breaks while a file is written is told, and half a file never appears', async () => {
  const wire = await aWire(sftp.port)
  const storage = opened({ ...servers.sftp, port: wire.port })
  await storage.write('before.txt', from('x'))
  const slow = Readable.from(
    (async function* () {
      yield Buffer.alloc(500_000)
      wire.cut()
      yield Buffer.alloc(500_000)
    })(),
  )
  await assert.rejects(storage.write('half.bin', slow), (error: WeftError) => {
    assert.match(german(error), /^Die Verbindung zum Server 127\.0\.0\.1 ist abgebrochen: /)
    return error.code === 'STORAGE_LOST'
  })
  assert.equal(existsSync(path.join(folder, 'sftp/data/half.bin')), false)
  assert.equal(
    readdirSync(path.join(folder, 'sftp/data')).some((name) => name.endsWith('.part')),
    false,
  )
})

test('each failure of the test says what is wrong', async () => {
  const failing = async (settings: RemoteStorage, by = egress) => {
    const { ok, steps } = await checkStorage(settings, by)
    assert.equal(ok, false)
    const { key, code, say: message } = steps.find(({ state }) => state === 'failed')!
    return [key, code, say(message!, 'de')]
  }
  const nobody = await freePort()
  for (const settings of [servers.sftp, servers.ftp, servers.ftps]) {
    assert.deepEqual(await failing({ ...settings, port: nobody }), [
      'connect',
      'STORAGE_UNREACHABLE',
      `Der Server 127.0.0.1 ist unter Port ${nobody} nicht erreichbar: ECONNREFUSED.`,
    ])
    assert.deepEqual(await failing({ ...settings, password: 'wrong' }), [
      'connect',
      'STORAGE_LOGIN',
      'Der Server 127.0.0.1 hat Benutzer oder Passwort nicht angenommen.',
    ])
    assert.deepEqual(await failing({ ...settings, root: '/nowhere' }), [
      'connect',
      'STORAGE_NO_ROOT',
      'Auf dem Server 127.0.0.1 gibt es keinen Ordner „/nowhere“.',
    ])
    assert.deepEqual(
      (
        await failing(
          settings,
          openEgress(async () => []),
        )
      ).slice(0, 2),
      ['connect', 'EGRESS_REFUSED'],
    )
  }
  assert.deepEqual((await failing({ ...servers.sftp, host: 'no-such-host.invalid' })).slice(1), [
    'HOST_UNKNOWN',
    'Es gibt keinen Host namens no-such-host.invalid.',
  ])
  assert.deepEqual((await failing({ ...servers.ftp, ssl: true })).slice(0, 2), ['connect', 'STORAGE_NO_TLS'])
  ftp.faults.full = true
  assert.deepEqual((await failing(servers.ftp)).slice(0, 2), ['write', 'STORAGE_FULL'])
  ftp.faults.full = false
})

test('a server that does not answer is given up after the time that was set', async () => {
  for (const type of ['ftp', 'sftp'] as const) {
    const { steps } = await checkStorage(draft({ type, port: deaf, timeout: 1 }), egress)
    assert.deepEqual(
      [steps[0]!.code, say(steps[0]!.say!, 'en')],
      ['STORAGE_TIMEOUT', 'The server 127.0.0.1 did not answer within 1 second.'],
    )
  }
})

test('a server shows the key it showed at the test, or nobody signs in', async () => {
  for (const [settings, name] of [
    [servers.sftp, 'sftp'],
    [servers.ftps, 'ftps'],
  ] as const) {
    let remembered = ''
    await opened(settings, (key) => (remembered = key)).folder('')
    const { host_key } = await checkStorage(settings, egress)
    assert.equal(remembered, host_key)
    await opened({ ...settings, host_key }).folder('')
    const other = Buffer.from(host_key, 'base64')
    other[40]! ^= 1
    await assert.rejects(
      opened({ ...settings, host_key: other.toString('base64') }).folder(''),
      { code: 'STORAGE_STRANGER' },
      name,
    )
  }
})

test(
  'a folder nobody may write to is said to be one',
  { skip: process.getuid?.() === 0 && 'root may write everywhere' },
  async () => {
    const closed = path.join(folder, 'sftp/data/closed')
    mkdirSync(closed)
    chmodSync(closed, 0o500)
    await assert.rejects(opened(servers.sftp).write('closed/x.txt', from('x')), { code: 'STORAGE_DENIED' })
  },
)

test('a line that is in use while its storage is changed is closed by whoever gives it back', async () => {
  const lines = openConnectionPool(servers.sftp, () => connectRemote(servers.sftp, egress, () => {}))
  const line = await lines.take()
  lines.close()
  assert.equal(await line.answers(), true)
  lines.giveBack(line)
  assert.equal(await line.answers(), false)
})

/** Accepts connections and says nothing. */
async function aDeafServer() {
  const server = createServer((socket) => socket.on('error', () => {}).resume())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  return (server.address() as { port: number }).port
}
