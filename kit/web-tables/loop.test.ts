import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loopGuard } from './loop.ts'

const pagesUntilNoticed = (mark: (page: number) => string, most: number) => {
  const guard = loopGuard('orders')
  for (let page = 1; page <= most; page++)
    try {
      guard(mark(page))
    } catch (error) {
      return [page, (error as Error).message]
    }
  return [most, 'never']
}

test('pages that come again are noticed, soon or however long the circle is', () => {
  assert.deepEqual(
    pagesUntilNoticed(() => 'same', 10),
    [2, 'The pages of orders repeat themselves: page 2 is the same as an earlier one.'],
  )
  assert.equal(pagesUntilNoticed((page) => String(page <= 5 ? page : 3 + (page % 3)), 100)[0], 6)
  const [noticed] = pagesUntilNoticed((page) => String(page % 5_000), 50_000)
  assert.ok(Number(noticed) > 5_000 && Number(noticed) < 20_000, String(noticed))
  assert.deepEqual(pagesUntilNoticed(String, 20_000), [20_000, 'never'])
})
