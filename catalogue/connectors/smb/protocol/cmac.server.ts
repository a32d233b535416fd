import { createCipheriv } from 'node:crypto'

/** AES-128-CMAC of RFC 4493: the last block of a chain in which the last piece of the message is masked. */
export function cmac(key: Uint8Array, message: Uint8Array): Buffer {
  const zero = Buffer.alloc(16)
  const first = doubled(createCipheriv('aes-128-ecb', key, null).update(zero))
  const blocks = Math.max(1, Math.ceil(message.length / 16))
  const isWhole = message.length === blocks * 16
  const bytes = Buffer.alloc(blocks * 16)
  bytes.set(message)
  if (!isWhole) bytes[message.length] = 0x80
  const mask = isWhole ? first : doubled(first)
  for (let i = 0; i < 16; i++) bytes[bytes.length - 16 + i]! ^= mask[i]!
  return createCipheriv('aes-128-cbc', key, zero).setAutoPadding(false).update(bytes).subarray(-16)
}

/** Twice the value in the field of 2^128. */
function doubled(value: Buffer): Buffer {
  const twice = Buffer.alloc(16)
  for (let i = 0; i < 16; i++) twice[i] = ((value[i]! << 1) | ((value[i + 1] ?? 0) >> 7)) & 0xff
  if (value[0]! & 0x80) twice[15]! ^= 0x87
  return twice
}
