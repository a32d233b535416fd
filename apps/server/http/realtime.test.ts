import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { keptSourceIn } from '@weft/kit/testing/kept-source.ts'
import { sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { aTenant, type TestTenant } from '@weft/engine/testing/tenant.ts'
import { readyMade } from '@weft/kit/define/permissions.ts'
import { publish } from '@weft/kit/realtime/publish.server.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { aServer, signedIn } from '../testing.ts'
import { mayWatch, startRealtime } from './realtime.ts'

const server = await aServer()
const { db } = server.context
const hanse = await aTenant(server.test)
const south = await aTenant(server.test)
const job = await inScope(db, hanse.scope, async (trx) => {
  const workflow = await trx
    .insertInto('workflows')
    .values({ label: 'Orders', class_name: 'Orders' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return trx
    .insertInto('jobs')
    .values({
      workflow_id: workflow.id,
      queue_id: hanse.queue_id,
      source_id: await keptSourceIn(trx, workflow.id),
      version: 1,
      started_by: 'manual',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
})
const run = await inScope(db, { level: 'provider' }, (trx) =>
  trx
    .insertInto('provisioning_runs')
    .values({ kind: 'tenant', partner_id: hanse.partner_id, input: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow(),
)

const headers = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
const realtime = startRealtime(server.app.server, server.context, { look_every: 50 })
after(() => realtime.close())
await server.app.listen({ port: 0, host: '127.0.0.1' })

const somebody = (level: Partial<Caller>): Caller => ({
  id: randomUUID(),
  kind: 'admin',
  role: 'admin',
  partner_id: null,
  tenant_id: null,
  email: '',
  language: 'en',
  session_id: randomUUID(),
  ...level,
  permissions: readyMade(level.role ?? 'admin'),
})
const admin = somebody({})
const partnerOf = ({ partner_id }: TestTenant) => somebody({ kind: 'partner', role: 'partner_admin', partner_id })
const userOf = ({ tenant_id }: TestTenant) => somebody({ kind: 'client', role: 'tenant_admin', tenant_id })
const watched = (callers: Caller[], topic: string) => Promise.all(callers.map((caller) => mayWatch(db, caller, topic)))

test("a job is watched by its tenant's users, and by nobody else", async () => {
  assert.deepEqual(await watched([userOf(hanse), userOf(south)], `job:${job.id}`), [true, false])
  assert.equal(await mayWatch(db, { ...userOf(hanse), permissions: new Set() }, `job:${job.id}`), false)
})

test('the provider and the partner watch it with a support access, as long as that is open', async () => {
  const inside = async (caller: Caller, ends_at: string) =>
    inScope(db, { level: 'provider', user_id: caller.id }, async (trx) => {
      await trx
        .insertInto('users')
        .values({
          id: caller.id,
          kind: caller.kind,
          partner_id: caller.partner_id,
          email: `${caller.id}@weft.test`,
          role: caller.role,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await trx.updateTable('support_accesses').set({ ended_at: ends_at }).where('user_id', '=', caller.id).execute()
      await trx
        .insertInto('support_accesses')
        .values({
          tenant_id: hanse.tenant_id,
          user_id: caller.id,
          user_name: 'Ada',
          user_kind: caller.kind,
          reason: 'Asked by phone',
          minutes: 60,
          ends_at,
        })
        .execute()
    })
  for (const caller of [somebody({}), partnerOf(hanse)]) {
    assert.equal(await mayWatch(db, caller, `job:${job.id}`), false)
    await inside(caller, '2099-01-01T00:00:00Z')
    assert.equal(await mayWatch(db, caller, `job:${job.id}`), true)
    await inside(caller, '2020-01-01T00:00:00Z')
    assert.equal(await mayWatch(db, caller, `job:${job.id}`), false)
  }
})

test('a provisioning is watched by its partner and the provider', async () => {
  assert.deepEqual(
    await watched([admin, partnerOf(hanse), partnerOf(south), userOf(hanse)], `provisioning:${run.id}`),
    [true, true, false, false],
  )
})

test('what is not there or no topic at all is watched by nobody', async () => {
  for (const topic of [`job:${randomUUID()}`, `users:${admin.id}`, `job:${job.id}:more`, 'job:', ''])
    assert.equal(await mayWatch(db, admin, topic), false, topic)
})

/** A socket of its own to the running server; with `auth` as its hello. */
function aSocket(auth: object): Socket {
  const { port } = server.app.server.address() as AddressInfo
  const socket = io(`http://127.0.0.1:${port}`, {
    path: '/socket',
    transports: ['websocket'],
    auth,
    forceNew: true,
    reconnection: false,
  })
  after(() => socket.close())
  return socket
}
const token = () => headers.authorization!.slice('Bearer '.length)
const opened = (socket: Socket) =>
  new Promise<boolean>((done) => void socket.once('connect', () => done(true)).once('connect_error', () => done(false)))

test('a hello that is no token keeps its sender out, whatever it is', async () => {
  for (const auth of [
    { token: { toString: 1, valueOf: 1 } },
    { token: 5 },
    { token: ['a'] },
    { token: null },
    {},
    { token: 'x'.repeat(201) },
    { token: '\u0000' },
    { token: '\ud800' },
  ])
    assert.equal(await opened(aSocket(auth)), false, JSON.stringify(auth))
  assert.equal(await opened(aSocket({ token: token() })), true)
})

test('an event is answered only where an answer was asked for, and one that is not declared not at all', async () => {
  const socket = aSocket({ token: token() })
  assert.equal(await opened(socket), true)
  socket.emit('watch', 'queues', 5)
  socket.emit('watch', { toString: 1, valueOf: 1 })
  socket.emit('unwatch', { toString: 1 })
  socket.emit('error', { message: 'a name the emitter itself would end the process for' })
  socket.emit('constructor', 1)
  assert.equal(await socket.timeout(20_000).emitWithAck('watch', 'queues', 5), false)
  assert.equal(await socket.timeout(20_000).emitWithAck('error'), false)
  assert.equal(await socket.timeout(20_000).emitWithAck('watch', 'queues'), true)
  assert.equal(await socket.timeout(20_000).emitWithAck('unwatch', 'queues'), true)
})

test('a socket that asks for more than anybody reads is cut off', async () => {
  const socket = aSocket({ token: token() })
  assert.equal(await opened(socket), true)
  const cut = new Promise<string>((done) => socket.once('disconnect', done))
  for (let at = 0; at < 5_000; at++) socket.emit('watch', 'queues')
  assert.equal(await cut, 'io server disconnect')
})

test('what was told wrongly between the servers is logged, and the next event arrives', async () => {
  const socket = aSocket({ token: token() })
  assert.equal(await opened(socket), true)
  const heard = new Promise<{ message?: string }>((done) => socket.on('silent', done))
  await socket.timeout(20_000).emitWithAck('watch', 'queues')
  for (const payload of ['{', '5', 'null', '{"to":{"users":5},"event":{}}'])
    await sql`select pg_notify('weft_silent', ${payload})`.execute(db)
  await publish(db, { topic: 'queues' }, { type: 'queue', message: 'still here' })
  assert.equal((await heard).message, 'still here')
})

test('whoever is signed out elsewhere is cut off', async () => {
  const socket = io(`http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`, {
    path: '/socket',
    transports: ['websocket'],
    auth: { token: headers.authorization!.slice('Bearer '.length) },
  })
  try {
    await new Promise<void>((done, fail) => void socket.once('connect', done).once('connect_error', fail))
    const cut = new Promise<string>((done) => socket.once('disconnect', done))
    await inScope(db, systemScope, (trx) =>
      trx.updateTable('sessions').set({ revoked_at: new Date().toISOString() }).execute(),
    )
    assert.equal(await cut, 'io server disconnect')
  } finally {
    socket.close()
  }
})

test('a project is watched by its tenant’s users who may see it, and by nobody else', async () => {
  const topic = `project:${hanse.project_id}`
  assert.deepEqual(await watched([userOf(hanse), userOf(south), partnerOf(hanse), admin], topic), [
    true,
    false,
    false,
    false,
  ])
  assert.equal(await mayWatch(db, { ...userOf(hanse), permissions: new Set() }, topic), false)
})
