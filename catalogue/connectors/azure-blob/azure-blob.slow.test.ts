import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { test } from 'node:test'
import { freePort } from '@weft/kit/database/embedded.server.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { endsFolderMoves } from '@weft/kit/testing/cut-off-move.ts'
import { httpReach } from '@weft/kit/testing/http-reach.ts'
import { azureBlobBody } from './azure-blob.server.ts'
import { containerAddress, requestsTo } from './requests.server.ts'
import { blobStore } from './store.server.ts'
import { azurite, settingsFor } from './testing/counterpart.ts'

const server = await azurite()
const skip = typeof server === 'string' ? server : false
const at = typeof server === 'string' ? { port: 0 } : server

/** The steps that hold with what they say, and the code and sentence of what is wrong with the one after. */
async function checked(more: object = {}, port = at.port): Promise<unknown[]> {
  const steps: string[] = []
  const failed = await azureBlobBody
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
  assert.deepEqual(await checked(), ['connection HTTP', 'sign_in devstoreaccount1', 'sample /in/here: 0 entries'])
  assert.deepEqual(await checked({ secret: Buffer.from('guessed').toString('base64') }), [
    'connection HTTP',
    'CONNECTION_DENIED',
    `127.0.0.1:${at.port} refuses the sign-in: AuthorizationFailure`,
  ])
  assert.deepEqual(await checked({ container: 'no-such-container' }), [
    'connection HTTP',
    'CONTAINER_MISSING',
    `There is no container no-such-container on 127.0.0.1:${at.port}.`,
  ])
  assert.equal((await checked({}, await freePort()))[0], 'HTTP_FAILED')
})

test('a shared access signature signs in, and lets copy', { skip }, async () => {
  const { secret, account, container } = settingsFor(at)
  const fields = {
    sp: 'racwdl',
    st: '2026-01-01T00:00:00Z',
    se: '2126-01-01T00:00:00Z',
    spr: 'https,http',
    sv: '2018-11-09',
    sr: 'c',
  }
  const lines = [
    fields.sp,
    fields.st,
    fields.se,
    `/blob/${account}/${container}`,
    '',
    '',
    fields.spr,
    fields.sv,
    fields.sr,
  ]
  const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update([...lines, '', '', '', '', '', ''].join('\n'))
    .digest('base64')
  const sas = `?${new URLSearchParams({ ...fields, sig: signature }).toString()}`
  assert.deepEqual((await checked({ auth: 'sas', secret: sas })).slice(1, 3), [
    'sign_in devstoreaccount1',
    'sample /in/here: 0 entries',
  ])
  const session = await azureBlobBody.files!(settingsFor(at, { auth: 'sas', secret: sas }), httpReach)
  await session.write('a b+c.txt', Readable.from(['signed']))
  await session.move('a b+c.txt', 'd/e.txt')
  assert.equal(await text(await session.read('d/e.txt')), 'signed')
  assert.deepEqual(
    (await session.list('')).map(({ path }) => path),
    ['d'],
  )
  await session.remove('d')
  assert.equal((await checked({ auth: 'sas', secret: sas.replace('sp=racwdl', 'sp=racwd') }))[1], 'CONNECTION_DENIED')
})

test('a listing goes on from page to page', { skip }, async () => {
  const store = blobStore(requestsTo(settingsFor(at), httpReach))
  for (const name of ['p/1', 'p/2', 'p/3', 'p/4', 'p/5']) await store.put(name, Buffer.from(name))
  const found: string[] = []
  let next: string | undefined
  do {
    const page = await store.page({ prefix: 'p/', grouped: true, limit: 2, next })
    assert.ok(page.objects.length <= 2)
    found.push(...page.objects.map(({ key }) => key))
    next = page.next
  } while (next !== undefined)
  assert.deepEqual(found, ['p/1', 'p/2', 'p/3', 'p/4', 'p/5'])
})

test('an account of Azure is found by its name', () => {
  assert.equal(
    containerAddress(settingsFor({ port: 1 }, { endpoint: '', account: 'shop1' })).href,
    'https://shop1.blob.core.windows.net/shop-files',
  )
})

test(
  'a move that was cut off behind its copy is ended by the next one, and no other file is lost',
  { skip },
  async () => {
    const settings = settingsFor(at)
    const [session, store] = [
      await azureBlobBody.files!(settings, httpReach),
      blobStore(requestsTo(settings, httpReach)),
    ]
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
  const [session, store] = [await azureBlobBody.files!(settings, httpReach), blobStore(requestsTo(settings, httpReach))]
  await endsFolderMoves(session, store, 'in/here')
})
