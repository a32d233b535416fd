import { createRequire } from 'node:module'

type Answer = { data: Uint8Array; parse(): unknown }
type Waiting = { getInt32(): number | null }
type Driver = Record<'OpReply' | 'OpMsgResponse', { prototype: Answer }>

/**
 * The driver believes in the lengths of answers and within them: an answer of no bytes or a document of less than none lead it around in a
 * circle, a large number of documents to that many empty ones, until the memory is used up. Looked at before, they are an error.
 */
export function distrustLengths() {
  const part = createRequire(import.meta.url)
  const { BufferPool } = part('mongodb/lib/utils.js') as { BufferPool: { prototype: Waiting } }
  const { getInt32 } = BufferPool.prototype
  BufferPool.prototype.getInt32 = function () {
    const bytes = getInt32.call(this)
    // Below zero is what the driver itself refuses.
    return bytes === null || bytes >= header ? bytes : -1
  }
  const { OpReply, OpMsgResponse } = part('mongodb/lib/cmap/commands.js') as Driver
  lookFirst(OpReply, (answer) => Math.max(0, answer.readInt32LE(16)) * smallest <= answer.length - 20)
  lookFirst(OpMsgResponse, (answer) => {
    for (let at = 4; at < answer.length;) {
      const kind = answer[at++]
      if (kind !== 0) continue
      const bytes = answer.readInt32LE(at)
      if (bytes < smallest) return false
      at += bytes
    }
    return true
  })
}

/** What every answer begins with. */
const header = 16
/** A document without fields. */
const smallest = 5

function lookFirst({ prototype }: Driver['OpReply'], fits: (answer: Buffer) => boolean) {
  const parse = prototype.parse
  prototype.parse = function (this: Answer) {
    const { buffer, byteOffset, byteLength } = this.data
    if (!fits(Buffer.from(buffer, byteOffset, byteLength))) throw new RangeError('a length that cannot be')
    return parse.call(this)
  }
}
