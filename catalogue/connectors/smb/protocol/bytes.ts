/** What a server sent is not what it can have meant. */
export class Malformed extends Error {}

/** A part of what came, which has to be there. */
export function sliceOf(bytes: Buffer, at: number, length: number): Buffer {
  if (at < 0 || at + length > bytes.length) throw new Malformed('an answer is cut off')
  return bytes.subarray(at, at + length)
}
