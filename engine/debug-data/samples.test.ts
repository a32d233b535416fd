import assert from 'node:assert/strict'
import { test } from 'node:test'
import { debugSteps } from './document.ts'
import { openSamples } from './samples.ts'

const same = <T>(value: T): T => value
const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ n }))

test('the first fifty records of each exit are kept, over all batches, and the first fifty refused with their reason', () => {
  const { samples, take } = openSamples()
  take('read', { exits: { out: numbered(30) } })
  take('read', { exits: { out: numbered(30), other: [{ a: 1 }] } })
  const reason = { text: { en: 'No.', de: 'Nein.' }, values: {} }
  take('check', { exits: { out: [] }, rejected: numbered(60).map((record) => ({ record, field: 'n', reason })) })
  const steps = debugSteps(samples, same)
  assert.deepEqual(
    [steps['read']!.exits['out']!.length, steps['read']!.exits['out']![49], steps['read']!.exits['other']],
    [50, { n: 19 }, [{ a: 1 }]],
  )
  assert.deepEqual([steps['check']!.exits, steps['check']!.refused.length], [{}, 50])
  assert.deepEqual(steps['check']!.refused[0], { record: { n: 0 }, field: 'n', reason })
})

test('what tells of a person is masked wherever it stands, secrets are taken out, and what is long is cut', () => {
  const { samples, take } = openSamples()
  take('read', {
    exits: {
      out: [
        {
          number: 'A-1',
          customer: { email: 'kim@weser.example', city: 'Bremen' },
          lines: [{ sku: 'X', phone: '+49 421 1234567' }],
          note: 'ab'.repeat(2_001),
          key: 'top-secret',
          empty: null,
        },
      ],
    },
  })
  const hide = <T>(value: T) => JSON.parse(JSON.stringify(value).replaceAll('top-secret', '••••')) as T
  const [record] = debugSteps(samples, hide)['read']!.exits['out']!
  assert.deepEqual(record, {
    number: 'A-1',
    customer: { email: 'k•••••@•••.example', city: 'Bremen' },
    lines: [{ sku: 'X', phone: '+49 ••• ••• 67' }],
    note: `${'ab'.repeat(2_000)}…`,
    key: '••••',
    empty: null,
  })
})

test('large records are held only up to a bound', () => {
  const { samples, take } = openSamples()
  take('read', { exits: { out: Array.from({ length: 50 }, () => ({ text: 'x'.repeat(1_000_000) })) } })
  assert.equal(samples.exits.get('read')!.get('out')!.length, 3)
})
