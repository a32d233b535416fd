import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import type { FileSession } from '../define/file-session.ts'
import type { MessageSession } from '../define/message-session.ts'
import { WeftError } from '../errors/errors.ts'
import { tcpProxy, type ProxiedLine } from './tcp-proxy.ts'

type Garbled = {
  /** The real server. */
  host: string
  port: number
  /** Opens and uses a connection to the port, and closes it. `way` leads in the same manner to other ports of the server. */
  use(port: number, way: (port: number) => Promise<number>): Promise<unknown>
  runs?: number
}

/** What happens to the words of the server: from a byte on others stand there, they break off, or something stands between. */
type Change = { at: number; kind: 'other' | 'cut' | 'between'; bytes: Uint8Array }

/** Where the two wait for each other, since a length was changed, the line goes after so long. */
const silence_ms = 300
/** Longer than any connector waits for an answer. */
const hang_ms = 60_000
const most_bytes = 400_000_000

/**
 * A real server whose answers arrive changed at any place: whoever asks it is told so by an error that people can read, and neither
 * waits for ever nor believes in lengths that cannot be.
 */
export async function survivesGarbledAnswers({ host, port, use, runs = 80 }: Garbled) {
  let change: Change | undefined
  let said = 0
  const line = ({ client, server, end }: ProxiedLine) => {
    let bell: NodeJS.Timeout | undefined
    client.once('close', () => clearTimeout(bell))
    const heard = () => {
      clearTimeout(bell)
      if (change && said >= change.at) bell = setTimeout(end, silence_ms)
    }
    return {
      asked(bytes: Buffer) {
        server.write(bytes)
        heard()
      },
      answered(bytes: Buffer) {
        const { passed, cut } = garbled(bytes, said, change)
        said += bytes.length
        client.write(passed)
        if (cut) end()
        else heard()
      },
    }
  }
  const way = async (to: number) => (await tcpProxy({ host, port: to }, line)).port
  const near = await way(port)

  await use(near, way)
  const whole = said
  assert.ok(whole > 0, 'the server said nothing')
  const length = fc.constantFrom('ffffffff', '7fffffff', '00000000', 'ffff', '00', '80000000', '00ffffff')
  const digits = fc.constantFrom('9', '0', '-1', '99999999', '2147483647', '4294967296', '99999999999999999999')
  const bytes = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 5 }),
    length.map((hex) => new Uint8Array(Buffer.from(hex, 'hex'))),
    digits.map((text) => new Uint8Array(Buffer.from(text))),
    fc.uint8Array({ minLength: 50, maxLength: 300 }),
  )
  const kind = fc.constantFrom('other' as const, 'other' as const, 'cut' as const, 'between' as const)
  await fc.assert(
    fc.asyncProperty(fc.record({ at: fc.nat(whole - 1), kind, bytes }), async (wanted) => {
      ;[change, said] = [wanted, 0]
      const before = process.memoryUsage().rss
      const error = await unlessItHangs(use(near, way))
      assert.ok(error === undefined || error instanceof WeftError, String((error as Error)?.stack ?? error))
      assert.ok(process.memoryUsage().rss - before < most_bytes, 'it believed in a length')
    }),
    // A smaller example of what hangs would hang as long, many times.
    { numRuns: runs, endOnFailure: true },
  )
  change = undefined
}

function garbled(bytes: Buffer, from: number, change: Change | undefined): { passed: Uint8Array; cut: boolean } {
  const at = (change?.at ?? Infinity) - from
  if (!change || at >= bytes.length || at + change.bytes.length <= 0) return { passed: bytes, cut: false }
  switch (change.kind) {
    case 'cut':
      return { passed: bytes.subarray(0, Math.max(0, at)), cut: true }
    case 'between':
      return {
        passed: at < 0 ? bytes : Buffer.concat([bytes.subarray(0, at), change.bytes, bytes.subarray(at)]),
        cut: false,
      }
    case 'other': {
      const passed = Buffer.from(bytes)
      for (const [i, value] of change.bytes.entries()) if (at + i >= 0 && at + i < passed.length) passed[at + i] = value
      return { passed, cut: false }
    }
  }
}

/** The error it ends with, or none. */
async function unlessItHangs(work: Promise<unknown>): Promise<unknown> {
  let bell: NodeJS.Timeout | undefined
  const hung = new Promise<Error>((done) => {
    bell = setTimeout(() => done(new Error('it waits for ever')), hang_ms)
  })
  const ended = work.then(
    () => undefined,
    (error: unknown) => error,
  )
  return Promise.race([ended, hung]).finally(() => clearTimeout(bell))
}

/** Files enough that a list of them and each of them come in several pieces. */
export function manyFiles(folder: string) {
  const many = path.join(folder, 'many')
  mkdirSync(many)
  // Whatever this process takes away from what it makes.
  chmodSync(many, 0o777)
  for (let i = 0; i < 40; i++) writeFileSync(path.join(many, `scan ${i}.txt`), `content ${i} `.repeat(200))
}

/** Something of all that is done with files, among those. */
export async function usedFiles(open: () => Promise<FileSession>) {
  const session = await open()
  try {
    await session.list('many')
    await text(await session.read('many/scan 3.txt'))
    await session.write('many/own.txt', Readable.from(['own']))
    await session.remove('many/own.txt')
  } finally {
    await session.close()
  }
}

/** Something of all that is done with messages, in one topic. */
export async function usedMessages(open: () => Promise<MessageSession>, topic: string) {
  const session = await open()
  try {
    await session.topics()
    const headers = { kind: 'parcel' }
    await session.send!(topic, [
      { key: '1', headers, body: Buffer.from('one') },
      { headers, body: Buffer.alloc(3_000, 'x') },
    ])
    const query = { topic, limit: 2, wait_ms: 500, group: 'garbled', from: 'oldest' as const }
    for await (const { settle } of session.receive!(query)) await settle?.()
  } finally {
    await session.close()
  }
}
