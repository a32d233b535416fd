import assert from 'node:assert/strict'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { test } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import type { ConnectorBody } from '../define/connector.ts'
import { localCertificate } from './local-certificate.ts'
import { localReach } from './reach.ts'
import fc from 'fast-check'

type Failing<S> = {
  body: ConnectorBody<S>
  /** Where nothing answers but what listens at this port. */
  settings(port: number): S
  /** What a server of this kind says first, if it does so at all; cut off anywhere it is an answer, too. */
  greeting?: Uint8Array
  /** The same where the certificate is checked, of systems that begin with TLS. */
  verified?(port: number): S
}

/** Whatever answers at a port that is no such server: it is told, and nothing breaks. */
export function linesFail<S>(name: string, { body, settings, greeting, verified }: Failing<S>) {
  const failure = (port: number) =>
    assert.rejects(
      body.check(settings(port), localReach, () => undefined),
      (error: { code?: string }) => {
        assert.ok(error.code === 'CONNECTION_FAILED' || error.code === 'CONNECTION_DENIED', String(error))
        return true
      },
    )

  if (verified) untrusted(name, body, verified)

  test(`${name}: nothing that answers at the port is told`, async () => {
    const server = await listening(() => undefined)
    const { port } = server.address() as AddressInfo
    await closed(server)
    await failure(port)
  })

  test(`${name}: answers of any bytes, cut off anywhere, are told as a line that fails`, async () => {
    let said: Uint8Array = new Uint8Array()
    const server = await listening((socket) => {
      socket.once('data', () => socket.end(said))
      if (greeting) socket.write(said)
    })
    const { port } = server.address() as AddressInfo
    const cut = greeting ? fc.nat(greeting.length).map((length) => greeting.slice(0, length)) : fc.constant(said)
    const answers = fc.oneof(fc.uint8Array({ maxLength: 300 }), cut)
    try {
      await fc.assert(
        fc.asyncProperty(answers, async (bytes) => {
          said = bytes
          await failure(port)
        }),
        { numRuns: 25 },
      )
    } finally {
      await closed(server)
    }
  })
}

/** A server with a certificate that nobody known here has signed: its name and password are never sent. */
function untrusted<S>(name: string, body: ConnectorBody<S>, verified: (port: number) => S) {
  test(`${name}: a certificate that nobody known has signed is told, and nothing is sent to who has it`, async () => {
    let heard = 0
    const server = createTlsServer(localCertificate, (socket) => {
      socket.on('error', () => socket.destroy())
      socket.on('data', (data) => (heard += data.length))
    })
    server.on('tlsClientError', () => undefined)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    await assert.rejects(
      body.check(verified(port), localReach, () => undefined),
      {
        code: 'CONNECTION_FAILED',
        message: /signed by nobody known here|self.signed/i,
      },
    )
    await new Promise((done) => server.close(done))
    assert.equal(heard, 0)
  })
}

async function listening(heard: (socket: Socket) => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    // Who waits for more than was said is not kept waiting.
    socket.setTimeout(300, () => socket.destroy())
    heard(socket)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return server
}

const closed = (server: Server) => new Promise((done) => server.close(done))
