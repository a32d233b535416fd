import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { environment } from '../env/environment.server.ts'

/** The key that encrypts secrets: `WEFT_SECRET_KEY`, or a file only the owner may read that is made on first use. 32 bytes. */
export function secretKey(home: string, given = environment().WEFT_SECRET_KEY): Buffer {
  if (given) return keyOf(given)
  const file = keyFile(home)
  if (existsSync(nextKeyFile(home))) throw new Error('A change of the key was interrupted. Please run `npm run rotate-key` to complete it.')
  if (!existsSync(file)) {
    mkdirSync(home, { recursive: true })
    writeFileSync(file, newKeyText(), { mode: 0o600, flag: 'wx' })
  }
  return keyOf(readFileSync(file, 'utf8'))
}

export const keyFile = (home: string) => path.join(home, 'secret.key')
/** Lies beside the key while it is being changed. */
export const nextKeyFile = (home: string) => `${keyFile(home)}.next`
export const newKeyText = () => randomBytes(32).toString('base64')
export const keyOf = (text: string) => createHash('sha256').update(text.trim()).digest()

/** AES-256-GCM: 12 bytes nonce, 16 bytes tag, ciphertext. */
export function encrypt(key: Buffer, plain: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Throws when the key is another or the bytes were touched. */
export function decrypt(key: Buffer, secret: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, secret.subarray(0, 12))
  decipher.setAuthTag(secret.subarray(12, 28))
  return Buffer.concat([decipher.update(secret.subarray(28)), decipher.final()]).toString('utf8')
}
