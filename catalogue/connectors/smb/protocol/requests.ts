import { headerBytes } from './header.ts'

// Bodies of requests as MS-SMB2 2.2 has them, each behind the header.

const utf16 = (text: string) => Buffer.from(text, 'utf16le')

/** Versions 2.1, 3.0 and 3.0.2: what comes before is not safe. */
const dialects = [0x0210, 0x0300, 0x0302]
const signingRequired = 2
/** So many bytes of a file or a list are asked for or sent at once: what every server takes, for one of the requests it allows. */
export const piece = 65_536

export function negotiate(client: Buffer): Buffer {
  const body = Buffer.alloc(36 + dialects.length * 2)
  body.writeUInt16LE(36, 0)
  body.writeUInt16LE(dialects.length, 2)
  body.writeUInt16LE(signingRequired, 4)
  body.set(client, 12)
  for (const [i, dialect] of dialects.entries()) body.writeUInt16LE(dialect, 36 + i * 2)
  return body
}

export function sessionSetup(token: Buffer): Buffer {
  const body = Buffer.alloc(24)
  body.writeUInt16LE(25, 0)
  body.writeUInt8(signingRequired, 3)
  body.writeUInt16LE(headerBytes + body.length, 12)
  body.writeUInt16LE(token.length, 14)
  return Buffer.concat([body, token])
}

export function treeConnect(share: string): Buffer {
  const name = utf16(share)
  const body = Buffer.alloc(8)
  body.writeUInt16LE(9, 0)
  body.writeUInt16LE(headerBytes + body.length, 4)
  body.writeUInt16LE(name.length, 6)
  return Buffer.concat([body, name])
}

export const access = { look: 0x80, list: 0x81, read: 0x81, write: 0x86, remove: 0x10080, rename: 0x10080 } as const
/** What becomes of a file of that name, or of none. */
export const disposition = { open: 1, create: 2, overwrite_or_create: 5 } as const
export const option = { folder: 0x1, file: 0x40, as_link: 0x200000 } as const
const all = 0x7
const impersonation = 2
const normal = 0x80

type Creation = { path: string; access: number; disposition: number; options: number }

export function create({ path, access: wanted, disposition: how, options }: Creation): Buffer {
  const name = utf16(path)
  const body = Buffer.alloc(56)
  body.writeUInt16LE(57, 0)
  body.writeUInt32LE(impersonation, 4)
  body.writeUInt32LE(wanted, 24)
  body.writeUInt32LE(options & option.folder ? 0 : normal, 28)
  body.writeUInt32LE(all, 32)
  body.writeUInt32LE(how, 36)
  body.writeUInt32LE(options, 40)
  body.writeUInt16LE(headerBytes + body.length, 44)
  body.writeUInt16LE(name.length, 46)
  return Buffer.concat([body, name.length > 0 ? name : Buffer.alloc(1)])
}

export function close(file: Buffer): Buffer {
  const body = Buffer.alloc(24)
  body.writeUInt16LE(24, 0)
  body.set(file, 8)
  return body
}

export function read(file: Buffer, at: number): Buffer {
  const body = Buffer.alloc(49)
  body.writeUInt16LE(49, 0)
  body.writeUInt8(headerBytes + 16, 2)
  body.writeUInt32LE(piece, 4)
  body.writeBigUInt64LE(BigInt(at), 8)
  body.set(file, 16)
  return body
}

export function write(file: Buffer, at: number, bytes: Buffer): Buffer {
  const body = Buffer.alloc(48)
  body.writeUInt16LE(49, 0)
  body.writeUInt16LE(headerBytes + body.length, 2)
  body.writeUInt32LE(bytes.length, 4)
  body.writeBigUInt64LE(BigInt(at), 8)
  body.set(file, 16)
  return Buffer.concat([body, bytes])
}

const directoryInformation = 1

export function queryDirectory(folder: Buffer): Buffer {
  const pattern = utf16('*')
  const body = Buffer.alloc(32)
  body.writeUInt16LE(33, 0)
  body.writeUInt8(directoryInformation, 2)
  body.set(folder, 8)
  body.writeUInt16LE(headerBytes + body.length, 24)
  body.writeUInt16LE(pattern.length, 26)
  body.writeUInt32LE(piece, 28)
  return Buffer.concat([body, pattern])
}

function setInfo(file: Buffer, kind: number, value: Buffer): Buffer {
  const body = Buffer.alloc(32)
  body.writeUInt16LE(33, 0)
  body.writeUInt8(1, 2)
  body.writeUInt8(kind, 3)
  body.writeUInt32LE(value.length, 4)
  body.writeUInt16LE(headerBytes + body.length, 8)
  body.set(file, 16)
  return Buffer.concat([body, value])
}

export function rename(file: Buffer, to: string, replaces: boolean): Buffer {
  const name = utf16(to)
  const head = Buffer.alloc(20)
  head.writeUInt8(replaces ? 1 : 0, 0)
  head.writeUInt32LE(name.length, 16)
  return setInfo(file, 10, Buffer.concat([head, name]))
}

export const remove = (file: Buffer): Buffer => setInfo(file, 13, Buffer.from([1]))
export const echo = (): Buffer => Buffer.from([4, 0, 0, 0])
