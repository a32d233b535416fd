import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { anOwnBucket } from './testing/own-bucket.ts'
import { storageConformance } from './testing/storage-conformance.ts'

const { server, skip, open } = await anOwnBucket()
const store = open()
after(() => store.close())
const [ours, theirs] = [store.storage('tenant-a'), store.storage('tenant-b')]

storageConformance(ours, theirs, {
  skip,
  names: async () =>
    typeof server === 'string'
      ? []
      : readdirSync(path.join(server.folder, 'buckets/shop/weft/storage/tenant-a'), { recursive: true })
          .map(String)
          .filter((name) => !name.startsWith('.sgwtmp')),
})

test(
  'a file of several pieces comes back as it was, from any byte on, and counts with its owner',
  { skip },
  async () => {
    const bytes = Buffer.alloc(20_000_000, 'weft')
    await ours.write('big.bin', Readable.from([bytes.subarray(0, 7_000_001), bytes.subarray(7_000_001)]))
    assert.equal((await buffer(await ours.read('big.bin'))).equals(bytes), true)
    assert.deepEqual(await buffer(await ours.read('big.bin', 19_999_996)), Buffer.from('weft'))
    assert.ok((await store.bytes('tenant-a')) >= 20_000_000)
    assert.equal(await store.bytes('tenant-b'), 6)
    await store.remove('tenant-a')
    assert.deepEqual([await store.bytes('tenant-a'), await ours.folder(''), await store.bytes('tenant-b')], [0, [], 6])
  },
)

test('whatever an account calls its files, all of them lie below its own prefix', { skip }, async () => {
  if (typeof server === 'string') return
  const written: string[] = []
  for (const name of [
    ...[
      '../tenant-b/x',
      'a/../../tenant-b/x',
      '..',
      '.',
      '/',
      '//tenant-b/x',
      './x',
      '../../jobs/x',
      '../../../installation',
    ],
    ...[
      '%2e%2e/tenant-b/x',
      '..%2ftenant-b%2fx',
      '．．/tenant-b/x',
      '‥/x',
      'x?uploads',
      'x#y',
      'x&prefix=/',
      ' ',
      'ü/ü',
    ],
  ])
    await ours.write(name, Readable.from([Buffer.from('x')])).then(
      ({ path }) => written.push(path),
      () => undefined,
    )
  assert.ok(written.length > 5, written.join())
  const all = readdirSync(path.join(server.folder, 'buckets/shop'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(path.join(server.folder, 'buckets/shop'), path.join(parentPath, name)))
  assert.deepEqual(
    all.filter((name) => !name.startsWith('weft/storage/tenant-a/')),
    ['weft/storage/tenant-b/secret.txt'],
  )
  for (const name of written) assert.equal((await buffer(await ours.read(name))).toString(), 'x', name)
})

test('a path that no key of an object could hold is refused', { skip }, async () => {
  const path = Array.from({ length: 11 }, () => 'n'.repeat(100)).join('/')
  await assert.rejects(ours.write(path, Readable.from([Buffer.from('x')])), { code: 'FILE_NAME_TOO_LONG' })
})

test(
  'with another key, without a bucket or without a server the installation is in trouble, not whoever asks',
  { skip },
  async () => {
    const wrong = [
      open('weft', { WEFT_FILES_SECRET_ACCESS_KEY: 'guessed' }),
      open('weft', { WEFT_FILES: 's3://no-such-bucket' }),
      open('weft', { WEFT_FILES_ENDPOINT_URL: 'http://127.0.0.1:1' }),
    ]
    for (const one of wrong) {
      const storage = one.storage('tenant-a')
      for (const work of [
        () => storage.folder(''),
        () => storage.read('a.txt'),
        () => storage.write('a.txt', Readable.from([Buffer.from('x')])),
        () => storage.remove('a.txt'),
        () => one.jobs.write('j', 's', 'n', 'x'),
      ])
        await assert.rejects(work, { code: 'FILE_STORE_AWAY', status: 503 })
      await one.close()
    }
  },
)

test('a file that nobody goes on reading harms nothing, however the server ends its line', { skip }, async () => {
  if (typeof server === 'string') return
  await ours.write('left.bin', Readable.from([Buffer.alloc(4_000_000, 'x')]))
  const left = await Promise.all(Array.from({ length: 20 }, () => ours.read('left.bin')))
  for (const one of left.slice(0, 10)) one.destroy()
  const begun = await Promise.all(left.slice(10).map(async (one) => (await one[Symbol.asyncIterator]().next()).done))
  assert.deepEqual(new Set(begun), new Set([false]))
  await server.stop('SIGKILL')
  await sleep(200)
  for (const one of left.slice(10)) one.destroy()
  await server.start()
  assert.equal((await buffer(await ours.read('left.bin'))).length, 4_000_000)
})
