import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keyring } from './keyring.server.ts'
import type { SecretPlace } from './sealed-columns.ts'

/** "weft" and the version of the format; then 8 bytes of the key's id, 12 of the nonce, 16 of the tag, and the ciphertext. */
const magic = Buffer.from('weft\x02', 'latin1')
const [idEnd, nonceEnd, tagEnd] = [magic.length + 8, magic.length + 20, magic.length + 36]

/** AES-256-GCM with the current key, bound to its place. For columns of bytes; `sealText` is for texts and JSON. */
export function seal(keys: Keyring, place: SecretPlace, plain: string): Buffer {
  const { id, bytes } = keys.current()
  const head = Buffer.concat([magic, Buffer.from(id, 'hex')])
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(bound(head, place))
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([head, nonce, cipher.getAuthTag(), sealed])
}

/**
 * Opens what was sealed for this place. Throws when it was sealed for another, was touched, or its key is not known. What an
 * older Weft encrypted (no version, bound to nothing) opens with any known key, until `reseal` has turned it.
 */
export function unseal(keys: Keyring, place: SecretPlace, sealed: Buffer): string {
  const key_id = keyIdOf(sealed)
  if (key_id === undefined) return unsealUnbound(keys, sealed)
  const key = keys.find(key_id)
  if (!key) throw new Error(`${nameOf(place)} is sealed with the key ${key_id}, which this Weft does not have.`)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, sealed.subarray(idEnd, nonceEnd)).setAAD(
      bound(sealed.subarray(0, idEnd), place),
    )
    decipher.setAuthTag(sealed.subarray(nonceEnd, tagEnd))
    return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new Error(`${nameOf(place)} does not open: it was changed, or sealed for another place.`, { cause })
  }
}

/** The same as base64, for columns of text and values inside of JSON. */
export const sealText = (keys: Keyring, place: SecretPlace, plain: string): string =>
  seal(keys, place, plain).toString('base64')
export const unsealText = (keys: Keyring, place: SecretPlace, sealed: string): string =>
  unseal(keys, place, Buffer.from(sealed, 'base64'))

/** Whose key it is, or nothing when it is of the older format. */
export const keyIdOf = (sealed: Buffer): string | undefined =>
  sealed.subarray(0, magic.length).equals(magic) ? sealed.subarray(magic.length, idEnd).toString('hex') : undefined

/** The older format: 12 bytes nonce, 16 bytes tag, ciphertext. It is read and never written. */
export function unsealUnbound(keys: Keyring, sealed: Buffer): string {
  for (const { bytes } of keys.all()) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', bytes, sealed.subarray(0, 12))
      decipher.setAuthTag(sealed.subarray(12, 28))
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
    } catch {
      continue // another key, or no secret at all
    }
  }
  throw new Error('No key of this Weft opens this secret.')
}

const bound = (head: Buffer, { table, tenant_id, row, column }: SecretPlace) =>
  Buffer.concat([head, Buffer.from(JSON.stringify([tenant_id ?? '', table, row, column]))])
const nameOf = ({ table, row, column }: SecretPlace) => `The secret ${table}.${column} of ${row}`
