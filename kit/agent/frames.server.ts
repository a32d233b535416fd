/** Of one stream: `open` and its answer, bytes, how many more bytes may come, the end of one direction, and the end of both at once. */
export type Frame =
  | { kind: 'open'; stream: number; host: string; port: number }
  | { kind: 'opened'; stream: number }
  | { kind: 'refused'; stream: number; code: string; reason: string }
  | { kind: 'data'; stream: number; bytes: Buffer }
  | { kind: 'credit'; stream: number; bytes: number }
  | { kind: 'end'; stream: number }
  | { kind: 'reset'; stream: number }

const kinds = ['open', 'opened', 'refused', 'data', 'credit', 'end', 'reset'] as const

/** A byte for the kind, four for the stream, and what belongs to the kind. */
const head = 5
/** Larger messages are refused before they are read. */
export const largestFrame = 64 * 1024
export const largestData = largestFrame - head
const longestReason = 500

export function encodeFrame(frame: Frame): Buffer {
  switch (frame.kind) {
    case 'open': {
      const host = Buffer.from(frame.host)
      const bytes = begun(frame, 2 + host.length)
      bytes.writeUInt16BE(frame.port, head)
      host.copy(bytes, head + 2)
      return bytes
    }
    case 'refused':
      return Buffer.concat([begun(frame, 0), Buffer.from(`${frame.code} ${frame.reason.slice(0, longestReason)}`)])
    case 'data':
      return Buffer.concat([begun(frame, 0), frame.bytes])
    case 'credit': {
      const bytes = begun(frame, 4)
      bytes.writeUInt32BE(frame.bytes, head)
      return bytes
    }
    default:
      return begun(frame, 0)
  }
}

function begun({ kind, stream }: Frame, more: number): Buffer {
  const bytes = Buffer.alloc(head + more)
  bytes.writeUInt8(kinds.indexOf(kind) + 1, 0)
  bytes.writeUInt32BE(stream, 1)
  return bytes
}

/** What a message says; nothing where it is no frame. */
export function decodeFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < head || bytes.length > largestFrame) return undefined
  const kind = kinds[bytes.readUInt8(0) - 1]
  const stream = bytes.readUInt32BE(1)
  const rest = bytes.subarray(head)
  if (!kind || stream === 0) return undefined
  switch (kind) {
    case 'open': {
      const host = rest.subarray(2).toString()
      if (rest.length < 3 || rest.length > 257 || !/^[\x21-\x7e]+$/.test(host)) return undefined
      return { kind, stream, port: rest.readUInt16BE(0), host }
    }
    case 'refused': {
      const [, code, reason] = /^([A-Za-z_0-9]{1,60}) (.*)$/s.exec(rest.toString()) ?? []
      return code === undefined ? undefined : { kind, stream, code, reason: reason!.slice(0, longestReason) }
    }
    case 'data':
      return rest.length === 0 ? undefined : { kind, stream, bytes: rest }
    case 'credit':
      return rest.length === 4 ? { kind, stream, bytes: rest.readUInt32BE(0) } : undefined
    default:
      return rest.length === 0 ? { kind, stream } : undefined
  }
}
