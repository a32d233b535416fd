import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { sealText, unsealText } from '@weft/kit/secrets/seal.server.ts'

/** Texts that open something and lie in files of the home, by the files' names. They are sealed with the installation's key. */
export const sealSecrets = (keys: Keyring, texts: Record<string, string>): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, sealText(keys, placeOf(name), text)])),
  )

export function openSecrets(keys: Keyring, sealed: string): Record<string, string> {
  const texts = z.record(z.string(), z.string()).parse(JSON.parse(sealed))
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, unsealText(keys, placeOf(name), text)]))
}

const placeOf = (row: string) => ({ table: 'backup', tenant_id: null, row, column: 'text' })

const lockedSchema = z.strictObject({
  cost: z.int(),
  salt: z.base64(),
  nonce: z.base64(),
  tag: z.base64(),
  sealed: z.base64(),
})
/** 128 MB and about half a second for each guess. */
const cost = 2 ** 17

/** The keys of an installation, locked with a passphrase: AES-256-GCM with a key that scrypt derives from it. */
export async function lockKeys(texts: readonly string[], passphrase: string): Promise<string> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', await derive(passphrase, salt, cost), nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(texts), 'utf8'), cipher.final()])
  const parts = { salt, nonce, tag: cipher.getAuthTag(), sealed }
  return JSON.stringify({
    cost,
    ...Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64')])),
  })
}

/** Throws where the passphrase is another one. */
export async function unlockKeys(locked: string, passphrase: string): Promise<string[]> {
  const { cost, ...texts } = lockedSchema.parse(JSON.parse(locked))
  const [salt, nonce, tag, sealed] = [texts.salt, texts.nonce, texts.tag, texts.sealed].map((text) =>
    Buffer.from(text, 'base64'),
  ) as [Buffer, Buffer, Buffer, Buffer]
  const decipher = createDecipheriv('aes-256-gcm', await derive(passphrase, salt, cost), nonce).setAuthTag(tag)
  try {
    const plain = Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
    return z.array(z.string()).parse(JSON.parse(plain))
  } catch (cause) {
    throw new Error('The passphrase does not open the key of this backup.', { cause })
  }
}

const derive = (passphrase: string, salt: Buffer, N: number) =>
  promisify<string, Buffer, number, object, Buffer>(scrypt)(passphrase, salt, 32, { N, r: 8, p: 1, maxmem: 2 ** 28 })
