import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { localStorage } from './local.server.ts'
import { storageConformance } from './testing/storage-conformance.ts'

const home = mkdtempSync(join(tmpdir(), 'weft-storage-'))
after(() => rmSync(home, { recursive: true, force: true }))
const ours = localStorage(home, 'tenant-a')
const theirs = localStorage(home, 'tenant-b')
const root = join(home, 'storage', 'tenant-a')
storageConformance(ours, theirs, {
  skip: false,
  names: async () => readdirSync(root, { recursive: true }).map(String),
})
const from = (content: string) => Readable.from([Buffer.from(content)])

test('no path leads out of the storage, by dots, links or a strange character', async () => {
  writeFileSync(join(home, 'secret'), 'secret')
  await theirs.write('secret.txt', from('theirs'))
  mkdirSync(join(root, 'trap'), { recursive: true })
  symlinkSync(join(home, 'storage', 'tenant-b'), join(root, 'trap', 'folder'))
  symlinkSync(join(home, 'secret'), join(root, 'trap', 'file'))
  for (const path of [
    '../tenant-b/secret.txt',
    '/../tenant-b/secret.txt',
    'in/../../tenant-b/secret.txt',
    'trap/folder/secret.txt',
    'trap/file',
    'a\0b',
    '..\\x',
    'in/.weft-00.part',
  ]) {
    await assert.rejects(ours.read(path), { code: 'FILE_PATH' }, path)
    await assert.rejects(ours.write(path, from('x')), { code: 'FILE_PATH' }, path)
    await assert.rejects(ours.remove(path), { code: 'FILE_PATH' }, path)
    await assert.rejects(ours.move('in/2026/orders.csv', path), { code: 'FILE_PATH' }, path)
    await assert.rejects(ours.makeFolder(path), { code: 'FILE_PATH' }, path)
  }
  assert.deepEqual(await ours.list('trap/**'), [])
  await assert.rejects(ours.list('../**'), { code: 'FILE_PATH' })
  assert.equal(await text(await theirs.read('secret.txt')), 'theirs')
  await assert.rejects(ours.remove('/'), { code: 'FILE_PATH' })
})

test('on a full disk nothing is left behind and the message says so', (t) => {
  const disk = mkdtempSync(join(tmpdir(), 'weft-full-'))
  const program = `
    import { Readable } from 'node:stream'
    import { readdirSync } from 'node:fs'
    import { localStorage } from ${JSON.stringify(new URL('./local.server.ts', import.meta.url).href)}
    const error = await localStorage(${JSON.stringify(disk)}, 't').write('big.bin', Readable.from([Buffer.alloc(200_000), Buffer.alloc(200_000)])).catch((error) => error)
    console.log(JSON.stringify({ code: error.code, status: error.status, message: error.message, left: readdirSync(${JSON.stringify(join(disk, 'storage', 't'))}, { recursive: true }) }))`
  // A mount of its own needs no rights where user namespaces are allowed.
  const run = spawnSync(
    'unshare',
    [
      '--user',
      '--map-root-user',
      '--mount',
      'sh',
      '-c',
      `mount -t tmpfs -o size=256k none ${disk} && mkdir -p ${disk}/storage/t && exec ${process.execPath} --input-type=module -e "$0"`,
      program,
    ],
    { encoding: 'utf8' },
  )
  rmSync(disk, { recursive: true, force: true })
  if (run.status !== 0 && /unshare|mount/.test(run.stderr))
    return t.skip(`no file system of its own can be mounted here: ${run.stderr}`)
  assert.deepEqual(JSON.parse(run.stdout), {
    code: 'STORAGE_FULL',
    status: 503,
    message: 'The storage is full. Nothing was saved; delete files that are no longer needed or ask for more space.',
    left: [],
  })
})
