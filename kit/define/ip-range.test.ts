import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ipRange, isListed } from './ip-range.ts'

const accepted = (entry: string) => ipRange.safeParse(entry).success

test('an address is on a list that names it, its range or a pattern for it', () => {
  for (const [address, entry] of [
    ['192.168.1.7', '192.168.1.7'],
    ['192.168.1.7', '192.168.0.0/16'],
    ['192.168.1.7', '192.168.*.*'],
    ['192.168.1.7', '192.168.*'],
    ['192.168.1.7', '192.*.1.7'],
    ['192.168.1.7', '*'],
    ['192.168.1.7', ' 192.168.1.7 '],
    ['192.168.1.7', '0.0.0.0/0'],
    ['::ffff:192.168.1.7', '192.168.1.0/24'],
    ['192.168.1.7', '::ffff:192.168.1.0/120'],
    ['2001:db8::1', '2001:0DB8:0:0:0:0:0:1'],
    ['2001:db8::1', '2001:db8::/32'],
    ['2001:db8::1', '2001:db8:*'],
    ['2001:db8::1', '*'],
    ['fe80::1%eth0', 'fe80::/10'],
  ] as const)
    assert.equal(isListed(address, [entry]), true, `${address} on ${entry}`)
})

test('an address is not on a list of others, nor of the other family', () => {
  for (const [address, entry] of [
    ['192.168.1.7', '192.168.1.8'],
    ['192.168.1.7', '192.168.2.0/24'],
    ['192.168.1.7', '192.169.*'],
    ['192.168.1.7', '::/0'],
    ['2001:db8::1', '0.0.0.0/0'],
    ['2001:db8::1', '2001:db9::/32'],
    ['2001:db8::1', '192.168.*.*'],
    ['', '*'],
    ['unknown', '*'],
    ['192.168.1.7', 'nonsense'],
  ] as const)
    assert.equal(isListed(address, [entry]), false, `${address} on ${entry}`)
  assert.equal(isListed('192.168.1.7', []), false)
})

test('only what stands for addresses is accepted', () => {
  for (const entry of [
    '10.0.0.1',
    '10.0.0.0/8',
    '10.*',
    '10.*.0.1',
    '*',
    '::1',
    '2001:db8::/32',
    '2001:db8:*',
    '::ffff:10.0.0.0/104',
  ])
    assert.equal(accepted(entry), true, entry)
  for (const entry of [
    '',
    '10',
    '10.0.0',
    '10.0.0.256',
    '010.0.0.1',
    '0x7f.0.0.1',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/255.0.0.0',
    '2001:db8::/129',
    '::ffff:10.0.0.0/64',
    '10.1*',
    '**',
    '*.',
    '2001:db8::*',
    'localhost',
    '10.0.0.1, 10.0.0.2',
  ])
    assert.equal(accepted(entry), false, entry)
})

const octet = fc.integer({ min: 0, max: 255 })
const v4 = fc.tuple(octet, octet, octet, octet)
const dotted = (parts: readonly number[]) => parts.join('.')
const toNumber = (parts: readonly number[]) => parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n)

test('a range holds exactly the addresses with the same leading bits', () => {
  fc.assert(
    fc.property(v4, v4, fc.integer({ min: 0, max: 32 }), (address, network, bits) => {
      const shift = BigInt(32 - bits)
      assert.equal(
        isListed(dotted(address), [`${dotted(network)}/${bits}`]),
        toNumber(address) >> shift === toNumber(network) >> shift,
      )
    }),
  )
  const v6 = fc
    .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
    .filter((parts) => parts.slice(0, 5).some((part) => part !== 0))
  const number = (parts: number[]) => parts.reduce((sum, part) => sum * 65536n + BigInt(part), 0n)
  const text = (parts: number[]) => parts.map((part) => part.toString(16)).join(':')
  fc.assert(
    fc.property(v6, v6, fc.integer({ min: 0, max: 128 }), fc.integer({ min: 1, max: 8 }), (a, b, bits, common) => {
      const network = [...a.slice(0, common), ...b.slice(common)]
      const shift = BigInt(128 - bits)
      assert.equal(isListed(text(a), [`${text(network)}/${bits}`]), number(a) >> shift === number(network) >> shift)
    }),
  )
})

test('a pattern holds exactly the addresses that agree where it has no star', () => {
  fc.assert(
    fc.property(v4, v4, fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean()), (address, other, stars) => {
      const entry = other.map((part, i) => (stars[i] ? '*' : part)).join('.')
      assert.equal(
        isListed(dotted(address), [entry]),
        address.every((part, i) => stars[i] || part === other[i]),
      )
      assert.equal(isListed(dotted(other), [entry]), true)
    }),
  )
})

test('no text breaks it, and what is refused lets nobody in', () => {
  const noise = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[0-9a-f.:*/%]{0,40}$/),
    fc.ipV4(),
    fc.ipV6(),
    fc.ipV4Extended(),
  )
  fc.assert(
    fc.property(noise, noise, (address, entry) => {
      if (!accepted(entry)) assert.equal(isListed(address, [entry]), false)
    }),
    { numRuns: 3_000 },
  )
})
