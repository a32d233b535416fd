/**
 * The digest in which Windows keeps passwords (RFC 1320), which OpenSSL has not had since version 3. It protects nothing by itself: what
 * goes over the line is made of it with HMAC and a number of the server's.
 */
export function md4(message: Uint8Array): Buffer {
  const words = padded(message)
  let [a, b, c, d] = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476]
  for (let block = 0; block < words.length; block += 16) {
    const before = [a, b, c, d] as const
    for (const { mix, add, order, turns } of rounds)
      for (const [i, at] of order.entries()) {
        const sum = (a + mix(b, c, d) + words[block + at]! + add) | 0
        const turn = turns[i & 3]!
        ;[a, d, c, b] = [d, c, b, (sum << turn) | (sum >>> (32 - turn))]
      }
    a = (a + before[0]) | 0
    b = (b + before[1]) | 0
    c = (c + before[2]) | 0
    d = (d + before[3]) | 0
  }
  const digest = Buffer.alloc(16)
  for (const [i, word] of [a, b, c, d].entries()) digest.writeInt32LE(word, i * 4)
  return digest
}

type Mix = (x: number, y: number, z: number) => number
const choose: Mix = (x, y, z) => (x & y) | (~x & z)
const majority: Mix = (x, y, z) => (x & y) | (x & z) | (y & z)
const parity: Mix = (x, y, z) => x ^ y ^ z
const rounds = [
  { mix: choose, add: 0, order: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], turns: [3, 7, 11, 19] },
  {
    mix: majority,
    add: 0x5a827999,
    order: [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
    turns: [3, 5, 9, 13],
  },
  {
    mix: parity,
    add: 0x6ed9eba1,
    order: [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
    turns: [3, 9, 11, 15],
  },
]

/** Whole blocks of 64 bytes, the length in bits at the end. */
function padded(message: Uint8Array): Int32Array {
  const bytes = Buffer.alloc(((message.length + 72) >> 6) << 6)
  bytes.set(message)
  bytes[message.length] = 0x80
  bytes.writeBigUInt64LE(BigInt(message.length) * 8n, bytes.length - 8)
  return Int32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readInt32LE(i * 4))
}
