import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batchesOf } from './test-batches.ts'

test('quick files of a part share processes, slow ones and those that say why run alone', () => {
  const files = [
    'apps/server/a.test.ts',
    'apps/server/b.slow.test.ts',
    'apps/server/c.test.ts',
    'apps/web/d.test.ts',
    'kit/e.test.ts',
    'kit/f/g.test.ts',
  ]
  const texts: Record<string, string> = {
    'kit/e.test.ts': 'import x\n// In a process of its own: it counts processes.\n',
  }
  assert.deepEqual(
    batchesOf(files, (file) => texts[file] ?? '// A process of its own.', 0),
    {
      quick: [
        ['apps/server/a.test.ts', 'apps/server/c.test.ts'],
        ['apps/web/d.test.ts'],
        ['kit/f/g.test.ts'],
        ['kit/e.test.ts'],
      ],
      slow: [['apps/server/b.slow.test.ts']],
    },
  )
})

test('no process has more than twelve files', () => {
  const files = Array.from({ length: 25 }, (_, i) => `kit/${i}.test.ts`)
  assert.deepEqual(
    batchesOf(files, () => '', 0).quick.map(({ length }) => length),
    [12, 12, 1],
  )
})

test('each day of a week other slow files are the first, and none is left out', () => {
  const files = Array.from({ length: 10 }, (_, i) => `kit/${i}.slow.test.ts`)
  const on = (day: number) => batchesOf(files, () => '', day).slow.map(([file]) => file!)
  assert.deepEqual(
    [0, 1, 4, 7].map((day) => on(day)[0]),
    ['kit/0.slow.test.ts', 'kit/1.slow.test.ts', 'kit/4.slow.test.ts', 'kit/0.slow.test.ts'],
  )
  for (const day of [0, 1, 2, 3, 4, 5, 6]) assert.deepEqual(on(day).toSorted(), files)
})
