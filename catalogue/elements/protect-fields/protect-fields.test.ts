import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aStep } from '@weft/kit/testing/step.ts'
import { protectFieldsBody } from './protect-fields.server.ts'
import { protectFields } from './protect-fields.ts'

const protect = async (key: string, records: Record<string, unknown>[]) => {
  const settings = protectFields.settings.parse({
    key,
    fields: [
      { field: 'email', how: 'hash' },
      { field: 'person.name', how: 'mask' },
    ],
  })
  return (await (await protectFieldsBody.open(aStep(settings))).batch(records, 0)).exits['out']
}

test('a hash is the HMAC of RFC 4231 and the same for the same value, a mask tells a sign; what is empty stays empty', async () => {
  assert.deepEqual(
    await protect('Jefe', [
      { id: 1, email: 'what do ya want for nothing?', person: { name: 'Jane', town: 'Kiel' } },
      { id: 2, email: null, person: {} },
      { id: 3, email: '' },
    ]),
    [
      {
        id: 1,
        email: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
        person: { name: 'J•••••', town: 'Kiel' },
      },
      { id: 2, email: null, person: {} },
      { id: 3, email: '' },
    ],
  )
})

test('another key gives another hash', async () => {
  const [a, b] = [
    await protect('one key', [{ email: 'x@y.example' }]),
    await protect('another', [{ email: 'x@y.example' }]),
  ]
  assert.notEqual(a![0]!['email'], b![0]!['email'])
})
