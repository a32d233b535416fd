import { createHash, createHmac, randomBytes } from 'node:crypto'
import { Malformed, sliceOf } from './bytes.ts'
import { md4 } from './md4.ts'

// NTLMv2, as MS-NLMP has it: nothing older is spoken, since what it sends can be turned back into the password.

const signature = Buffer.from('NTLMSSP\0', 'latin1')
/** Unicode, target, signing, NTLM, always signed, extended security, target information, version, 128 bits. */
const flags =
  0x00000001 | 0x00000004 | 0x00000010 | 0x00000200 | 0x00008000 | 0x00080000 | 0x00800000 | 0x02000000 | 0x20000000
const version = Buffer.from([10, 0, 0, 0, 0, 0, 0, 15])
const hmacMd5 = (key: Uint8Array, ...parts: Uint8Array[]) => {
  const hmac = createHmac('md5', key)
  for (const part of parts) hmac.update(part)
  return hmac.digest()
}
const utf16 = (text: string) => Buffer.from(text, 'utf16le')

export type Identity = { user: string; domain: string; password: string }

/** The first message: what this side can do. */
export function ntlmNegotiate(): Buffer {
  const message = Buffer.alloc(40)
  message.set(signature)
  message.writeUInt32LE(1, 8)
  message.writeUInt32LE(flags, 12)
  message.set(version, 32)
  return message
}

export type Challenge = { message: Buffer; challenge: Buffer; target: Buffer }

/** The server's answer to it, wherever it stands in what came. */
export function ntlmChallenge(token: Buffer): Challenge {
  const start = token.indexOf(signature)
  if (start < 0) throw new Malformed('no NTLM challenge')
  const message = token.subarray(start, start + lengthBefore(token, start))
  if (message.length < 48 || message.readUInt32LE(8) !== 2) throw new Malformed('no NTLM challenge')
  const target = sliceOf(message, message.readUInt32LE(44), message.readUInt16LE(40))
  return { message, challenge: message.subarray(24, 32), target }
}

/** The length that is written before a text of bytes in DER; to the end where none is. */
function lengthBefore(token: Buffer, start: number): number {
  if (token[start - 4] === 0x04 && token[start - 3] === 0x82) return token.readUInt16BE(start - 2)
  const isShort = token[start - 2] === 0x04 || (token[start - 3] === 0x04 && token[start - 2] === 0x81)
  return isShort ? token[start - 1]! : token.length
}

/** What is made of name and password alone. */
export const ntowfv2 = ({ user, domain, password }: Identity) =>
  hmacMd5(md4(utf16(password)), utf16(user.toUpperCase() + domain))

/** The proof for a server's number, and the key of the session. */
export function ntlmv2Response(
  key: Buffer,
  challenge: Buffer,
  { time, own, target }: { time: Buffer; own: Buffer; target: Buffer },
) {
  const blob = Buffer.concat([
    Buffer.from([1, 1, 0, 0, 0, 0, 0, 0]),
    time,
    own,
    Buffer.alloc(4),
    target,
    Buffer.alloc(4),
  ])
  const proof = hmacMd5(key, challenge, blob)
  return { response: Buffer.concat([proof, blob]), session_key: hmacMd5(key, proof) }
}

/** The last message, and the key of the session it opens. */
export function ntlmAuthenticate(identity: Identity, first: Buffer, { message, challenge, target }: Challenge) {
  const said = targetPairs(target)
  const time = said.get(pair.timestamp)
  // Where the server tells its time it is told that this message is sealed, and so are the two before it.
  const pairs = time ? withSealed(said) : target
  const { response, session_key } = ntlmv2Response(ntowfv2(identity), challenge, {
    time: time ?? filetime(Date.now()),
    own: randomBytes(8),
    target: pairs,
  })
  const parts = [
    Buffer.alloc(24),
    response,
    utf16(identity.domain),
    utf16(identity.user),
    utf16('WEFT'),
    Buffer.alloc(0),
  ]
  const head = Buffer.alloc(88)
  head.set(signature)
  head.writeUInt32LE(3, 8)
  let at = head.length
  for (const [i, part] of parts.entries()) {
    const field = 12 + i * 8
    head.writeUInt16LE(part.length, field)
    head.writeUInt16LE(part.length, field + 2)
    head.writeUInt32LE(at, field + 4)
    at += part.length
  }
  head.writeUInt32LE(flags, 60)
  head.set(version, 64)
  const last = Buffer.concat([head, ...parts])
  if (time) last.set(hmacMd5(session_key, first, message, last), 72)
  return { message: last, session_key }
}

const toServer = 'session key to client-to-server signing key magic constant\0'

/** What seals a text as the first one that this side signs within a session: MS-NLMP 3.4.4.2. */
export function ntlmSignature(session_key: Buffer, text: Buffer): Buffer {
  const key = createHash('md5').update(session_key).update(toServer, 'latin1').digest()
  const first = Buffer.alloc(4)
  return Buffer.concat([Buffer.from([1, 0, 0, 0]), hmacMd5(key, first, text).subarray(0, 8), first])
}

const pair = { end: 0, flags: 6, timestamp: 7 }

function targetPairs(target: Buffer): Map<number, Buffer> {
  const pairs = new Map<number, Buffer>()
  for (let at = 0; at + 4 <= target.length;) {
    const [id, length] = [target.readUInt16LE(at), target.readUInt16LE(at + 2)]
    if (id === pair.end) break
    pairs.set(id, sliceOf(target, at + 4, length))
    at += 4 + length
  }
  const time = pairs.get(pair.timestamp)
  if (time && time.length !== 8) throw new Malformed('a point in time of the wrong length')
  return pairs
}

function withSealed(pairs: Map<number, Buffer>): Buffer {
  const all = new Map([...pairs, [pair.flags, Buffer.from([2, 0, 0, 0])]])
  const parts = [...all].flatMap(([id, value]) => {
    const head = Buffer.alloc(4)
    head.writeUInt16LE(id, 0)
    head.writeUInt16LE(value.length, 2)
    return [head, value]
  })
  return Buffer.concat([...parts, Buffer.alloc(4)])
}

/** Tenths of a microsecond since 1601. */
function filetime(now: number): Buffer {
  const time = Buffer.alloc(8)
  time.writeBigUInt64LE((BigInt(now) + 11_644_473_600_000n) * 10_000n)
  return time
}
