import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { httpReach } from '@weft/kit/testing/http-reach.ts'
import { azureBlobBody } from './azure-blob.server.ts'
import { settingsFor } from './testing/counterpart.ts'

let body: string | Uint8Array = ''
let status = 200
const server = createServer((_, response) => response.writeHead(status).end(body))
after(() => server.close())
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const session = await azureBlobBody.files!(settingsFor(server.address() as AddressInfo), httpReach)

const object = (key: string) =>
  `<Blob><Name>${key}</Name><Properties><Last-Modified>Wed, 25 Nov 2026 03:00:00 GMT</Last-Modified><Etag>0x1</Etag><Content-Length>7</Content-Length></Properties></Blob>`
const result = (...inner: string[]) =>
  `<?xml version="1.0"?><EnumerationResults><Blobs>${inner.join('')}</Blobs><NextMarker/></EnumerationResults>`

test('what is no name, and what lies elsewhere, is left out', async () => {
  body = result(
    ...['in/here/a+b%2B.txt', 'in/here/', 'elsewhere/x', 'in/here/c/d', 'in/here/..', 'in/here/a\\b'].map(object),
    ...['in/here/sub/', 'in/here//', 'in/here/../', 'elsewhere/'].map(
      (prefix) => `<BlobPrefix><Name>${prefix}</Name></BlobPrefix>`,
    ),
    object('in/here/own').replace('</Properties>', '<ResourceType>directory</ResourceType></Properties>'),
  )
  assert.deepEqual(await session.list(''), [
    { name: 'sub', path: 'sub', kind: 'folder', size: null, modified_at: null },
    {
      name: 'a+b%2B.txt',
      path: 'a+b%2B.txt',
      kind: 'file',
      size: 7,
      modified_at: '2026-11-25T03:00:00.000Z',
      version: '0x1',
    },
  ])
})

test('an answer that was cut or bent is told as a sentence, and lists nothing strange', async () => {
  const whole = result(object('in/here/a.txt'), object('in/here/b.txt'))
  const bent = fc.oneof(
    fc.nat(whole.length).map((length) => whole.slice(0, length)),
    fc
      .tuple(fc.nat(whole.length), fc.string({ maxLength: 20 }))
      .map(([at, junk]) => whole.slice(0, at) + junk + whole.slice(at + 1)),
    fc.array(fc.webPath(), { maxLength: 5 }).map((paths) => result(...paths.map((one) => object(`in/here${one}`)))),
    fc.uint8Array({ maxLength: 100 }),
  )
  await fc.assert(
    fc.asyncProperty(bent, fc.constantFrom(200, 403, 404, 500, 301), async (said, code) => {
      body = said
      status = code
      const found = await session.list('').catch((error: unknown) => {
        assert.ok(error instanceof WeftError, String(error))
        return []
      })
      for (const { name, path } of found) {
        assert.equal(path, name)
        // eslint-disable-next-line no-control-regex
        assert.doesNotMatch(name, /[/\\\0-\x1f]|^\.\.?$|^$/)
      }
    }),
    { numRuns: 200 },
  )
})
