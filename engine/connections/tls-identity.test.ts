import assert from 'node:assert/strict'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { after, test } from 'node:test'
import { signInSettings } from '@weft/kit/http-sign-in/sign-in-settings.ts'
import { signedHttp } from '@weft/kit/http-sign-in/signed-http.server.ts'
import { z } from 'zod'
import { testCertificate as own } from '../storage/testing/certificate.ts'
import { openEgress } from './egress.server.ts'
import { openHttp } from './http.server.ts'

/** Lets in whoever shows the certificate, which it has itself. */
const server = createServer(
  { ...own, ca: own.cert, requestCert: true, rejectUnauthorized: true },
  (request, response) =>
    request.url === '/away'
      ? response.writeHead(307, { location: `https://127.0.0.1:${port}/` }).end()
      : response.end((request.socket as TLSSocket).getPeerCertificate().subject.CN),
)
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const { port } = server.address() as AddressInfo
const egress = openEgress(async () => [{ host: 'localhost' }, { host: '127.0.0.1' }])
after(async () => {
  await egress.close()
  server.closeAllConnections()
  server.close()
})
const asks = async (settings: object, path = '/') => {
  const send = signedHttp(z.object(signInSettings).parse(settings), { http: openHttp({ egress }) })
  const answer = await send({ method: 'GET', url: `https://localhost:${port}${path}`, tries: 1 })
  return Buffer.from(answer.body).toString()
}
const refused = (settings: object, path?: string) => asks(settings, path).catch((error: Error) => error.message)

test('a client certificate is shown, and an own authority believed', async () => {
  const shown = { tls: 'own', ca: own.cert, client_certificate: own.cert, client_key: own.key }
  assert.equal(await asks(shown), 'localhost')
  assert.match(await refused({ tls: 'own', ca: own.cert }), /certificate|closed the connection|HTTP_FAILED/i)
  assert.match(await refused({ tls: 'standard' }), /self-signed|certificate/i)
  const broken = { ...shown, client_key: '-----BEGIN PRIVATE KEY-----\nbroken\n-----END PRIVATE KEY-----' }
  assert.match(await refused(broken), /^The certificate or its key cannot be used: /)
})

test('another host that an answer leads to is shown nothing', async () => {
  const shown = { tls: 'own', ca: own.cert, client_certificate: own.cert, client_key: own.key }
  assert.match(await refused(shown, '/away'), /self-signed|certificate/i)
})
