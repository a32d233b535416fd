import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { Duplex } from 'node:stream'
import { cut } from '@weft/kit/agent/streams.server.ts'

const method = 'aes-256-gcm'
const tagBytes = 16
const largest = 64 * 1024
const lengthBytes = 4

/** Of the two ends of a line; each seals with a key of its own. */
export type Side = 'asks' | 'holds'
const otherOf = { asks: 'holds', holds: 'asks' } as const

/**
 * The line as it is used, over one that others may read: AES-256-GCM in pieces that are counted, so that none is left out, repeated or
 * changed, and with a last piece, so that nobody takes a part for the whole. The secret is that of this line alone.
 */
export function sealedLine(raw: Duplex, secret: Buffer, side: Side): Duplex {
  const own = { key: keyOf(secret, side), count: 0n }
  const theirs = { key: keyOf(secret, otherOf[side]), count: 0n }
  let waiting: Buffer = Buffer.alloc(0)
  let isFinal = false
  let isEnded = false

  function seal(bytes: Buffer): Buffer {
    const cipher = createCipheriv(method, own.key, nonceOf(own.count++))
    const length = Buffer.alloc(lengthBytes)
    length.writeUInt32BE(bytes.length)
    cipher.setAAD(length)
    return Buffer.concat([length, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }

  /** The next whole piece; nothing where it has not come yet. */
  function unseal(): Buffer | undefined {
    if (waiting.length < lengthBytes) return undefined
    const length = waiting.subarray(0, lengthBytes)
    const end = lengthBytes + length.readUInt32BE()
    if (end - lengthBytes > largest) throw broken()
    if (waiting.length < end + tagBytes) return undefined
    const decipher = createDecipheriv(method, theirs.key, nonceOf(theirs.count++), { authTagLength: tagBytes })
    decipher.setAAD(length).setAuthTag(waiting.subarray(end, end + tagBytes))
    const bytes = Buffer.concat([decipher.update(waiting.subarray(lengthBytes, end)), decipher.final()])
    waiting = waiting.subarray(end + tagBytes)
    return bytes
  }

  const line = new Duplex({
    read: () => void raw.resume(),
    write(chunk: Buffer, _encoding, done) {
      const pieces = []
      for (let at = 0; at < chunk.length; at += largest) pieces.push(seal(chunk.subarray(at, at + largest)))
      raw.write(Buffer.concat(pieces), done)
    },
    final(done) {
      isFinal = true
      raw.end(seal(Buffer.alloc(0)), done)
    },
    destroy(error, done) {
      if (!isFinal || !isEnded) cut(raw)
      done(error)
    },
  })

  raw
    .on('data', (chunk: Buffer) => {
      waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
      try {
        for (let bytes = unseal(); bytes !== undefined && !isEnded; bytes = unseal()) {
          isEnded = bytes.length === 0
          if (!line.push(isEnded ? null : bytes)) raw.pause()
        }
      } catch {
        line.destroy(broken())
      }
    })
    .on('error', (error) => line.destroy(error))
    .on('close', () => {
      if (!isEnded || !isFinal) line.destroy(broken())
    })
    .on('end', () => {
      if (!isEnded) line.destroy(broken())
    })
  return line
}

const keyOf = (secret: Buffer, side: Side) => Buffer.from(hkdfSync('sha256', secret, '', `weft line ${side}`, 32))

function nonceOf(count: bigint): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(count, 4)
  return nonce
}

const broken = () => Object.assign(new Error('The line was cut.'), { code: 'ECONNRESET' })
