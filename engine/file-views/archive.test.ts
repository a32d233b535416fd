import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { archiveEntries } from './archive.server.ts'
import { viewOf } from './view-tasks.ts'

const mtime = new Date('2026-11-27T08:00:00Z')

async function aTar(names: string[]): Promise<Buffer> {
  const tar = pack()
  for (const name of names)
    if (name.endsWith('/')) tar.entry({ name, mtime, type: 'directory' })
    else tar.entry({ name, mtime }, 'id\n1\n')
  tar.finalize()
  return buffer(tar)
}

test('a tar lists its files, packed or not, and no folders', async () => {
  const tape = await aTar(['in/', 'in/orders.csv', 'in/größe.txt'])
  const entries = [
    { name: 'in/orders.csv', size: 5, modified_at: '2026-11-27T08:00:00.000Z' },
    { name: 'in/größe.txt', size: 5, modified_at: '2026-11-27T08:00:00.000Z' },
  ]
  assert.deepEqual(await archiveEntries(tape, 10), entries)
  assert.deepEqual(await archiveEntries(gzipSync(tape), 10), entries)
})

test('of a large archive no more is read than is shown', async () => {
  const tape = await aTar(['a', 'b', 'c', 'd'])
  assert.deepEqual(
    (await archiveEntries(gzipSync(tape), 2)).map(({ name }) => name),
    ['a', 'b', 'c'],
  )
})

test('what is no archive, or a part of one, says so', async () => {
  const broken = { code: 'ARCHIVE_UNREADABLE' }
  await assert.rejects(archiveEntries(Buffer.from('PK no archive'), 10), broken)
  await assert.rejects(archiveEntries(Buffer.from('no archive'), 10), broken)
  await assert.rejects(archiveEntries(Buffer.alloc(1_024, 'x'), 10), broken)
  const packed = gzipSync(await aTar(['in/orders.csv']))
  await assert.rejects(archiveEntries(packed.subarray(0, 60), 10), broken)
})

test('an archive is told by its ending', () => {
  for (const name of ['a.zip', 'a.jar', 'a.tar', 'a.TGZ', 'orders.csv.tar.gz'])
    assert.equal(viewOf(name), 'archive', name)
  assert.equal(viewOf('orders.csv.gz'), 'records')
})
