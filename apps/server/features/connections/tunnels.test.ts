import assert from 'node:assert/strict'
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { after, test } from 'node:test'
import { connectorBodies } from '@weft/catalogue/connectors/all.server.ts'
import { connectorOf } from '@weft/catalogue/connectors/connector-of.ts'
import { openHttp } from '@weft/engine/connections/http.server.ts'
import { openConnections } from '@weft/engine/connectors/use.server.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { newSshKey } from '@weft/kit/network/ssh-key.server.ts'
import ssh2 from 'ssh2'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context, test: control } = server
const hanse = await aTenant({ ...control, key: context.key }, { name: 'Hanse' })
const south = await aTenant({ ...control, key: context.key }, { name: 'South' })
const as = async (
  of: typeof hanse,
  role: 'developer' | 'tenant_admin' = 'developer',
): Promise<Record<string, string>> => ({
  ...(await signedIn(server, {
    email: `${role}@${of.tenant_id}.test`,
    role,
    tenant_id: of.tenant_id,
  })),
  'x-project-id': of.project_id,
})
const developer = await as(hanse)
const boss = await as(hanse, 'tenant_admin')
const stranger = await as(south)

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', address: string, payload?: object, headers = developer) {
  const answer = await app.inject({ method, url: `/api/app/${address}`, headers, ...(payload && { payload }) })
  return {
    status: answer.statusCode,
    ...((answer.body ? JSON.parse(answer.body) : {}) as { data: any; errors: any; code: string; message: string }),
  }
}

/** A server that leads to one host of its own network, by a name that is known nowhere else. */
const database = new URL(control.owner_url)
const { private: hostKey } = newSshKey()
const clients = new Set<ssh2.Connection>()
const jump = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
  clients.add(client)
  client
    .on('error', () => {})
    .on('close', () => clients.delete(client))
    .on('authentication', (context) => {
      if (context.method === 'password' && context.password === 'right') context.accept()
      else context.reject(['password'])
    })
  client.on('tcpip', (accept, reject, { destIP, destPort }) => {
    if (destIP !== 'db.inside' || destPort !== 5432) return reject()
    const channel = accept()
    const socket = net.connect(Number(database.port), database.hostname).on('error', () => channel.close())
    channel
      .on('error', () => socket.destroy())
      .on('close', () => socket.destroy())
      .pipe(socket)
      .pipe(channel)
  })
})
jump.listen(0, '127.0.0.1')
await once(jump, 'listening')
after(() => {
  for (const client of clients) client.end()
  jump.close()
})
const { port } = jump.address() as AddressInfo
for (const { tenant_id } of [hanse, south])
  await inScope(context.db, systemScope, (trx) =>
    trx.insertInto('allowed_hosts').values({ tenant_id, host: '127.0.0.1', port }).execute(),
  )

const { username: user, password, pathname } = database
const inside = { host: 'db.inside', port: 5432, user, password, database: pathname.slice(1), encryption: 'none' }
let made = 0
const connect = async (connector: string, settings: object, way: object = {}, headers = developer) => {
  const place = headers === developer ? { project_id: hanse.project_id } : {}
  const entry = { label: 'C', name: `c_${++made}`, connector, settings, ...place, ...way }
  return call('POST', 'connections', entry, headers)
}
const tried = async (id: string, headers = developer) => {
  const { data } = await call('POST', `connections/${id}/test`, undefined, headers)
  return data.ok ? 'ok' : data.steps.find(({ state }: { state: string }) => state === 'failed').detail
}
const signIn = { host: '127.0.0.1', port, user: 'weft', password: 'right' }
const tunnel = (await connect('ssh_tunnel', signIn)).data.id as string
const through = { reach: 'tunnel', tunnel_connection_id: tunnel }

test('a database that only the other side knows is tried, looked into and read through a tunnel', async () => {
  assert.equal(await tried(tunnel), 'ok')
  assert.equal(await tried((await connect('postgres', inside)).data.id), 'There is no host called db.inside.')
  const { data } = await connect('postgres', inside, through)
  assert.deepEqual([data.reach, data.tunnel_connection_id], ['tunnel', tunnel])
  assert.equal(await tried(data.id), 'ok')
  const one = await call('GET', `connections/${data.id}/table?name=allowed_hosts`)
  assert.deepEqual(
    one.data.sample.map(({ port }: any) => port),
    [port, port],
  )
  const { open } = openConnections({
    db: context.db,
    key: context.key,
    scope: hanse.scope,
    connectors: { of: connectorOf, bodies: connectorBodies },
    ways: context.ways,
    files: context.files(hanse.tenant_id),
    folder: path.join(context.home, 'tmp'),
    learn: () => {},
  })((out) => openHttp({ egress: out }))
  const session = await open(data.name)
  const read = []
  for await (const { records } of session.read({ table: 'allowed_hosts' })) read.push(...records)
  assert.equal(read.length, 2)
  await session.close()
})

test('where the tunnel does not lead, or does not let in, that is said; one that broke is signed in to anew', async () => {
  const { data } = await connect('postgres', inside, through)
  const elsewhere = await connect('postgres', { ...inside, host: 'crm.inside' }, through)
  assert.match(await tried(elsewhere.data.id), /^127\.0\.0\.1 does not lead on to crm\.inside:5432: /)
  assert.equal(await tried(data.id), 'ok')
  for (const client of clients) client.end()
  while (clients.size > 0) await new Promise(setImmediate)
  assert.equal(await tried(data.id), 'ok')
  const wrong = await connect('ssh_tunnel', { ...signIn, password: 'wrong' })
  const behind = await connect('postgres', inside, { ...through, tunnel_connection_id: wrong.data.id })
  assert.equal(await tried(behind.data.id), '127.0.0.1 does not let weft in with this password or key.')
  await call('PUT', `connections/${wrong.data.id}`, { active: false })
  assert.match(await tried(behind.data.id), /is not active\.$/)
})

test('a way that is none is refused at its field', async () => {
  const errorsOf = async (connector: string, settings: object, way: object, headers = developer) =>
    (await connect(connector, settings, way, headers)).errors
  const nested = 'A tunnel is reached directly or through an agent, not through another tunnel.'
  assert.deepEqual(await errorsOf('ssh_tunnel', signIn, through), { reach: [nested] })
  const choose = 'Please choose the connection it is reached through.'
  assert.deepEqual(await errorsOf('postgres', inside, { reach: 'tunnel' }), { tunnel_connection_id: [choose] })
  const none = { tunnel_connection_id: ['There is no such tunnel any more; please choose another connection.'] }
  const { data } = await connect('postgres', inside)
  assert.deepEqual(await errorsOf('postgres', inside, { ...through, tunnel_connection_id: data.id }), none)
  assert.deepEqual(await errorsOf('postgres', inside, through, stranger), none)
})

test('the database itself refuses a tunnel through a tunnel and one of another tenant', async () => {
  const { data } = await connect('postgres', inside, through)
  const set = (id: string, values: object) =>
    inScope(context.db, systemScope, (trx) =>
      trx
        .updateTable('connections')
        .set({ reach: 'tunnel', ...values })
        .where('id', '=', id)
        .execute(),
    )
  const foreignKey = { code: '23503' }
  await assert.rejects(set(tunnel, { tunnel_connection_id: data.id }), foreignKey)
  await assert.rejects(set(tunnel, { tunnel_connection_id: tunnel }), foreignKey)
  const other = await connect('rest', { base_url: 'https://shop.example/', auth: 'none' }, {}, stranger)
  assert.equal(other.status, 201)
  await assert.rejects(set(other.data.id, { tunnel_connection_id: tunnel }), foreignKey)
})

test('a tunnel that others use stays where their secrets were entered for, and is not deleted', async () => {
  const moved = await call('PUT', `connections/${tunnel}`, { settings: { ...signIn, port: port + 1 } })
  assert.deepEqual([moved.status, moved.code], [409, 'CONNECTION_IN_USE'])
  assert.equal((await call('DELETE', `connections/${tunnel}`, undefined, boss)).code, 'IN_USE')
  assert.equal((await call('PUT', `connections/${tunnel}`, { settings: signIn })).status, 200)
})
