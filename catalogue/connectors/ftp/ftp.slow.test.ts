import assert from 'node:assert/strict'
import { symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { freePort } from '@weft/kit/database/embedded.server.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { ftpBody } from './ftp.server.ts'
import { settingsFor, vsftpd } from './testing/counterpart.ts'

const server = await vsftpd()
const implicit = await vsftpd({ implicit: true })
const skip = typeof server === 'string' ? server : typeof implicit === 'string' ? implicit : false
const at = typeof server === 'string' ? { port: 0, folder: '' } : server

/** The steps that hold with what they say, and the code and sentence of what is wrong with the one after. */
async function checked(more: object = {}, port = at.port): Promise<unknown[]> {
  const steps: string[] = []
  const failed = await ftpBody
    .check(settingsFor({ port }, more), localReach, (step, detail) => {
      steps.push(typeof detail === 'object' ? `${step} ${say(detail, 'en')}` : step)
    })
    .then(
      () => [],
      (error: unknown) => (error instanceof WeftError ? [error.code, say(error.say, 'en')] : [error]),
    )
  return [...steps, ...failed]
}

const begun = ['host', 'connection TLS 1.3, certificate valid until 2126-11-01']

test('a server is tried step by step', { skip }, async () => {
  assert.deepEqual(await checked(), [...begun, 'sign_in', 'sample /in: 0 entries'])
  const other = typeof implicit === 'string' ? 0 : implicit.port
  assert.deepEqual(await checked({ begins: 'at_once' }, other), [...begun, 'sign_in', 'sample /in: 0 entries'])
  assert.deepEqual(await checked({ encryption: 'required', ca: '' }), [...begun, 'sign_in', 'sample /in: 0 entries'])
  assert.deepEqual(await checked({ user: 'shop' }), [
    ...begun,
    'CONNECTION_DENIED',
    'localhost refuses the sign-in: 530 This FTP server is anonymous only.',
  ])
  assert.deepEqual(await checked({ folder: '/nowhere' }), [
    ...begun,
    'sign_in',
    'FOLDER_NOT_FOUND',
    'There is no folder "/nowhere".',
  ])
})

test('a server is not believed that cannot show a certificate for its name', { skip }, async () => {
  assert.deepEqual(await checked({ ca: '' }), [
    'host',
    'CONNECTION_FAILED',
    'The connection to localhost has failed: its certificate is signed by nobody known here (DEPTH_ZERO_SELF_SIGNED_CERT)',
  ])
  assert.deepEqual(await checked({ host: 'files.example' }), [
    'host',
    'CONNECTION_FAILED',
    'The connection to files.example has failed: its certificate is for another host (ERR_TLS_CERT_ALTNAME_INVALID)',
  ])
})

test(
  'nothing is said in clear where the server asks for encryption, and nobody waits at a wrong port',
  { skip },
  async () => {
    const [host, connection, code] = await checked({ encryption: 'none' })
    assert.deepEqual([host, connection, code], ['host', 'connection Not encrypted', 'CONNECTION_DENIED'])
    assert.deepEqual((await checked({}, await freePort())).slice(1), [
      'CONNECTION_FAILED',
      'The connection to localhost has failed: nothing answers at this address and port (ECONNREFUSED)',
    ])
  },
)

test('links are neither listed nor followed', { skip }, async () => {
  writeFileSync(path.join(at.folder, 'ftp/in/plain'), 'plain')
  writeFileSync(path.join(at.folder, 'ftp/in/.weft-00ff.part'), 'half')
  writeFileSync(path.join(at.folder, 'ftp/secret'), 'secret')
  symlinkSync('../secret', path.join(at.folder, 'ftp/in/secret'))
  symlinkSync('..', path.join(at.folder, 'ftp/in/out'))
  const session = await ftpBody.files!(settingsFor(at), localReach)
  assert.deepEqual(
    (await session.list('')).map(({ name }) => name),
    ['plain'],
  )
  for (const outside of ['secret', 'out/secret', 'out']) {
    await assert.rejects(session.stat(outside), { code: 'FILE_PATH' })
    await assert.rejects(session.read(outside), { code: 'FILE_PATH' })
    await assert.rejects(session.remove(outside), { code: 'FILE_PATH' })
  }
  await session.close()
})

test('each data connection asks for its port on the host that was entered', { skip }, async () => {
  const asked: string[] = []
  const reach: typeof localReach = {
    ...localReach,
    resolve(host, port) {
      asked.push(`${host}:${port === at.port ? 'control' : 'data'}`)
      return localReach.resolve(host, port)
    },
  }
  const session = await ftpBody.files!(settingsFor(at), reach)
  await session.list('')
  await session.list('')
  await session.close()
  assert.deepEqual(asked, ['localhost:control', 'localhost:data', 'localhost:data'])
})
