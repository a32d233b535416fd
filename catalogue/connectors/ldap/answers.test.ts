import assert from 'node:assert/strict'
import net, { type AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import tls from 'node:tls'
import fc from 'fast-check'
import { BindResponse, MessageParser } from 'ldapts'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { localCertificate } from '@weft/kit/testing/local-certificate.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { answerCutter } from './answers.ts'
import { ldapBody } from './ldap.server.ts'
import { ldap } from './ldap.ts'
import { ldapError, openLine } from './line.server.ts'

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
/** The name of the entry says it has 15 bytes, of which none is there. */
const pastTheEnd = bytesOf('30 0c 02 01 01 61 07 0a 01 00 04 0f 04 00')
const signedIn = bytesOf('30 0c 02 01 01 61 07 0a 01 00 04 00 04 00')
const entry = bytesOf('30 16 02 01 01 64 11 04 03 6f 3d 78 30 0a 30 08 04 01 6f 31 03 04 01 78')
/** With a control for pages, its lengths as Active Directory writes them. */
const done = bytesOf(
  '30 84 00 00 00 34 02 01 01 65 84 00 00 00 07 0a 01 00 04 00 04 00' +
    'a0 84 00 00 00 1e 30 1c 04 16 31 2e 32 2e 38 34 30 2e 31 31 33 35 35 36 2e 31 2e 34 2e 33 31 39 04 02 30 00',
)

/** What the client makes of all that is let through to it. */
function parsed(chunks: Buffer[]) {
  const told: string[] = []
  const parser = new MessageParser()
  parser.on('message', (message) => told.push(message.constructor.name))
  parser.on('error', (error) => told.push(error.message))
  const { cut } = answerCutter()
  try {
    for (const chunk of chunks) for (const message of cut(chunk)) parser.read(message, new Map())
  } catch (error) {
    told.push((error as Error).message)
  }
  return told
}

test('whole messages are let through, however they come', () => {
  const all = Buffer.concat([signedIn, entry, entry, done])
  const names = ['BindResponse', 'SearchEntry', 'SearchEntry', 'SearchResponse']
  assert.deepEqual(parsed([all]), names)
  assert.deepEqual(parsed([...all].map((byte) => Buffer.from([byte]))), names)
})

test('what is built otherwise does not reach the client', () => {
  const strange = [
    pastTheEnd,
    // A control that ends within the length of its name.
    bytesOf('30 11 02 01 01 61 07 0a 01 00 04 00 04 00 a0 03 04 01 04'),
    // Controls within the answer, which would be read as such.
    bytesOf('30 11 02 01 01 61 0c 0a 01 00 04 00 04 00 a0 03 04 01 04'),
    // A value that is longer than its attribute.
    bytesOf('30 16 02 01 01 64 11 04 03 6f 3d 78 30 0a 30 08 04 01 6f 31 03 04 7f 78'),
    bytesOf('30 80 02 01 01'),
    bytesOf('30 84 ff ff ff ff 02 01 01'),
    Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'),
  ]
  for (const bytes of strange)
    assert.deepEqual(parsed([bytes]), ['The answer is no LDAP message.'], bytes.toString('hex'))
})

test('no change of an answer keeps the client busy', () => {
  const changed = (bytes: Buffer) =>
    fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 5 }).map((changes) => {
      const copy = Buffer.from(bytes)
      for (const [at, value] of changes) copy[at] = value
      return copy
    })
  const known = ['BindResponse', 'The answer is no LDAP message.']
  fc.assert(
    fc.property(changed(signedIn), (bytes) => {
      const told = parsed([bytes])
      assert.ok(told.length <= 1, told.join())
      // Another kind of answer may have come of it.
      for (const one of told) assert.ok(known.includes(one) || /Response$|^SearchReference$/.test(one), one)
    }),
    { numRuns: 5_000 },
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(...[signedIn, entry, done, pastTheEnd].map(changed)), { maxLength: 4 }), (chunks) => {
      assert.ok(parsed(chunks).length <= chunks.length * 8)
    }),
    { numRuns: 5_000 },
  )
})

test('a directory that answers with something else is left at once, though it stays', async (t) => {
  let says = pastTheEnd
  let left = Promise.withResolvers<void>()
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy()).on('close', () => left.resolve())
    socket.once('data', () => socket.write(says))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  const settings = ldap.settings.parse({ host: 'localhost', port, base: 'dc=x', encryption: 'none' })
  const { mock } = t.mock.method(BindResponse.prototype, 'parseMessage')
  for (const bytes of [pastTheEnd, Buffer.from('SSH-2.0-OpenSSH_10.0\r\n')]) {
    says = bytes
    left = Promise.withResolvers()
    await assert.rejects(ldapBody.open!(settings, localReach), (error) => {
      assert.ok(error instanceof Unavailable && error.code === 'CONNECTION_FAILED')
      assert.equal(say(error.say, 'en'), 'localhost answers with something that is no LDAP.')
      assert.equal(say(error.say, 'de'), 'localhost antwortet mit etwas, das kein LDAP ist.')
      return true
    })
    await left.promise
  }
  assert.equal(mock.callCount(), 0)
})

test('a directory that stops in the middle of an answer is not waited for as long as for an answer', async () => {
  const left = Promise.withResolvers<void>()
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy()).on('close', () => left.resolve())
    socket.once('data', () => {
      socket.write(bytesOf('30 0c 02 01 02 61 07 0a 01 00 04 00 04 00'))
      socket.once('data', () => socket.write(entry.subarray(0, 9)))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  const settings = ldap.settings.parse({ host: 'localhost', port, base: 'dc=x', encryption: 'none' })
  const client = await openLine(settings, localReach, undefined, 20)
  const cause: unknown = await client.search('dc=x').catch((error: unknown) => error)
  const error = ldapError(settings, cause)
  assert.ok(error instanceof Unavailable && error.code === 'CONNECTION_FAILED')
  assert.equal(say(error.say, 'en'), 'localhost has stopped in the middle of an answer.')
  assert.equal(say(error.say, 'de'), 'localhost hat mitten in einer Antwort aufgehört.')
  await left.promise
})

test('what comes over a line that was encrypted later is looked at, too', async () => {
  const server = net.createServer((plain) => {
    plain.on('error', () => plain.destroy())
    plain.once('data', () => {
      plain.write(bytesOf('30 0c 02 01 02 78 07 0a 01 00 04 00 04 00'))
      const safe = new tls.TLSSocket(plain, { isServer: true, ...localCertificate })
      safe.on('error', () => safe.destroy()).once('data', () => safe.write(pastTheEnd))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  const ca = localCertificate.cert
  const settings = ldap.settings.parse({ host: 'localhost', port, base: 'dc=x', encryption: 'starttls', ca })
  await assert.rejects(ldapBody.open!(settings, localReach), {
    code: 'CONNECTION_FAILED',
    message: 'localhost answers with something that is no LDAP.',
  })
})
