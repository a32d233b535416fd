import { z } from 'zod'

const lsn = z.string().regex(/^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/)

/**
 * Where in the log a reading goes on: behind `at`, where a transaction begins there behind so many of its changes, up to what was
 * committed when the reading began.
 */
export const logPosition = z.strictObject({
  at: lsn,
  skip: z.int().min(0).optional(),
  until: lsn.optional(),
  publication: z.string(),
})
export type LogPosition = z.output<typeof logPosition>

/** `16/B374D848` as a number, and back. */
export function numberOf(position: string): bigint {
  const [high, low] = position.split('/')
  return (BigInt(`0x${high!}`) << 32n) | BigInt(`0x${low!}`)
}
export const textOf = (position: bigint) =>
  `${(position >> 32n).toString(16)}/${(position & 0xffffffffn).toString(16)}`.toUpperCase()
