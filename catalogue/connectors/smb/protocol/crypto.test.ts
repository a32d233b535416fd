import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cmac } from './cmac.server.ts'
import { md4 } from './md4.ts'
import { signingKey } from './signing.server.ts'
import { ntlmChallenge, ntlmv2Response, ntowfv2 } from './ntlm.server.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')

test('MD4 is that of RFC 1320', () => {
  for (const [message, digest] of [
    ['', '31d6cfe0d16ae931b73c59d7e0c089c0'],
    ['a', 'bde52cb31de33e46245e05fbdbd6fb24'],
    ['abc', 'a448017aaf21d8525fc10ae87aa6729d'],
    ['message digest', 'd9130a8164549fe818874806e1c7014b'],
    ['abcdefghijklmnopqrstuvwxyz', 'd79e1c308aa5bbcdeea8ed63df412da9'],
    ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', '043f8582f241db351ce627e153e7f0e4'],
    ['1234567890'.repeat(8), 'e33b4ddc9c38f2199c3e7b164fcc0536'],
  ] as const)
    assert.equal(md4(Buffer.from(message)).toString('hex'), digest)
})

test('AES-128-CMAC is that of RFC 4493', () => {
  const key = hex('2b7e151628aed2a6abf7158809cf4f3c')
  const message = hex(
    '6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51 30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710',
  )
  for (const [length, sum] of [
    [0, 'bb1d6929e95937287fa37d129b756746'],
    [16, '070a16b46b4d4144f79bdd9dd04a287c'],
    [40, 'dfa66747de9ae63030ca32611497c827'],
    [64, '51f0bebf7e3b9d92fc49741779363cfe'],
  ] as const)
    assert.equal(cmac(key, message.subarray(0, length)).toString('hex'), sum)
})

test('the key that version 3.0 signs with is the one that Microsoft has published', () => {
  const key = signingKey(hex('7cd451825d0450d235424e44ba6e78cc'))
  assert.equal(key.toString('hex'), '0b7e9c5cac36c0f6ea9ab275298cedce')
})

test('NTLMv2 is that of MS-NLMP 4.2.4', () => {
  const key = ntowfv2({ user: 'User', domain: 'Domain', password: 'Password' })
  assert.equal(key.toString('hex'), '0c868a403bfd7a93a3001ef22ef02e3f')
  const target = hex('02000c0044006f006d00610069006e00 01000c00530065007200760065007200 00000000')
  const { response, session_key } = ntlmv2Response(key, hex('0123456789abcdef'), {
    time: Buffer.alloc(8),
    own: Buffer.alloc(8, 0xaa),
    target,
  })
  assert.equal(response.subarray(0, 16).toString('hex'), '68cd0ab851e51c96aabc927bebef6a1c')
  assert.equal(session_key.toString('hex'), '8de40ccadbc14a82f15cb0ad0de95ca3')
})

test('a challenge is found in what it is wrapped in, and ends where it does', () => {
  const challenge = hex(
    `4e544c4d53535000 02000000 0c000c0038000000 338a8262 0123456789abcdef 0000000000000000 1c001c0044000000 0600701700 00000f
     5300650072007600650072 00 02000c0044006f006d00610069006e00 00000000 0000000000000000`,
  )
  const wrapped = Buffer.concat([
    hex('a181'),
    Buffer.from([challenge.length + 4, 0x04, 0x81, challenge.length]),
    challenge,
    hex('a3020400'),
  ])
  const found = ntlmChallenge(wrapped)
  assert.deepEqual(found.message, challenge)
  assert.equal(found.challenge.toString('hex'), '0123456789abcdef')
})
