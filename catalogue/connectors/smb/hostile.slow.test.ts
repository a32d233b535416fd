import path from 'node:path'
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { manyFiles, survivesGarbledAnswers, usedFiles } from '@weft/kit/testing/garbled-server.ts'
import { survivesHostileServers } from '@weft/kit/testing/hostile-server.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { say } from '@weft/kit/messages/messages.ts'
import type { WeftError } from '@weft/kit/errors/errors.ts'
import { samba, settingsFor } from './testing/counterpart.ts'
import { smbBody } from './smb.server.ts'

const server = await samba()
const skip = typeof server === 'string' ? server : false
const running = () => server as Exclude<typeof server, string>

async function checked(more: object) {
  const passed: string[] = []
  const settings = settingsFor(running(), more)
  const error = await smbBody
    .check(settings, localReach, (step, detail) => passed.push(`${step}: ${typeof detail === 'string' ? detail : ''}`))
    .catch((caught: WeftError) => `${caught.code}: ${say(caught.say, 'en')}`)
  return [...passed, ...(error ? [error] : [])]
}

test('a check tells how far it came, and what is wrong', { skip }, async () => {
  const good = await checked({})
  assert.deepEqual(good.slice(1, 4), ['connection: SMB 3.0.2', 'sign_in: shop', 'rights: scans'])
  assert.equal(good.length, 5)
  assert.equal(
    (await checked({ password: 'wrong' })).at(-1),
    'CONNECTION_DENIED: localhost refuses the sign-in: STATUS_LOGON_FAILURE',
  )
  assert.equal(
    (await checked({ user: 'nobody-here' })).at(-1),
    'CONNECTION_DENIED: localhost refuses the sign-in: STATUS_LOGON_FAILURE',
  )
  assert.equal((await checked({ share: 'none' })).at(-1), 'FILE_SHARE: localhost has no share named none.')
  assert.equal(
    (await checked({ share: 'IPC$' })).at(-1),
    'FILE_SHARE: IPC$ on localhost is a printer or a pipe and holds no files.',
  )
  assert.match((await checked({ port: 1 })).at(-1)!, /^CONNECTION_FAILED: .*nothing answers/)
  assert.equal((await checked({ folder: '/none' })).at(-1)!.split(':')[0], 'FOLDER_NOT_FOUND')
})

test('whatever a server says first, it is told as a sentence', { skip }, () =>
  survivesHostileServers({
    greeting: Buffer.from(`00000080fe534d424000${'00'.repeat(120)}`, 'hex'),
    use: async (port) => (await smbBody.files!(settingsFor({ port }), localReach)).close(),
  }),
)

test('answers that are changed on the way are noticed', { skip }, async () => {
  manyFiles(path.join(running().folder, 'scans/in'))
  await survivesGarbledAnswers({
    ...running(),
    use: (port) => usedFiles(() => smbBody.files!(settingsFor({ port }), localReach)),
  })
})

test('a server that takes anybody as a guest is not believed', { skip }, async () => {
  const open = await samba({ 'map to guest': 'bad user', 'server signing': 'auto', 'guest account': 'nobody' })
  assert.ok(typeof open !== 'string', String(open))
  const error = await smbBody
    .check(settingsFor(open, { user: 'stranger' }), localReach, () => {})
    .catch((caught: WeftError) => `${caught.code}: ${say(caught.say, 'en')}`)
  assert.equal(error, 'CONNECTION_DENIED: localhost refuses the sign-in: it lets this user in as a guest only')
})
