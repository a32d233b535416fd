import { createCipheriv, randomBytes } from 'node:crypto'
import type { Keyring } from '../secrets/keyring.server.ts'

/** A secret as older versions stored it, bound to nothing and without the id of its key: what tests of the way from there begin with. */
export function encryptUnbound(keys: Keyring, plain: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keys.current().bytes, nonce)
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}
