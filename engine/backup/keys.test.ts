import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseKey, ringOf } from '@weft/kit/secrets/keyring.server.ts'
import { lockKeys, openSecrets, sealSecrets, unlockKeys } from './keys.server.ts'

test('locked keys open with their passphrase only, and a lock says nothing of them', async () => {
  const locked = await lockKeys(['one', 'two'], 'Fische schwimmen gern')
  assert.deepEqual(await unlockKeys(locked, 'Fische schwimmen gern'), ['one', 'two'])
  await assert.rejects(
    unlockKeys(locked, 'Fische schwimmen Gern'),
    /The passphrase does not open the key of this backup\./,
  )
  assert.ok(!locked.includes('one'))
  assert.notEqual(await lockKeys(['one', 'two'], 'Fische schwimmen gern'), locked)
})

test('texts that open something are sealed with the key, each for its own place', () => {
  const keys = ringOf(parseKey('a key'))
  const sealed = sealSecrets(keys, { sftp_host_key: 'a', 'postgres/superuser.password': 'b' })
  assert.deepEqual(openSecrets(keys, sealed), { sftp_host_key: 'a', 'postgres/superuser.password': 'b' })
  assert.throws(() => openSecrets(ringOf(parseKey('another key')), sealed))
  const { sftp_host_key, ...rest } = JSON.parse(sealed) as Record<string, string>
  assert.throws(() => openSecrets(keys, JSON.stringify({ ...rest, other: sftp_host_key })))
})
