import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { folderJobFiles } from './folder-job-files.server.ts'
import { announceBackup } from '../backup/under-way.server.ts'
import { openSpools, type Spools } from './spool.server.ts'

const home = mkdtempSync(path.join(tmpdir(), 'weft-spool-'))
after(() => rmSync(home, { recursive: true }))
const numbers = async (batches: AsyncIterable<{ records: unknown[] }>) =>
  (await Array.fromAsync(batches)).flatMap(({ records }) => records)

test('what is spooled can be read at every moment of a checkpoint', async () => {
  const spools = openSpools(folderJobFiles(home), 'aa-1')
  const wanted = Array.from({ length: 30 }, (_, n) => ({ n }))
  for (const { n } of wanted) await spools.write('sort.in', n, [{ n }])
  const flushing = [spools.flush(), spools.flush()]
  for (let i = 0; i < 10; i++) assert.deepEqual(await numbers(spools.read('sort.in')), wanted)
  await Promise.all(flushing)
  assert.deepEqual(await numbers(spools.read('sort.in')), wanted)
  assert.deepEqual(await numbers(openSpools(folderJobFiles(home), 'aa-1').read('sort.in')), wanted)
})

test('a batch that is written again while it is brought to disk is the later one', async () => {
  const spools = openSpools(folderJobFiles(home), 'aa-2')
  await spools.write('a.out', 0, [{ n: 1 }])
  const flushing = spools.flush()
  await spools.write('a.out', 0, [{ n: 2 }])
  await flushing
  assert.deepEqual(await numbers(spools.read('a.out')), [{ n: 2 }])
  await spools.flush()
  assert.deepEqual(await numbers(openSpools(folderJobFiles(home), 'aa-2').read('a.out')), [{ n: 2 }])
})

test('more than fits in memory goes to disk in the order of its numbers', async () => {
  const spools = openSpools(folderJobFiles(home), 'aa-3')
  const long = 'x'.repeat(300_000)
  await Promise.all(Array.from({ length: 12 }, (_, n) => spools.write('a.out', n, [{ n, long }])))
  assert.equal(spools.hasFiles(), true)
  assert.deepEqual(
    (await numbers(spools.read('a.out'))).map((record) => (record as { n: number }).n),
    Array.from({ length: 12 }, (_, n) => n),
  )
})

test('while a backup is made nothing that a run may go on with is removed, and afterwards it is', async () => {
  const spools = openSpools(folderJobFiles(home), 'aa-9')
  for (const n of [0, 1]) await spools.keep('a.out', n, [{ n }])
  const backup = announceBackup(home)
  assert.throws(() => announceBackup(home), /is under way already; please wait for it/)
  await spools.drop('a.out', 0, 0)
  await spools.tidy()
  assert.deepEqual([...(await openSpools(folderJobFiles(home), 'aa-9').kept('a.out')).keys()], [0, 1])
  backup.end()
  await spools.drop('a.out', 0, 0)
  assert.deepEqual([...(await openSpools(folderJobFiles(home), 'aa-9').kept('a.out')).keys()], [1])
  await spools.tidy()
  assert.deepEqual([...(await openSpools(folderJobFiles(home), 'aa-9').kept('a.out')).keys()], [])
})

test('a spool of which one batch could not be written is not whole, and says why', async () => {
  mkdirSync(path.join(home, 'jobs/aa/aa-10/a.__in/1.0.jsonl'), { recursive: true })
  const spools = openSpools(folderJobFiles(home), 'aa-10')
  const writing = spools.whole('a.__in', async function* () {
    for (let n = 0; n < 40; n++) yield [{ n }]
  })
  await assert.rejects(writing, { code: 'EISDIR' })
  assert.equal(await spools.isWhole('a.__in'), false)
})

test('each attempt writes files of its own, and what an older one adds later is not seen', async () => {
  const [cut, next] = [1, 2].map((attempt) => openSpools(folderJobFiles(home), 'aa-11', attempt)) as [Spools, Spools]
  await cut.keep('a.__batches', 0, [{ n: 'cut 0' }])
  await next.keep('a.__batches', 1, [{ n: 'next 1' }])
  for (const number of [1, 2]) await cut.keep('a.__batches', number, [{ n: `late ${number}` }])
  assert.deepEqual(await numbers(openSpools(folderJobFiles(home), 'aa-11', 3).read('a.__batches')), [
    ...[{ n: 'cut 0' }, { n: 'next 1' }],
  ])
})
