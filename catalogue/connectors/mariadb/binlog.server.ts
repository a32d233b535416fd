import type { Socket } from 'node:net'
import type { Reach } from '@weft/kit/define/connector.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import type { Connection } from 'mysql2/promise'
import { withoutSums } from './binlog-checksum.server.ts'
import { most_bytes } from './binlog-events.server.ts'
import { LogUnreadable } from './byte-reader.ts'
import { openLine, statementError, type Settings } from './line.server.ts'

/** The server's own word that the log cannot be given: `errno` as it numbers them. */
export class LogRefused extends Error {
  readonly errno: number
  constructor(errno: number, said: string) {
    super(said)
    this.errno = errno
  }
}

const patience_ms = 60_000
/** Sums and the entries of MariaDB's own are understood. */
const willing = ['set @master_binlog_checksum = @@global.binlog_checksum', 'set @mariadb_slave_capability = 4']
const largest_packet = 0xff_ffff

/**
 * Entries of the log from a position to its present end. The line is an ordinary one until it is asked for the log, as by one who follows
 * nothing and so pushes no replica aside; from then on the driver does not hear it any more, which could neither wait nor bound what comes.
 */
export async function* logFrom(
  settings: Settings,
  reach: Reach,
  from: { file: string; at: number },
): AsyncGenerator<Buffer> {
  const connection = await openLine(settings, reach)
  try {
    for (const statement of willing) await connection.query(statement)
    const socket = socketOf(connection)
    socket.removeAllListeners('data')
    socket.write(asking(from))
    const summed = withoutSums()
    for await (const packet of packetsOf(socket)) {
      if (packet[0] === 0xfe && packet.length < 9) return
      if (packet[0] === 0xff) throw refusal(packet)
      if (packet[0] !== 0) throw new LogUnreadable('an answer is none')
      yield summed(packet.subarray(1))
    }
    throw new Error('the server has closed the line')
  } catch (cause) {
    if (cause instanceof LogRefused || cause instanceof LogUnreadable) throw cause
    throw statementError(settings, cause)
  } finally {
    connection.destroy()
  }
}

function socketOf(connection: Connection): Socket {
  return (connection as unknown as { connection: { stream: Socket } }).connection.stream
}

const dump = 0x12
/** The server ends at the end of the log and does not wait for more. */
const not_waiting = 1

function asking({ file, at }: { file: string; at: number }): Buffer {
  const name = Buffer.from(file)
  const packet = Buffer.alloc(4 + 11 + name.length)
  packet.writeUIntLE(11 + name.length, 0, 3)
  packet.writeUInt8(dump, 4)
  packet.writeUInt32LE(at, 5)
  packet.writeUInt16LE(not_waiting, 9)
  name.copy(packet, 15)
  return packet
}

function refusal(packet: Buffer): Error {
  if (packet.length < 3) return new LogUnreadable('an answer is cut off')
  const said = packet.toString('utf8', packet[3] === 0x23 ? 9 : 3)
  return new LogRefused(packet.readUInt16LE(1), said)
}

/** What follows a packet of the largest size belongs to it. */
async function* packetsOf(socket: Socket): AsyncGenerator<Buffer> {
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let [come, wanted, parts]: [Buffer[], number, Buffer[]] = [[], 4, []]
  let size = 0
  try {
    for (;;) {
      const { value, done } = await patient(socket, chunks.next())
      if (done) return
      come.push(value)
      size += value.length
      if (size < wanted) continue
      let bytes = come.length === 1 ? come[0]! : Buffer.concat(come)
      for (;;) {
        wanted = bytes.length < 4 ? 4 : 4 + bytes.readUIntLE(0, 3)
        if (bytes.length < wanted) break
        const part = bytes.subarray(4, wanted)
        bytes = bytes.subarray(wanted)
        parts.push(part)
        if (parts.reduce((sum, one) => sum + one.length, 0) > most_bytes)
          throw new LogUnreadable(`an entry has more than ${most_bytes / 1e6} MB`)
        if (part.length === largest_packet) continue
        const whole = parts.length === 1 ? part : Buffer.concat(parts)
        parts = []
        if (whole.length === 0) throw new LogUnreadable('an answer is cut off')
        yield whole
      }
      come = [bytes]
      size = bytes.length
    }
  } finally {
    await chunks.return?.().catch(ignore('a line that is given up could not be closed'))
  }
}

async function patient<T>(socket: Socket, next: Promise<T>): Promise<T> {
  const timer = setTimeout(() => socket.destroy(new Error('nothing was heard for a minute')), patience_ms)
  try {
    return await next
  } finally {
    clearTimeout(timer)
  }
}
