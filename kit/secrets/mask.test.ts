import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Unavailable } from '../errors/errors.ts'
import { quotedTexts, say } from '../messages/messages.ts'
import { maskerOf, withoutSecret } from './mask.server.ts'

const secret = 'Gr3en "door" + key/7'
const here = '••••(shop.key)'
const of = (...secrets: string[]) => maskerOf(new Map(secrets.map((one) => [one, 'shop.key'])))

test('a secret is taken out of texts, however it stands there, and its name stays', () => {
  const mask = of(secret)
  assert.deepEqual(
    mask({
      a: `x ${secret} y`,
      list: [secret, 7, null],
      url: `https://shop.example/?key=${encodeURIComponent(secret)}`,
      [secret]: true,
    }),
    { a: `x ${here} y`, list: [here, 7, null], url: `https://shop.example/?key=${here}`, [here]: true },
  )
  assert.equal(mask(JSON.stringify({ key: secret })), `{"key":"${here}"}`)
  assert.equal(
    maskerOf(
      new Map([
        ['first secret', 'a'],
        ['second secret', 'b'],
      ]),
    )('second secret, first secret'),
    '••••(b), ••••(a)',
  )
})

test('it is found in every notation a server may answer it in', () => {
  const hidden = 'Käse/<7> & "Brot"\'s'
  const mask = of(hidden)
  const notations = [
    encodeURIComponent(hidden),
    encodeURIComponent(hidden).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    new URLSearchParams({ a: hidden }).toString(),
    JSON.stringify({ a: hidden }),
    JSON.stringify(JSON.stringify({ a: hidden })),
    '{"a":"K\\u00e4se\\/<7> & \\"Brot\\"\'s"}',
    '<b>Käse/&lt;7&gt; &amp; &quot;Brot&quot;&#39;s</b>',
    '<b>Käse/&lt;7&gt; &amp; "Brot"\'s</b>',
    Buffer.from(`user:${hidden}`).toString('base64'),
    Buffer.from(`us:${hidden}`).toString('base64url'),
  ]
  for (const text of notations) assert.ok(mask(text).includes(here), text)
})

test('no part of it is left in base64, wherever it begins, as in a basic sign-in', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'abcXYZ0189:-_ '), minLength: 0, maxLength: 9 }),
      fc.stringMatching(/^[A-Za-z0-9!#]{9,40}$/),
      fc.string({ maxLength: 5 }),
      (before, hidden, after) => {
        fc.pre(!before.includes(hidden))
        const masked = of(hidden)(Buffer.from(`${before}${hidden}${after}`).toString('base64'))
        assert.ok(masked.includes(here), masked)
      },
    ),
  )
})

test('where a text was cut in the middle of one, its beginning is taken out, too', () => {
  const mask = of('Bean-Stalk-9000')
  assert.equal(mask('You said: Bean-Stalk-90'), `You said: ${here}`)
  assert.equal(mask('You said: Bean…'), `You said: ${here}…`)
  assert.equal(mask('You said: Bean-Sta… (70000)'), `You said: ${here}… (70000)`)
  assert.equal(mask('You said: Bea'), 'You said: Bea')
  assert.equal(mask('Bean soup'), 'Bean soup')
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zA-Z0-9+/]{8,40}$/), fc.nat({ max: 60 }), (hidden, cut) => {
      const text = `They sent ${hidden} and more`.slice(0, 10 + cut)
      const left = of(hidden)(text)
      for (let length = hidden.length; length >= 4; length--)
        assert.ok(!left.replaceAll(here, '').includes(hidden.slice(0, length)), `${left} of ${hidden}`)
    }),
  )
})

test('a number that is a secret is one as a number, and objects without a prototype are looked through', () => {
  const mask = of('900100200')
  assert.deepEqual(mask({ pin: 900100200, other: 9001002001, price: 12n }), {
    pin: here,
    other: 9001002001,
    price: 12n,
  })
  const bare = Object.assign(Object.create(null) as object, { pin: '900100200' })
  assert.deepEqual(mask(bare), { pin: here })
  const date = new Date(0)
  assert.equal(mask({ date }).date, date)
})

test('quotes and braces of a secret do not save it in a message', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(..."ab'{}"), minLength: 6, maxLength: 12 }),
      fc.string({ unit: fc.constantFrom(..."x y'{}"), maxLength: 6 }),
      (hidden, around) => {
        fc.pre(hidden.trim().length >= 6)
        const masked = of(hidden)(quotedTexts(`${around}${hidden}${around}`))
        for (const language of ['en', 'de'] as const)
          assert.ok(!say(masked, language).replaceAll(here, '').includes(hidden), JSON.stringify(masked))
      },
    ),
  )
})

test('what becomes known later is masked from then on; where nothing is known, a value stays the very same', () => {
  const known = new Map<string, string>()
  const mask = maskerOf(known)
  const value = { text: 'a later secret' }
  assert.equal(mask(value), value)
  known.set('later secret', 'shop.key')
  assert.deepEqual(mask(value), { text: `a ${here}` })
})

test('a word too short to be a secret, or none at all, is looked for nowhere', () => {
  for (const word of ['', 'abc', '     a']) assert.equal(of(word.trim())('abc a'), 'abc a')
})

test('the error of a system one signs in to does not tell the password', () => {
  const error = withoutSecret(
    new Unavailable('STORAGE_REFUSED', quotedTexts('530 PASS Sea-Shell-1 is wrong')),
    'Sea-Shell-1',
    'password',
  ) as Unavailable
  assert.equal(say(error.say, 'en'), '530 PASS ••••(password) is wrong')
  assert.equal(error.message, '530 PASS ••••(password) is wrong')
})
