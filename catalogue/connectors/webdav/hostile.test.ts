import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { httpReach } from '@weft/kit/testing/http-reach.ts'
import { settingsFor } from './testing/counterpart.ts'
import { webdavBody } from './webdav.server.ts'

let body: string | Uint8Array = ''
const server = createServer((_, response) => response.writeHead(207).end(body))
after(() => server.close())
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const { port } = server.address() as AddressInfo
const session = await webdavBody.files!(settingsFor({ port }), httpReach)

const response = (href: string, props = '') =>
  `<D:response><D:href>${href}</D:href><D:propstat><D:prop>${props}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`
const folder = response('/my%20files/', '<D:resourcetype><D:collection/></D:resourcetype>')
const multistatus = (...responses: string[]) =>
  `<?xml version="1.0"?><D:multistatus xmlns:D="DAV:">${folder}${responses.join('')}</D:multistatus>`

test('whole addresses, other prefixes and strange times are understood', async () => {
  body = multistatus(
    response('http://elsewhere.example/my%20files/a%20b.txt', '<D:getcontentlength>12</D:getcontentlength>'),
    response('/my%20files/sub/', '<x:resourcetype xmlns:x="DAV:"><x:collection/></x:resourcetype>'),
    response(
      '/my%20files/c%25.txt',
      '<D:getcontentlength>1e3</D:getcontentlength><D:getlastmodified>yesterday</D:getlastmodified><D:getetag>"7"</D:getetag>',
    ),
  )
  assert.deepEqual(await session.list(''), [
    { name: 'a b.txt', path: 'a b.txt', kind: 'file', size: 12, modified_at: null },
    { name: 'sub', path: 'sub', kind: 'folder', size: null, modified_at: null },
    { name: 'c%.txt', path: 'c%.txt', kind: 'file', size: null, modified_at: null, version: '"7"' },
  ])
})

test('what leads out of the folder is left out', async () => {
  body = multistatus(
    ...[
      '/my%20files/%2e%2e',
      '/my%20files/..%2fsecret',
      '/my%20files/a%5Cb',
      '/my%20files/%00',
      '/my%20files/%zz',
      '/other',
      '/my%20files/.weft-00.part',
    ].map((href) => response(href)),
  )
  assert.deepEqual(await session.list(''), [])
})

test('an answer that was cut or bent is told as a sentence, and lists nothing strange', async () => {
  const whole = multistatus(response('/my%20files/a.txt'), response('/my%20files/b.txt'))
  const bent = fc.oneof(
    fc.nat(whole.length).map((length) => whole.slice(0, length)),
    fc
      .tuple(fc.nat(whole.length), fc.string({ maxLength: 20 }))
      .map(([at, junk]) => whole.slice(0, at) + junk + whole.slice(at + 1)),
    fc
      .array(fc.webPath(), { maxLength: 5 })
      .map((paths) => multistatus(...paths.map((path) => response(`/my%20files${path}`)))),
    fc.uint8Array({ maxLength: 100 }),
    fc.nat(200).map((depth) => '<a>'.repeat(depth) + '</a>'.repeat(depth)),
    fc.constant('<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'),
  )
  await fc.assert(
    fc.asyncProperty(bent, async (said) => {
      body = said
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
