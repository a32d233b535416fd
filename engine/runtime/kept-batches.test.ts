import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { folderJobFiles } from './folder-job-files.server.ts'
import { keptBatches } from './kept-batches.server.ts'
import type { BatchStream, Position } from './batch-stream.ts'
import { openSpools } from './spool.server.ts'

const home = mkdtempSync(path.join(tmpdir(), 'weft-kept-'))
after(() => rmSync(home, { recursive: true, force: true }))

/** A table read three rows at a time behind a key, as it is at that moment. */
const reading = (rows: () => number[]) =>
  async function* ({ cursor }: Position): BatchStream {
    for (let after = (cursor as { cursor: number } | undefined)?.cursor ?? 0; ;) {
      const batch = rows()
        .filter((id) => id > after)
        .slice(0, 3)
      if (batch.length === 0) return
      after = batch.at(-1)!
      yield { step: 'read', exits: { out: batch.map((id) => ({ id })) }, cursor: { input: 0, cursor: after, skip: 0 } }
    }
  }
const progressAt = (batch: number | undefined) => ({ journalled: () => batch })
const feed = (job: string, rows: () => number[], from: Position, journalled?: number) =>
  keptBatches(
    { spools: openSpools(folderJobFiles(home), job), progress: progressAt(journalled) as never },
    { id: 'read' },
    from,
    reading(rows),
  )
const ids = ({ exits }: { exits: Record<string, unknown[]> }) => (exits['out'] as { id: number }[]).map(({ id }) => id)

test('after a crash each number stands for the same records, whatever was deleted or added meanwhile', async () => {
  let rows = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
  const job = crypto.randomUUID()
  const given: number[][] = []
  for await (const batch of feed(job, () => rows, { batch: -1 })) {
    given.push(ids(batch))
    // Three batches went on, and none of them stands in the journal when the process dies.
    if (given.length === 3) break
  }
  rows = [2, 6, 8, 9, 9.5, 10, 11]
  const again: number[][] = []
  for await (const batch of feed(job, () => rows, { batch: -1 })) again.push(ids(batch))
  assert.deepEqual(again, [
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9],
    [9.5, 10, 11],
  ])
  assert.deepEqual(again.slice(0, 3), given)
  const rest: number[][] = []
  for await (const batch of feed(job, () => rows, { batch: 1, cursor: { input: 0, cursor: 6, skip: 0 } }))
    rest.push(ids(batch))
  assert.deepEqual(rest, [
    [7, 8, 9],
    [9.5, 10, 11],
  ])
})

test('what the journal has is let go', async () => {
  const job = crypto.randomUUID()
  const rows = Array.from({ length: 300 }, (_, i) => i + 1)
  const spools = openSpools(folderJobFiles(home), job)
  let journalled = -1
  let most = 0
  for await (const _ of keptBatches(
    { spools, progress: { journalled: () => journalled } as never },
    { id: 'read' },
    { batch: -1 },
    reading(() => rows),
  )) {
    journalled += 1
    most = Math.max(most, (await spools.kept('read.__batches')).size)
  }
  assert.ok(most <= 34, `${most} batches lay on disk at once`)
})
