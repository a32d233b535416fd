import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { freePort } from '@weft/kit/database/embedded.server.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { httpReach } from '@weft/kit/testing/http-reach.ts'
import { lighttpd, settingsFor } from './testing/counterpart.ts'
import { webdavBody } from './webdav.server.ts'

const server = await lighttpd()
const skip = typeof server === 'string' ? server : false
const at = typeof server === 'string' ? { port: 0 } : server

/** The steps that hold with what they say, and the code and sentence of what is wrong with the one after. */
async function checked(more: object = {}, port = at.port): Promise<unknown[]> {
  const steps: string[] = []
  const failed = await webdavBody
    .check(settingsFor({ port }, more), httpReach, (step, detail) => {
      steps.push(`${step} ${typeof detail === 'object' ? say(detail, 'en') : detail}`)
    })
    .then(
      () => [],
      (error: unknown) => (error instanceof WeftError ? [error.code, say(error.say, 'en')] : [error]),
    )
  return [...steps.slice(1), ...failed]
}

test('a server is tried step by step', { skip }, async () => {
  assert.deepEqual(await checked(), ['connection HTTP', 'sign_in shop', 'sample /my files: 0 entries'])
  for (const wrong of [{ secret: 'guessed' }, { user: 'nobody' }, { auth: 'none' }, { auth: 'bearer' }])
    assert.deepEqual(await checked(wrong), [
      'connection HTTP',
      'CONNECTION_DENIED',
      `127.0.0.1:${at.port} refuses the sign-in: HTTP 401`,
    ])
  assert.deepEqual(await checked({ folder: '/nowhere' }), [
    'connection HTTP',
    'sign_in shop',
    'FOLDER_NOT_FOUND',
    'There is no folder "/nowhere".',
  ])
  assert.equal((await checked({}, await freePort()))[0], 'HTTP_FAILED')
})

test('a web server that speaks no WebDAV is told apart', { skip }, async () => {
  const other = createServer((_, response) => response.writeHead(405).end('no'))
  after(() => other.close())
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  const { port } = other.address() as AddressInfo
  assert.deepEqual((await checked({}, port)).slice(2), [
    'WEBDAV_MISSING',
    `127.0.0.1:${port} does not speak WebDAV at this address (HTTP 405).`,
  ])
})
