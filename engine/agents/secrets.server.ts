import { createHash, randomBytes, randomInt } from 'node:crypto'

/** Both are random enough that their digest tells nothing. */
export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** 256 bits. */
export const freshSecret = (): string => randomBytes(32).toString('base64url')

/** Without letters that look like digits. */
const letters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
export const codeMinutes = 15

/** Of 78 bits, to be read to somebody: `7KQM-2XPR-VH9D-TTC4`. */
export const freshCode = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')).join(
    '-',
  )

/** As it was written or read out. */
export const hashOfCode = (code: string): Buffer => hashOf(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
