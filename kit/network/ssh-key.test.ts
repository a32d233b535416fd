import assert from 'node:assert/strict'
import { test } from 'node:test'
import ssh2 from 'ssh2'
import { newSshKey } from './ssh-key.server.ts'

test('each of many new keys can be read, plain and encrypted', () => {
  const passphrase = 'a "phrase" of words'
  // Deriving a key of a passphrase takes a fifth of a second.
  const keys = [...Array.from({ length: 2_000 }, () => ''), ...Array.from({ length: 5 }, () => passphrase)]
  for (const secret of keys) {
    const read = ssh2.utils.parseKey(newSshKey(secret).private, secret)
    assert.ok(!(read instanceof Error), String(read))
  }
})
