import assert from 'node:assert/strict'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { httpReach } from '@weft/kit/testing/http-reach.ts'
import { localCertificate } from '@weft/kit/testing/local-certificate.ts'
import { settingsFor } from './testing/counterpart.ts'
import { webdavBody } from './webdav.server.ts'

const server = createServer(localCertificate, (_, response) =>
  response
    .writeHead(207)
    .end(
      '<D:multistatus xmlns:D="DAV:"><D:response><D:href>/my%20files/</D:href><D:propstat><D:prop><D:resourcetype><D:collection/></D:resourcetype></D:prop></D:propstat></D:response></D:multistatus>',
    ),
)
after(() => server.close().closeAllConnections())
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const { port } = server.address() as AddressInfo

test('a server whose certificate is of an own authority is believed where that is given, and else not', async () => {
  const opened = async (ca: string) =>
    webdavBody.files!(settingsFor({ port }, { url: `https://localhost:${port}`, ca }), httpReach)
  assert.deepEqual(await (await opened(localCertificate.cert)).list(''), [])
  await assert.rejects((await opened('')).list(''), { code: 'HTTP_FAILED', message: /self-signed certificate/ })
})
