/** What is no entry of the log. */
export class LogUnreadable extends Error {}

export type ByteReader = ReturnType<typeof readerOf>

/** Reads on from the beginning, lowest byte first where nothing else is said; throws where bytes end too early. */
export function readerOf(bytes: Buffer) {
  let at = 0
  const take = (length: number): number => {
    if (length < 0 || at + length > bytes.length) throw new LogUnreadable('an entry is cut off')
    const start = at
    at += length
    return start
  }
  const reader = {
    left: () => bytes.length - at,
    skip: (length: number) => void take(length),
    bytes(length: number) {
      const start = take(length)
      return bytes.subarray(start, start + length)
    },
    text: (length: number) => reader.bytes(length).toString('utf8'),
    /** Of 1 to 6 bytes. */
    number: (length: number) => bytes.readUIntLE(take(length), length),
    signed: (length: number) => bytes.readIntLE(take(length), length),
    /** Of 1 to 6 bytes, the highest first. */
    highFirst: (length: number) => bytes.readUIntBE(take(length), length),
    large: () => bytes.readBigUInt64LE(take(8)),
    largeSigned: () => bytes.readBigInt64LE(take(8)),
    float: () => bytes.readFloatLE(take(4)),
    double: () => bytes.readDoubleLE(take(8)),
    /** A number that takes as many bytes as it needs. */
    packed(): number {
      const first = reader.number(1)
      if (first < 0xfb) return first
      if (first === 0xfc) return reader.number(2)
      if (first === 0xfd) return reader.number(3)
      throw new LogUnreadable('a number is none')
    },
  }
  return reader
}
