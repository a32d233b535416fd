import { crc32 } from 'node:zlib'
import { LogUnreadable } from './byte-reader.ts'

const rotate = 4
const format = 15

/**
 * Takes the sum off each entry and compares it. How entries of a file are summed stands at the end of its first; what the server makes up
 * before, to name the file, may have one or not.
 */
export function withoutSums(): (entry: Buffer) => Buffer {
  let isSummed = false
  return (entry) => {
    if (entry.length < 19) throw new LogUnreadable('an entry is cut off')
    const [type, end] = [entry[4], entry.readUInt32LE(13)]
    const rest = entry.subarray(0, -4)
    if (type === format) {
      isSummed = entry[entry.length - 5] === 1
      return rest
    }
    const holds = () => crc32(rest) === entry.readUInt32LE(entry.length - 4)
    if (type === rotate && end === 0) return holds() ? rest : entry
    if (!isSummed) return entry
    if (!holds()) throw new LogUnreadable('an entry is not as it was written')
    return rest
  }
}
