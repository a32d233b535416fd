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
    batchesOf(files, (file) => texts[file] ?? '// A process of its own.'),
    [
      ['apps/server/a.test.ts', 'apps/server/c.test.ts'],
      ['apps/web/d.test.ts'],
      ['kit/f/g.test.ts'],
      ['apps/server/b.slow.test.ts'],
      ['kit/e.test.ts'],
    ],
  )
})

test('no process has more than twelve files', () => {
  const files = Array.from({ length: 25 }, (_, i) => `kit/${i}.test.ts`)
  assert.deepEqual(
    batchesOf(files, () => '').map(({ length }) => length),
    [12, 12, 1],
  )
})
