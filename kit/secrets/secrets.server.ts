import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The key that encrypts secrets: `WEFT_SECRET_KEY`, or a file only the owner may read that is made on first use. 32 bytes. */
export function secretKey(home: string, given = process.env['WEFT_SECRET_KEY']): Buffer {
  if (given) return createHash('sha256').update(given).digest()
  const file = path.join(home, 'secret.key')
  if (!existsSync(file)) {
    mkdirSync(home, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
  }
  return createHash('sha256').update(readFileSync(file, 'utf8').trim()).digest()
}

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
