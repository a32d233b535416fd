import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectorBodies } from '@weft/catalogue/connectors/all.server.ts'
import { connectorOf } from '@weft/catalogue/connectors/connector-of.ts'
import { openHttp } from '@weft/engine/connections/http.server.ts'
import { openConnections } from '@weft/engine/connectors/use.server.ts'
import { signLine } from '@weft/engine/agents/line-key.server.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { encodeFrame } from '@weft/kit/agent/frames.server.ts'
import { anAgentSite, type TestAgent } from '@weft/kit/testing/agent.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { WebSocket, WebSocketServer } from 'ws'
import { startAgents } from '../../http/agents.ts'
import { aServer, signedIn } from '../../testing.ts'

const running: TestAgent[] = []
// Before the server closes, which waits for every socket.
after(async () => {
  await Promise.all(running.map((agent) => agent.stop()))
  await agents.close()
})
const server = await aServer()
const { app, context, test: control } = server
const hanse = await aTenant({ ...control, key: context.key }, { name: 'Hanse' })
const south = await aTenant({ ...control, key: context.key }, { name: 'South' })
const as = async (role: 'developer' | 'viewer' | 'tenant_admin', of = hanse): Promise<Record<string, string>> => ({
  ...(await signedIn(server, { email: `${role}@${of.tenant_id}.test`, role, tenant_id: of.tenant_id })),
  'x-project-id': of.project_id,
})
const boss = await as('tenant_admin')
const developer = await as('developer')
const viewer = await as('viewer')
const stranger = await as('tenant_admin', south)
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const agents = startAgents(app.server, context, control.app_url)

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
async function call(method: Method, address: string, payload?: object, headers = boss) {
  const answer = await app.inject({ method, url: `/api/app/${address}`, headers, ...(payload && { payload }) })
  return {
    status: answer.statusCode,
    text: answer.body,
    ...((answer.body ? JSON.parse(answer.body) : {}) as { data: any; errors: any; code: string; message: string }),
  }
}
const agentCalled = async (name: string, headers = boss) =>
  (await call('GET', 'agents', undefined, headers)).data.agents.find((one: { name: string }) => one.name === name)
async function becomes(name: string, state: string) {
  while ((await agentCalled(name))?.state !== state) await sleep(20)
  return agentCalled(name)
}
function started(agent: TestAgent) {
  running.push(agent)
  return agent
}
/** An agent of a tenant at a site of its own, which runs once it has enrolled. */
async function enrolled(name: string, ...allow: string[]) {
  const { data } = await call('POST', 'agents', { name })
  const site = anAgentSite()
  after(site.remove)
  const agent = started(site.enrol(url, data.code, ...allow))
  await agent.says(`as "${name}"`)
  return { id: data.agent.id as string, site, agent }
}

const database = new URL(control.owner_url)
const place = `${database.hostname}:${database.port}`
const { username: user, password, pathname } = database
const settings = {
  host: database.hostname,
  port: Number(database.port),
  user,
  password,
  database: pathname.slice(1),
  encryption: 'none',
}
let made = 0
const warehouse = async (way: object, headers = developer, more: object = {}) =>
  (
    await call(
      'POST',
      'connections',
      { label: 'Warehouse', name: `warehouse_${++made}`, connector: 'postgres', settings, ...way, ...more },
      headers,
    )
  ).data
const tried = async (id: string, headers = developer) => {
  const { data } = await call('POST', `connections/${id}/test`, undefined, headers)
  return data.ok ? 'ok' : data.steps.find(({ state }: { state: string }) => state === 'failed').detail
}

test('an agent is added, enrols once with its code, and tells what it is and what it reaches', async () => {
  const { status, data, text } = await call('POST', 'agents', { name: 'Plant' })
  assert.equal(status, 201)
  assert.match(data.code, /^([A-HJKMNP-TV-Z2-9]{4}-){3}[A-HJKMNP-TV-Z2-9]{4}$/)
  assert.ok(!text.includes('hash'))
  assert.equal((await agentCalled('Plant')).state, 'waiting')
  const site = anAgentSite()
  after(site.remove)
  const wrong = site.enrol(url, 'ABCD-EFGH-JKMN-PQRS', place)
  assert.deepEqual([await wrong.ended, wrong.output().includes('This code is not good')], [64, true])
  const code = data.code.toLowerCase().replaceAll('-', ' ')
  const first = site.enrol(url, code, place)
  await first.says('This is the agent "Plant"')
  await first.says('as "Plant"')
  assert.equal(statSync(path.join(site.folder, 'identity.json')).mode & 0o777, 0o600)
  assert.equal(await anAgentSite().enrol(url, data.code, place).ended, 64, 'a code is good once')
  await first.stop()
  assert.equal((await becomes('Plant', 'away')).state, 'away')
  const agent = started(site.enrol(url, code, place, '*.plant.internal:443'))
  await agent.says('This agent goes on with the secret it has.')
  await agent.says('as "Plant"')
  const { version, outdated, allows, node, address } = await becomes('Plant', 'connected')
  assert.deepEqual([version, outdated, allows], ['1.0.0', false, [place, '*.plant.internal:443']])
  assert.deepEqual([node, address], [process.version, '127.0.0.1'])
  const { rows } = await inScope(context.db, systemScope, (trx) =>
    sql`select to_jsonb(a) as row from agents a union all select to_jsonb(l) from audit_logs l`.execute(trx),
  )
  assert.ok(!JSON.stringify(rows).includes(data.code) && JSON.stringify(rows).includes('Plant'))
})

test('a connection through it reaches what the guard refuses directly, in the process of its own that is cleared for it', async () => {
  const direct = await warehouse({})
  assert.match(await tried(direct.id), /lies in an internal network/)
  const { id, reach } = await warehouse({ reach: 'agent' })
  assert.deepEqual([reach, await tried(id)], ['agent', 'ok'])
  const tables = await call('GET', `connections/${id}/tables`, undefined, developer)
  assert.ok(tables.data.some(({ name }: { name: string }) => name === 'agents'))
  const one = await call('GET', `connections/${id}/table?name=agents`, undefined, developer)
  assert.ok(one.data.sample.some(({ name }: { name: string }) => name === 'Plant'))
})

test('what the agent does not allow is refused on its own side, whatever is asked of it', async () => {
  const elsewhere = { settings: { ...settings, port: 1 } }
  const { id } = await warehouse({ reach: 'agent' }, developer, elsewhere)
  assert.equal(
    await tried(id),
    `No connected agent allows ${database.hostname}:1. Start one with --allow ${database.hostname}:1 where the system is.`,
  )
  // Told what it never said, the server asks for it, and the agent refuses.
  await inScope(context.db, systemScope, (trx) =>
    trx
      .updateTable('agent_sessions')
      .set({ allows: JSON.stringify([`${database.hostname}:1-65535`]) })
      .execute(),
  )
  assert.match(await tried(id), /^No connected agent allows/)
  await running[0]!.says(`Refused ${database.hostname}:1`)
})

test('nobody uses the agent of another tenant, by its name or without', async () => {
  const plant = await agentCalled('Plant')
  const theirs = await warehouse({ reach: 'agent' }, stranger, { project_id: null })
  assert.match(await tried(theirs.id, stranger), /^No agent is connected/)
  const named = await call(
    'POST',
    'connections',
    { label: 'X', name: 'x', connector: 'postgres', settings, reach: 'agent', agent_id: plant.id },
    stranger,
  )
  assert.deepEqual(Object.keys(named.errors), ['agent_id'])
  assert.deepEqual((await call('GET', 'agents', undefined, stranger)).data.agents, [])
  for (const [method, address, payload] of [
    ['PUT', `agents/${plant.id}`, { name: 'Mine' }],
    ['POST', `agents/${plant.id}/code`, undefined],
    ['POST', `agents/${plant.id}/revoke`, undefined],
    ['DELETE', `agents/${plant.id}`, undefined],
  ] as const)
    assert.equal((await call(method, address, payload, stranger)).status, 404, `${method} ${address}`)
})

test('agents are seen by whoever makes connections, and added, renamed and revoked by the tenant’s administrators', async () => {
  const { id } = await agentCalled('Plant', developer)
  for (const [method, address, payload] of [
    ['POST', 'agents', { name: 'Mine' }],
    ['PUT', `agents/${id}`, { name: 'Mine' }],
    ['POST', `agents/${id}/code`, undefined],
    ['POST', `agents/${id}/revoke`, undefined],
    ['DELETE', `agents/${id}`, undefined],
  ] as const)
    assert.equal((await call(method, address, payload, developer)).status, 403, `${method} ${address}`)
  assert.equal((await call('GET', 'agents', undefined, viewer)).status, 403)
  assert.equal((await call('PUT', `agents/${id}`, { name: 'Plant 2' })).data.name, 'Plant 2')
  assert.deepEqual(Object.keys((await call('POST', 'agents', { name: 'Plant 2' })).errors), ['name'])
  await call('PUT', `agents/${id}`, { name: 'Plant' })
})

test('a stored secret is not sent another way than it was entered for', async () => {
  const { id } = await warehouse({ reach: 'agent' })
  const said = ['Please enter it again: it was stored for another address and is not sent elsewhere.']
  const moved = await call('PUT', `connections/${id}`, { reach: 'direct' }, developer)
  assert.deepEqual([moved.status, moved.errors], [422, { 'settings.password': said }])
  const { password: _, ...known } = settings
  const tested = await call('POST', `connectors/postgres/test?connection_id=${id}&reach=direct`, known, developer)
  assert.deepEqual([tested.status, tested.errors], [422, { password: said }])
  const entered = await call('PUT', `connections/${id}`, { reach: 'direct', settings }, developer)
  assert.deepEqual([entered.status, entered.data.reach], [200, 'direct'])
  assert.equal((await call('PUT', `connections/${id}`, { label: 'Renamed' }, developer)).status, 200)
})

test('a site over HTTP is reached through it too, redirects included, and nothing it does not allow', async () => {
  const secret = createServer((_, response) => response.end('secret'))
  await once(secret.listen(0, '127.0.0.1'), 'listening')
  const forbidden = (secret.address() as AddressInfo).port
  const shop = createServer((request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: `http://127.0.0.1:${forbidden}/` }).end()
    else response.end(JSON.stringify({ host: request.headers.host }))
  })
  await once(shop.listen(0, '127.0.0.1'), 'listening')
  after(() => (shop.close(), secret.close()))
  const { port } = shop.address() as AddressInfo
  const { id: agent_id } = await enrolled('Shop', `localhost:${port}`)
  const rest = { connector: 'rest', reach: 'agent', agent_id }
  const base = { base_url: `http://localhost:${port}/`, auth: 'none' }
  const { id } = await warehouse(rest, developer, { settings: base })
  assert.equal(await tried(id), 'ok')
  const away = await warehouse(rest, developer, { settings: { ...base, test_path: 'away' } })
  assert.match(await tried(away.id), new RegExp(`^No connected agent allows 127.0.0.1:${forbidden}`))
})

test('a token is asked for by the way of the connection itself, and its requests take their turns there', async () => {
  const provider = createServer((request, response) => {
    if (request.url === '/token') {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ access_token: 'by-agent', token_type: 'Bearer', expires_in: 3600 }))
    } else response.writeHead(request.headers.authorization === 'Bearer by-agent' ? 200 : 401).end('[]')
  })
  await once(provider.listen(0, '127.0.0.1'), 'listening')
  after(() => provider.close())
  const { port } = provider.address() as AddressInfo
  const base_url = `http://localhost:${port}/`
  const signing = { auth: 'oauth2_client', token_url: `${base_url}token`, client_id: 'weft', client_secret: 's' }
  const more = { name: 'tokens', settings: { base_url, ...signing }, per_minute: 1 }
  const { agent, id: agent_id } = await enrolled('Tokens', `localhost:${port}`)
  const direct = await warehouse({ connector: 'rest' }, developer, { ...more, name: 'no_way' })
  assert.match(await tried(direct.id), /lies in an internal network/)
  const { id } = await warehouse({ connector: 'rest', reach: 'agent', agent_id }, developer, more)
  assert.equal(await tried(id), 'ok')
  const connections = openConnections({
    db: context.db,
    key: context.key,
    scope: hanse.scope,
    connectors: { of: connectorOf, bodies: connectorBodies },
    ways: context.ways,
    files: context.files(hanse.tenant_id),
    folder: path.join(context.home, 'tmp'),
    learn: () => {},
  })((out) => openHttp({ egress: out }))
  const { request } = await connections.http('tokens')
  assert.equal((await request({ method: 'GET', url: base_url })).status, 200)
  await assert.rejects(request({ method: 'GET', url: base_url }), { code: 'CONNECTION_BUSY' })
  await agent.stop()
})

test('a connection that leaves directly reaches what its tenant was allowed, and no other tenant does', async () => {
  await inScope(context.db, systemScope, (trx) =>
    trx
      .insertInto('allowed_hosts')
      .values({ tenant_id: hanse.tenant_id, host: database.hostname, port: Number(database.port) })
      .execute(),
  )
  assert.equal(await tried((await warehouse({})).id), 'ok')
  const theirs = await warehouse({}, stranger, { project_id: null })
  assert.match(await tried(theirs.id, stranger), /lies in an internal network/)
})

test('where an agent’s line ends on this machine leads nobody else there', async () => {
  const way = context.ways.of({ ...hanse, reach: 'agent', agent_id: null, tunnel_connection_id: null })
  const { addresses, port } = await way.way(database.hostname, Number(database.port))
  const near = { settings: { ...settings, host: addresses[0], port } }
  for (const [headers, place] of [
    [stranger, { project_id: null }],
    [developer, {}],
  ] as const) {
    const { id } = await warehouse({}, headers, { ...near, ...place })
    assert.match(await tried(id, headers), /lies in an internal network/)
  }
})

test('of several another one takes over when one goes away; one that is revoked is cut at once and comes back no more', async () => {
  const { site, agent: other, id: second } = await enrolled('Second', place)
  const first = running[0]!
  const any = await warehouse({ reach: 'agent' })
  const named = await warehouse({ reach: 'agent', agent_id: second })
  await first.stop('SIGKILL')
  for (let i = 0; i < 4; i++) assert.equal(await tried(any.id), 'ok')
  assert.equal(await tried(named.id), 'ok')
  assert.equal((await call('DELETE', `agents/${second}`)).code, 'AGENT_IN_USE')
  assert.equal((await call('POST', `agents/${second}/revoke`)).data.state, 'revoked')
  assert.equal(await other.ended, 78)
  assert.ok(other.output().includes('This agent was revoked.'))
  assert.match(await tried(named.id), /^No agent is connected/)
  const allowedBefore = await warehouse({ reach: 'agent' })
  assert.equal((await call('GET', 'agents')).data.agents.filter((one: any) => one.state === 'connected').length, 1)
  assert.match(await tried(allowedBefore.id), /^No agent is connected/, 'Plant allows it and is away; Shop is there')
  const again = site.run(place)
  assert.equal(await again.ended, 78)
  assert.ok(again.output().includes('does not know this agent any more'))
  assert.equal((await call('POST', `agents/${second}/code`)).code, 'AGENT_REVOKED')
})

test('a new code makes another process the agent, and the one before is cut', async () => {
  const { agent: old, id } = await enrolled('Moved', place)
  const { data } = await call('POST', `agents/${id}/code`)
  const fresh = anAgentSite()
  after(fresh.remove)
  const agent = started(fresh.enrol(url, data.code, place))
  assert.equal(await old.ended, 78)
  await agent.says('Connected')
  assert.equal((await becomes('Moved', 'connected')).id, id)
  await agent.stop()
  await becomes('Moved', 'away')
})

/** A socket as an agent opens it, by hand. */
async function byHand(name: string) {
  const { site, agent, id } = await enrolled(name, place)
  await agent.stop()
  const { secret } = JSON.parse(await readFile(`${site.folder}/identity.json`, 'utf8')) as { secret: string }
  const open = () =>
    new WebSocket(`${url.replace('http', 'ws')}/agent/connect`, {
      headers: { authorization: `Bearer ${id}.${secret}` },
    })
  return { id, open }
}
const ended = (socket: WebSocket) =>
  new Promise<number>((resolve) => socket.on('error', () => {}).once('close', resolve))
const greeting = JSON.stringify({
  protocol: 1,
  version: '0.9.0',
  node: 'v20.0.0',
  system: 'linux x64',
  allow: ['erp:1'],
})

test('an older agent is marked, a second session takes the place of the first, and hostile messages end theirs alone', async () => {
  const { open } = await byHand('Old')
  const first = open()
  await once(first, 'open')
  first.send(greeting)
  assert.deepEqual(JSON.parse(String((await once(first, 'message'))[0])), { name: 'Old', version: '1.0.0' })
  const { outdated, version } = await becomes('Old', 'connected')
  assert.deepEqual([version, outdated], ['0.9.0', true])
  const second = open()
  await once(second, 'open')
  const replaced = ended(first)
  second.send(greeting)
  await once(second, 'message')
  assert.equal(await replaced, 4001)
  second.terminate()
  const frames = fc.oneof(
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    fc.constant(encodeFrame({ kind: 'opened', stream: 1 })),
    fc.string({ maxLength: 60 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(frames, { minLength: 1, maxLength: 5 }), async (greets, messages) => {
      const socket = open()
      await once(socket, 'open')
      const over = ended(socket)
      if (greets) {
        socket.send(greeting)
        await once(socket, 'message')
      }
      for (const message of messages) socket.send(message)
      await over
    }),
    { numRuns: 30 },
  )
  assert.equal((await call('GET', 'agents')).status, 200)
  assert.equal((await becomes('Old', 'away')).version, '0.9.0')
})

test('a greeting that is not understood is told to the agent, and one of Weft to whoever reads the agent’s log', async () => {
  const { open } = await byHand('Unread')
  for (const said of ['hello', '{}', JSON.stringify({ ...JSON.parse(greeting), allow: Array(201).fill('erp:1') })]) {
    const socket = open()
    const over = ended(socket)
    await once(socket, 'open')
    socket.send(said)
    assert.equal(await over, 4005)
  }
  const other = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(other, 'listening')
  other.on('connection', (socket) => socket.send('[null'))
  after(() => (other.clients.forEach((one) => one.terminate()), other.close()))
  const site = anAgentSite()
  after(site.remove)
  const there = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const identity = { url: there, agent_id: randomUUID(), name: 'X', secret: 'x' }
  await writeFile(path.join(site.folder, 'identity.json'), JSON.stringify(identity))
  const agent = started(site.run(place))
  await agent.says(`${there} greets in a way this agent does not understand.`)
})

test('who does not know the secret is not let in, and is kept waiting; a door nobody asked for is shut', async () => {
  const { id } = await byHand('Guessed')
  const statusOf = (address: string, authorization = '') =>
    new Promise<number>((resolve) =>
      new WebSocket(url.replace('http', 'ws') + address, { headers: { authorization } })
        .on('unexpected-response', (request, response) => {
          resolve(response.statusCode!)
          request.destroy()
        })
        .on('error', () => {}),
    )
  assert.equal(await statusOf('/agent/connect'), 401)
  assert.equal(await statusOf('/agent/elsewhere'), 404)
  assert.equal(await statusOf('/agent/line', 'x.y'), 403)
  const guesses = []
  for (let i = 0; i < 12; i++) guesses.push(await statusOf('/agent/connect', `Bearer ${id}.${'A'.repeat(43)}`))
  assert.deepEqual(guesses, [...Array<number>(10).fill(401), 429, 429])
})

test('a line is asked for with the key of this installation, once, and only for the tenant of the agent', async () => {
  const { id: agent_id } = await enrolled('Lines', place)
  const line = { tenant_id: hanse.tenant_id, agent_id, host: database.hostname, port: Number(database.port) }
  const statusOf = async (said: string) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write(
      `GET /agent/line HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: weft-line\r\nauthorization: ${said}\r\n\r\n`,
    )
    const [piece] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return Number(piece.toString().split(' ')[1])
  }
  const good = signLine(context.key, line)
  assert.deepEqual([await statusOf(good), await statusOf(good)], [101, 403])
  assert.equal(await statusOf(signLine(context.key, { ...line, tenant_id: south.tenant_id })), 503)
  assert.equal(await statusOf(signLine(context.key, line, Date.now() - 300_000)), 403)
  assert.equal(await statusOf(`${good.slice(0, -3)}AAA`), 403)
})
