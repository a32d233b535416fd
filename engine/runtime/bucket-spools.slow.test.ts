import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { anOwnBucket } from '../storage/testing/own-bucket.ts'
import { openSpools } from './spool.server.ts'

const { skip, open } = await anOwnBucket()
const store = open('spools')
after(() => store.close())
const files = store.jobs
const recordsIn = async (batches: AsyncIterable<{ records: unknown[] }>) =>
  (await Array.fromAsync(batches)).flatMap(({ records }) => records)

test(
  'what one machine has flushed another reads, in order, and what it held in memory is not there',
  { skip },
  async () => {
    const job = randomUUID()
    const first = openSpools(files, job, 1)
    for (let n = 0; n < 30; n++) await first.write('sort.in', n, [{ n }])
    assert.deepEqual(await recordsIn(openSpools(files, job, 2).read('sort.in')), [])
    await first.flush()
    await first.write('sort.in', 30, [{ n: 30 }])
    const wanted = Array.from({ length: 30 }, (_, n) => ({ n }))
    assert.deepEqual(await recordsIn(openSpools(files, job, 2).read('sort.in')), wanted)
    assert.deepEqual(await recordsIn(openSpools(files, job, 2).read('sort.in', 28)), [{ n: 28 }, { n: 29 }])
    assert.deepEqual(await recordsIn(first.read('sort.in')), [...wanted, { n: 30 }])
  },
)

test('a spool is whole or not there, and what a thawed machine adds to it is not seen', { skip }, async () => {
  const job = randomUUID()
  const [cut, next] = [openSpools(files, job, 1), openSpools(files, job, 2)]
  const name = 'read.__read/0'
  const broken = cut.whole(name, async function* () {
    yield [{ n: 'cut 0' }]
    yield [{ n: 'cut 1' }]
    throw new Error('killed')
  })
  await assert.rejects(broken, /killed/)
  assert.equal(await next.isWhole(name), false)
  await next.whole(name, async function* () {
    yield [{ n: 'next 0' }]
  })
  await cut.keep(name, 1, [{ n: 'late 1' }])
  await cut.keep(name, 0, [{ n: 'late 0' }])
  assert.equal(await cut.isWhole(name), true)
  assert.deepEqual(await recordsIn(openSpools(files, job, 3).read(name)), [{ n: 'next 0' }])
})

test(
  'more batches than a page of a listing has come back, and some are dropped by their numbers',
  { skip },
  async () => {
    const job = randomUUID()
    await openSpools(files, job).whole('__in', async function* () {
      for (let n = 0; n < 1_050; n++) yield [{ n }]
    })
    const spools = openSpools(files, job, 1)
    const all = await recordsIn(spools.read('__in'))
    assert.deepEqual([all.length, all[0], all.at(-1)], [1_050, { n: 0 }, { n: 1_049 }])
    await spools.drop('__in', 2, 1_047)
    assert.deepEqual([...(await spools.kept('__in')).keys()], [0, 1, 1_048, 1_049])
  },
)

test(
  'after a success what was handed in stays, and jobs are found and removed with all they keep',
  { skip },
  async () => {
    const [job, other] = [randomUUID(), randomUUID()]
    const spools = openSpools(files, job, 1)
    await spools.whole('__in', async function* () {
      yield [{ n: 1 }]
    })
    await spools.keep('sort.out', 0, [{ n: 2 }])
    await files.copy(job, other, '__in')
    await spools.tidy()
    assert.deepEqual(await files.spools(job), ['__in'])
    assert.deepEqual(await recordsIn(openSpools(files, other).read('__in')), [{ n: 1 }])
    const known = async () => (await Array.fromAsync(files.jobs())).flat().filter((id) => id === job || id === other)
    assert.deepEqual((await known()).toSorted(), [job, other].toSorted())
    const changed = await files.changedAt(job)
    assert.ok(changed && Math.abs(Date.now() - changed.getTime()) < 60_000)
    await files.removeJobs([job, other])
    assert.deepEqual([await known(), await files.changedAt(job), await files.names(job, '__in')], [[], undefined, []])
  },
)
