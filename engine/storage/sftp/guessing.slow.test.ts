import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import ssh2 from 'ssh2'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { hashPassword, passwordFits } from '@weft/kit/secrets/passwords.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { addressKey, secondsToWait } from '@weft/kit/throttle/throttle.server.ts'
import { folderFileStore } from '../../file-store/folder-file-store.server.ts'
import { openEgress } from '../../connections/egress.server.ts'
import { aTenant } from '../../testing/tenant.ts'
import { openStorages } from '../storages.server.ts'
import { openSftpGateway } from './gateway.server.ts'

const control = await testDatabase()
const { db } = control
const home = mkdtempSync(path.join(tmpdir(), 'weft-sftp-'))
const storages = openStorages({
  db,
  key: control.key,
  fileStore: folderFileStore(home),
  egress: openEgress(async () => []),
})
const gateway = await openSftpGateway({
  db,
  key: control.key,
  home,
  storages,
  port: 0,
  host: '127.0.0.1',
  throttling: async () => ({ tries: 3, tries_minutes: 15, throttle_minutes: 5 }),
})
after(async () => {
  await gateway.close()
  storages.close()
  rmSync(home, { recursive: true })
})
const { tenant_id } = await aTenant(control)
for (const username of ['hanse', 'alster', 'weser']) {
  const password_hash = await hashPassword(`password of ${username}`)
  await inScope(db, { level: 'tenant', tenant_id }, (trx) =>
    trx.insertInto('sftp_users').values({ username, password_hash }).execute(),
  )
}

/** Signs in from one of the addresses this machine has (127.0.0.0/8), with each password in turn; whether one was accepted. */
function signIn(username: string, from: string, ...passwords: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const client = new ssh2.Client()
    const left = [...passwords]
    const done = (accepted: boolean) => {
      client.destroy()
      resolve(accepted)
    }
    client
      .once('ready', () => done(true))
      .on('error', () => done(false))
      .once('close', () => done(false))
    client.connect({
      host: '127.0.0.1',
      port: gateway.port,
      localAddress: from,
      username,
      readyTimeout: 60_000,
      authHandler: (_left, _partial, next) =>
        next(left.length > 0 ? { type: 'password', username, password: left.shift()! } : (false as never)),
    })
  })
}
const right = (username: string, from: string) => signIn(username, from, `password of ${username}`)

test('who guesses makes the account wait, but not where its user has come in before', async () => {
  assert.equal(await right('hanse', '127.0.0.1'), true)
  assert.equal(await signIn('hanse', '127.0.0.2', 'one', 'two', 'three'), false)
  assert.deepEqual(
    [await right('hanse', '127.0.0.2'), await right('hanse', '127.0.0.3')],
    [false, false],
    'with the right password, too',
  )
  assert.equal(await right('hanse', '127.0.0.1'), true)
  assert.equal(await right('alster', '127.0.0.3'), true, 'others need not wait')
  assert.equal(await signIn('hanse', '127.0.0.1', 'one', 'two', 'three'), false)
  assert.equal(await right('hanse', '127.0.0.1'), false, 'there it counts for itself')
})

test('an address that guesses through many names has to wait for all of them, on the pages as well', async () => {
  for (let i = 0; i < 4; i++) await signIn(`nobody${i}`, '127.0.0.4', 'one', 'two', 'three')
  assert.deepEqual([await right('weser', '127.0.0.4'), await right('weser', '127.0.0.5')], [false, true])
  assert.ok((await inScope(db, systemScope, (trx) => secondsToWait(trx, [addressKey('127.0.0.4')]))) > 0)
})

/** Knocks and says nothing. `undefined` when the door stays shut. */
const knock = (from: string) =>
  new Promise<Socket | undefined>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: gateway.port, localAddress: from })
    socket
      .once('data', () => resolve(socket))
      .on('error', () => resolve(undefined))
      .once('close', () => resolve(undefined))
  })
const opened = async (from: string, count: number) =>
  (await Promise.all(Array.from({ length: count }, () => knock(from)))).filter((socket) => socket !== undefined)

test('only so many may stand at the door before they have signed in: of one address, and of all', async () => {
  const first = await opened('127.0.1.1', 12)
  assert.equal(first.length, 8)
  const elsewhere = await opened('127.0.1.2', 1)
  assert.equal(elsewhere.length, 1, 'another address is let in')
  const gone = first.pop()!
  await new Promise((resolve) => gone.once('close', resolve).destroy())
  let again: Socket | undefined
  for (let i = 0; i < 100 && !again; i++) again = (await knock('127.0.1.1')) ?? (await sleep(20))
  assert.ok(again, 'whoever leaves makes room')
  const crowd = (await Promise.all([3, 4, 5, 6, 7].map((n) => opened(`127.0.1.${n}`, 8)))).flat()
  assert.equal(first.length + elsewhere.length + 1 + crowd.length, 40)
  assert.equal(await knock('127.0.1.8'), undefined)
  for (const socket of [...first, ...elsewhere, again, ...crowd]) socket.destroy()
  let accepted = false
  for (let i = 0; i < 50 && !accepted; i++) accepted = await right('weser', '127.0.0.5')
  assert.ok(accepted, 'the door opens again')
})

test('guesses here take no turn from the sign-ins of the pages', async () => {
  const stored = await hashPassword('Correct-Horse-1')
  const guesses = Promise.all(
    [1, 2, 3, 4].flatMap((n) => Array.from({ length: 8 }, (_, i) => signIn(`ghost${n}${i}`, `127.0.2.${n}`, 'wrong'))),
  )
  await sleep(300)
  const fits = await Promise.all(Array.from({ length: 40 }, () => passwordFits(stored, 'Correct-Horse-1')))
  assert.ok(fits.every(Boolean), 'none was told that too many ask')
  assert.ok((await guesses).every((accepted) => !accepted))
})
