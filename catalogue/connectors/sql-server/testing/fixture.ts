import { createServer, type AddressInfo, type Socket } from 'node:net'
import { after } from 'node:test'

/**
 * No server, but its answers to a sign-in and to any question: https://learn.microsoft.com/openspecs/windows_protocols/ms-tds. Answers
 * the port it is reached at.
 */
export async function answersOfSqlServer(): Promise<number> {
  const server = createServer((socket) => answer(socket.on('error', () => socket.destroy())))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => server.close())
  return (server.address() as AddressInfo).port
}

function answer(socket: Socket) {
  let asked = Buffer.alloc(0)
  socket.on('data', (bytes) => {
    asked = Buffer.concat([asked, bytes])
    // A question may come in several packets, of which the last says so.
    for (let size: number; asked.length >= 8 && asked.length >= (size = asked.readUInt16BE(2));) {
      const [kind, status] = asked
      asked = asked.subarray(size)
      if (status! & 1) socket.write(packet(answers[kind!] ?? done))
    }
  })
}

const u16 = (value: number) => Buffer.from([value & 255, value >> 8])
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const packet = (data: Buffer) =>
  Buffer.concat([Buffer.from([4, 1, (data.length + 8) >> 8, (data.length + 8) & 255, 0, 0, 1, 0]), data])
const done = Buffer.from([0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])

/** Its version, and that it does not encrypt. */
const before = Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 255, 16, 0, 0, 0, 0, 0, 2])

const product = utf16('Microsoft SQL Server')
const welcome = Buffer.concat([
  Buffer.from([1, 0x74, 0, 0, 4, product.length / 2]),
  product,
  Buffer.from([16, 0, 0, 0]),
])
const letIn = Buffer.concat([Buffer.from([0xad]), u16(welcome.length), welcome, done])

const column = (name: string, type: number[]) =>
  Buffer.concat([Buffer.from([0, 0, 0, 0, 9, 0, ...type, name.length]), utf16(name)])
const collation = [9, 4, 0xd0, 0, 0x34]
const columns = [
  column('id', [0x26, 4]),
  column('amount', [0x6a, 9, 18, 2]),
  column('note', [0xe7, 80, 0, ...collation]),
  column('bytes', [0xa5, 0xff, 0xff]),
  column('at', [0x2a, 7]),
]
const note = utf16('Grüße')
const row = (id: number) =>
  Buffer.concat([
    Buffer.from([0xd1, 4, id, 0, 0, 0, 9, 1, 200, 0, 0, 0, 0, 0, 0, 0]),
    u16(note.length),
    note,
    // A value of unknown length comes in parts, behind its length.
    Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 255, 0, 0, 0, 0]),
    Buffer.from([8, 0, 0, 0, 0, 0, 0x5b, 0x49, 0x0b]),
  ])
const rows = Buffer.concat([
  Buffer.from([0x81]),
  u16(columns.length),
  ...columns,
  ...Array.from({ length: 40 }, (_, i) => row(i)),
  done,
])

/** By the kind of what is asked: the first words, the sign-in, a question with values. */
const answers: Record<number, Buffer> = { 18: before, 16: letIn, 3: rows }
