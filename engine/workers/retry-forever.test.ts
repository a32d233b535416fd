import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchRecurring } from '../scheduler/recurring.server.ts'
import { retryForever } from './retry-forever.ts'

const recurring = watchRecurring({ machine: 'one' })
const what = 'writing down what became of a test'

test('what fails for more than a second counts as failing until it works, and not a moment longer', async () => {
  const seen: (string | undefined)[] = []
  const answer = await retryForever(
    async () => {
      seen.push(recurring.worst()?.what)
      if (seen.length < 8) throw new Error('away')
      return 'written'
    },
    { what, recurring, isLeaving: () => false },
  )
  assert.equal(answer, 'written')
  assert.deepEqual(seen, [undefined, undefined, undefined, undefined, undefined, undefined, what, what])
  assert.equal(recurring.worst(), undefined)
})

test('a process that goes tries for a second, and then says what went wrong', async () => {
  let tries = 0
  await assert.rejects(
    retryForever(
      async () => {
        tries += 1
        throw new Error('away for good')
      },
      { what, recurring, isLeaving: () => true },
    ),
    /away for good/,
  )
  assert.equal(tries, 6)
})
