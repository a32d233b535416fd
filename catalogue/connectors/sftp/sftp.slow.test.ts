import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { freePort } from '@weft/kit/database/embedded.server.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { newSshKey } from '@weft/kit/network/ssh-key.server.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { sftpBody } from './sftp.server.ts'
import { openSsh, settingsFor } from './testing/counterpart.ts'

const server = await openSsh()
const skip = typeof server === 'string' ? server : false
const at = typeof server === 'string' ? { port: 0, folder: '' } : server

/** The steps that hold, and the code and sentence of what is wrong with the one after. */
async function checked(more: object = {}, port = at.port): Promise<unknown[]> {
  const steps: string[] = []
  const failed = await sftpBody
    .check(settingsFor({ port }, more), localReach, (step) => void steps.push(step))
    .then(
      () => [],
      (error: unknown) => (error instanceof WeftError ? [error.code, say(error.say, 'en')] : [error]),
    )
  return [...steps, ...failed]
}

test('a server is tried step by step', { skip }, async () => {
  assert.deepEqual(await checked(), ['host', 'connection', 'sign_in', 'sample'])
  const denied = ['CONNECTION_DENIED', 'files.example does not let root in with this password or key.']
  const { private: other } = newSshKey()
  assert.deepEqual(await checked({ private_key: other, passphrase: '' }), ['host', 'connection', ...denied])
  assert.deepEqual(await checked({ private_key: '', passphrase: '', password: 'guessed' }), [
    'host',
    'connection',
    ...denied,
  ])
  const [, code, said] = await checked({ passphrase: 'wrong' })
  assert.equal(code, 'CONNECTION_KEY')
  assert.match(String(said), /^The private key cannot be read: /)
  assert.equal((await checked({ passphrase: '' }))[1], 'CONNECTION_KEY')
  assert.equal((await checked({ private_key: 'no key' }))[1], 'CONNECTION_KEY')
  const [, stranger, fingerprint] = await checked({ fingerprint: `SHA256:${'A'.repeat(43)}` })
  assert.equal(stranger, 'CONNECTION_STRANGER')
  assert.match(String(fingerprint), /^files\.example shows another fingerprint: SHA256:[\w+/]{43}$/)
  assert.deepEqual(await checked({ fingerprint: String(fingerprint).split(': ')[1] }), await checked())
  assert.deepEqual(await checked({}, await freePort()), [
    'host',
    'CONNECTION_FAILED',
    'The connection to files.example has failed: nothing answers at this address and port (ECONNREFUSED)',
  ])
  assert.deepEqual((await checked({ folder: '/srv/nowhere' })).slice(3), [
    'FOLDER_NOT_FOUND',
    'There is no folder "/srv/nowhere".',
  ])
})

test('links are neither listed nor followed, and what is there is not replaced by a folder', { skip }, async () => {
  const inside = path.join(at.folder, 'in')
  writeFileSync(path.join(at.folder, 'secret'), 'secret')
  symlinkSync('/srv', path.join(inside, 'way-out'))
  symlinkSync('/srv/secret', path.join(inside, 'secret'))
  writeFileSync(path.join(inside, 'plain'), 'plain')
  mkdirSync(path.join(inside, 'folder'))
  writeFileSync(path.join(inside, '.weft-00ff.part'), 'half')
  const session = await sftpBody.files!(settingsFor(at), localReach)
  assert.deepEqual((await session.list('')).map(({ name }) => name).toSorted(), ['folder', 'plain'])
  for (const outside of ['secret', 'way-out/secret', 'way-out']) {
    await assert.rejects(session.stat(outside), { code: 'FILE_PATH' })
    await assert.rejects(session.read(outside), { code: 'FILE_PATH' })
    await assert.rejects(session.write(outside, Readable.from(['x'])), { code: 'FILE_PATH' })
    await assert.rejects(session.remove(outside), { code: 'FILE_PATH' })
  }
  await assert.rejects(session.write('plain/below', Readable.from(['x'])), { code: 'FILE_NOT_FOUND' })
  await session.close()
})
