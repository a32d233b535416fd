import { Malformed } from './bytes.ts'

/** Commands of MS-SMB2 2.2.1. */
export const commands = {
  negotiate: 0,
  session_setup: 1,
  tree_connect: 3,
  create: 5,
  close: 6,
  read: 8,
  write: 9,
  echo: 13,
  query_directory: 14,
  set_info: 17,
} as const
export type Command = keyof typeof commands

export const headerBytes = 64
const protocol = Buffer.from([0xfe, 0x53, 0x4d, 0x42])
const bits = { answer: 1, later: 2, signed: 8 }
/** As many requests as one asks to have under way. */
const creditsWanted = 64

export type Head = {
  status: number
  command: number
  credits: number
  isSigned: boolean
  message: bigint
  session: bigint
  tree: number
}

type Sent = { command: Command; message: bigint; session: bigint; tree: number; signed: boolean; body: Buffer }

/** A message with its length before it, as it goes over the line. */
export function framed({ command, message, session, tree, signed, body }: Sent): { frame: Buffer; message: Buffer } {
  const frame = Buffer.alloc(4 + headerBytes + body.length)
  frame.writeUInt32BE(headerBytes + body.length, 0)
  const head = frame.subarray(4)
  head.set(protocol)
  head.writeUInt16LE(headerBytes, 4)
  head.writeUInt16LE(1, 6)
  head.writeUInt16LE(commands[command], 12)
  head.writeUInt16LE(creditsWanted, 14)
  head.writeUInt32LE(signed ? bits.signed : 0, 16)
  head.writeBigUInt64LE(message, 24)
  head.writeUInt32LE(tree, 36)
  head.writeBigUInt64LE(session, 40)
  head.set(body, headerBytes)
  return { frame, message: head }
}

export function headOf(message: Buffer): Head {
  if (message.length < headerBytes || !message.subarray(0, 4).equals(protocol))
    throw new Malformed('no answer of SMB 2 or 3')
  const flags = message.readUInt32LE(16)
  if (!(flags & bits.answer)) throw new Malformed('a request where an answer is due')
  if (message.readUInt32LE(20) !== 0) throw new Malformed('several answers at once')
  return {
    status: message.readUInt32LE(8),
    command: message.readUInt16LE(12),
    credits: message.readUInt16LE(14),
    isSigned: (flags & bits.signed) !== 0,
    message: message.readBigUInt64LE(24),
    session: message.readBigUInt64LE(40),
    tree: flags & bits.later ? 0 : message.readUInt32LE(36),
  }
}
