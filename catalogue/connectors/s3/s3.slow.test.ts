import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { freePort } from '@weft/kit/database/embedded.server.ts'
import { Unavailable, WeftError } from '@weft/kit/errors/errors.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { below, endsFolderMoves } from '@weft/kit/testing/cut-off-move.ts'
import { httpReach } from '@weft/kit/testing/http-reach.ts'
import { versitygw } from '@weft/kit/testing/versitygw.ts'
import { bucketAddress, requestsTo } from '@weft/kit/files/s3/requests.server.ts'
import { s3Store } from '@weft/kit/files/s3/store.server.ts'
import { s3Body } from './s3.server.ts'
import { settingsFor } from './testing/counterpart.ts'

const server = await versitygw()
const skip = typeof server === 'string' ? server : false
const at = typeof server === 'string' ? { port: 0, folder: '' } : server

/** The steps that hold with what they say, and the code and sentence of what is wrong with the one after. */
async function checked(more: object = {}, port = at.port): Promise<unknown[]> {
  const steps: string[] = []
  const failed = await s3Body
    .check(settingsFor({ port }, more), httpReach, (step, detail) => {
      steps.push(`${step} ${typeof detail === 'object' ? say(detail, 'en') : detail}`)
    })
    .then(
      () => [],
      (error: unknown) => (error instanceof WeftError ? [error.code, say(error.say, 'en')] : [error]),
    )
  return [...steps.slice(1), ...failed]
}

test('a store is tried step by step', { skip }, async () => {
  assert.deepEqual(await checked(), ['connection HTTP', 'sign_in shop-key', 'sample /in/here: 0 entries'])
  const [, code, said] = await checked({ secret_key: 'guessed' })
  assert.equal(code, 'CONNECTION_DENIED')
  assert.match(String(said), /^127\.0\.0\.1:\d+ refuses the sign-in: SignatureDoesNotMatch: /)
  assert.equal((await checked({ access_key: 'nobody' }))[1], 'CONNECTION_DENIED')
  assert.deepEqual(await checked({ bucket: 'no-such-bucket' }), [
    'connection HTTP',
    'BUCKET_MISSING',
    `There is no bucket no-such-bucket on 127.0.0.1:${at.port}.`,
  ])
  assert.equal((await checked({}, await freePort()))[0], 'HTTP_FAILED')
})

test('an upload that breaks off is taken back in the bucket, too', { skip }, async () => {
  const session = await s3Body.files!(settingsFor(at), httpReach)
  const broken = Readable.from(
    (async function* () {
      for (let i = 0; i < 3; i++) yield Buffer.alloc(8 * 1024 * 1024, i)
      throw new Error('the source broke')
    })(),
    { objectMode: false },
  )
  await assert.rejects(session.write('a/b.bin', broken), /the source broke/)
  const left = readdirSync(path.join(at.folder, 'buckets/shop'), { recursive: true }).map(String)
  assert.deepEqual(
    left.filter((name) => !/^\.sgwtmp(\/multipart)?$/.test(name)),
    [],
  )
})

test('the bucket stands in the host name at Amazon, and in the path elsewhere', () => {
  const address = (more: object) => bucketAddress(settingsFor({ port: 9000 }, more)).href
  assert.equal(address({ endpoint: '' }), 'https://shop.s3.eu-central-1.amazonaws.com/')
  assert.equal(address({ endpoint: '', bucket: 'files.shop' }), 'https://s3.eu-central-1.amazonaws.com/files.shop/')
  assert.equal(address({ endpoint: '', addressing: 'path' }), 'https://s3.eu-central-1.amazonaws.com/shop/')
  assert.equal(address({}), 'http://127.0.0.1:9000/shop/')
  assert.equal(address({ endpoint: 'https://store.example/s3/', addressing: 'host' }), 'https://shop.store.example/s3/')
})

test(
  'a move that was cut off behind its copy is ended by the next one, and no other file is lost',
  { skip },
  async () => {
    const settings = settingsFor(at)
    const [session, store] = [await s3Body.files!(settings, httpReach), s3Store(requestsTo(settings, httpReach))]
    const write = (path: string, content: Buffer) => session.write(path, Readable.from([content]))
    // The larger one is sent in pieces, and its copy is made at once.
    for (const content of [Buffer.from('small'), Buffer.alloc(9 * 1024 * 1024, 'large')]) {
      await write('cut/from.txt', content)
      await store.copy((await store.head('in/here/cut/from.txt'))!, 'in/here/cut/to.txt')
      await session.move('cut/from.txt', 'cut/to.txt')
      assert.deepEqual(
        (await session.list('cut')).map(({ name }) => name),
        ['to.txt'],
      )
      assert.ok((await buffer(await session.read('cut/to.txt'))).equals(content))
      await write('cut/other.txt', Buffer.from(content).fill('x', content.length - 1))
      await assert.rejects(session.move('cut/other.txt', 'cut/to.txt'), { code: 'FILE_EXISTS' })
      await assert.rejects(session.move('cut/to.txt', '/cut/to.txt'), { code: 'FILE_EXISTS' })
      await assert.rejects(session.move('cut/none.txt', 'cut/to.txt'), { code: 'FILE_EXISTS' })
      assert.ok((await buffer(await session.read('cut/to.txt'))).equals(content))
      await session.remove('cut')
    }
  },
)

test('a folder whose move was cut off is moved whole by the next one', { skip }, async () => {
  const settings = settingsFor(at)
  const [session, store] = [await s3Body.files!(settings, httpReach), s3Store(requestsTo(settings, httpReach))]
  await endsFolderMoves(session, store, 'in/here')
})

test('a folder is moved whole though the store is killed while it is moved', { skip }, async () => {
  if (typeof server === 'string') return
  let left = Infinity
  const session = await s3Body.files!(settingsFor(at), {
    ...httpReach,
    async http(request) {
      if (--left === 0) await server.stop('SIGKILL')
      return httpReach.http(request)
    },
  })
  const contents = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`${i % 3}/${i}.txt`, `number ${i}`]))
  for (const [name, content] of Object.entries(contents))
    await session.write(`from/${name}`, Readable.from([Buffer.from(content)]))
  // While it is copied, and while what was copied is dropped.
  for (const request of [15, 50]) {
    left = request
    await assert.rejects(session.move('from', 'to'), Unavailable)
    await server.start()
  }
  await session.move('from', 'to')
  assert.equal(await session.stat('from'), undefined)
  assert.deepEqual(await below(session, 'to'), contents)
  await session.remove('to')
})
