import { createHmac, timingSafeEqual } from 'node:crypto'
import { cmac } from './cmac.server.ts'

const at = 48
const size = 16

export type Signing = { sign(message: Buffer): void; isSigned(message: Buffer): boolean }

/** How messages of a session are sealed against being changed on the way: MS-SMB2 3.1.4.1. */
export function signingOf(dialect: number, session_key: Buffer): Signing {
  const key = dialect < 0x0300 ? session_key : signingKey(session_key)
  const made = (message: Buffer) => {
    const blank = Buffer.from(message)
    blank.fill(0, at, at + size)
    return dialect < 0x0300 ? createHmac('sha256', key).update(blank).digest().subarray(0, size) : cmac(key, blank)
  }
  return {
    sign: (message) => void message.set(made(message), at),
    isSigned: (message) => timingSafeEqual(made(message), message.subarray(at, at + size)),
  }
}

/** SP 800-108 in counter mode with the words that version 3.0 has for it. */
export const signingKey = (session_key: Buffer): Buffer =>
  createHmac('sha256', session_key)
    .update(Buffer.from([0, 0, 0, 1]))
    .update('SMB2AESCMAC\0\0SmbSign\0\0\0\0\u0080', 'latin1')
    .digest()
    .subarray(0, 16)
