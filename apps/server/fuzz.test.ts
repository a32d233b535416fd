import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { io, type Socket } from 'socket.io-client'
import { aTenant, type TestTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, openPool, systemScope } from '@weft/kit/database/connect.server.ts'
import { clientEvents } from '@weft/kit/realtime/events.ts'
import { z } from 'zod'
import { startSession } from './auth/sessions.ts'
import { startRealtime } from './http/realtime.ts'
import { aServer, signedIn } from './testing.ts'
import { fuzzedRoutes, type Call, type Description } from './testing/fuzz.ts'
import { hostileText, valuesOf, type Schema } from './testing/hostile-values.ts'

// Every route and every socket event, called with what its schema describes and with what it does not, as each kind of user. A run is
// repeated with the seed it prints; the figure `fuzz` makes more calls.
const seed = Number(process.env['WEFT_FUZZ_SEED'] ?? Date.now() % 2 ** 31)
const seconds = Number(process.env['WEFT_FUZZ_SECONDS'] ?? 60)
const mostCalls = Number(process.env['WEFT_FUZZ_CALLS'] ?? Infinity)
/** For one route: a part of its method and path. */
const only = process.env['WEFT_FUZZ_ONLY'] ?? ''
/** So many calls at once: enough to meet each other. */
const lanes = 4
console.log(`WEFT_FUZZ_SEED=${seed}`)

const server = await aServer()
const { app } = server
const owner = openPool(server.test.owner_url, { max: 2 })
after(() => owner.end())

const foreign = await aTenant({ ...server.test, key: server.context.key })
const ids = [
  '00000000-0000-4000-8000-00000000000a',
  foreign.tenant_id,
  foreign.project_id,
  foreign.user_id,
  foreign.queue_id,
]

// Who calls. A call may end its own session, delete its user or switch its tenant off; whoever is out gets a new life.
type Kind = { name: string; hosts: string[]; headers: Record<string, string>; renew(): Promise<void> }
let born = 0
/** What was set by the calls before may keep everybody out. */
async function openDoors() {
  for (const table of ['settings', 'route_whitelists']) await owner.query(`delete from ${table}`)
}
const kinds: Kind[] = ['admin', 'tenant_admin', 'developer', 'viewer', 'partner_admin', 'nobody'].map((role) => {
  const kind: Kind = {
    name: role,
    hosts:
      role === 'admin'
        ? ['/api/admin', '/api/admin', '/api/admin', '/api/app', '']
        : ['/api/app', '/api/app', '/api/app', '/api/admin', ''],
    headers: {},
    async renew() {
      if (role === 'nobody') return void (kind.headers = { 'accept-language': 'en' })
      await openDoors()
      const tenant: TestTenant | undefined =
        role === 'admin' ? undefined : await aTenant({ ...server.test, key: server.context.key })
      if (tenant) ids.push(tenant.tenant_id, tenant.project_id, tenant.user_id, tenant.queue_id)
      const place =
        role === 'partner_admin'
          ? { kind: 'partner' as const, partner_id: tenant!.partner_id }
          : tenant
            ? { kind: 'client' as const, tenant_id: tenant.tenant_id }
            : { kind: 'admin' as const }
      const { token, api_token } = await inScope(server.context.db, systemScope, async (trx) => {
        const { id } = await trx
          .insertInto('users')
          .values({ ...place, role, email: `${role}-${++born}@fuzz.test` })
          .returning('id')
          .executeTakeFirstOrThrow()
        const own =
          tenant &&
          (await trx
            .selectFrom('tenants')
            .select('api_token')
            .where('id', '=', tenant.tenant_id)
            .executeTakeFirstOrThrow())
        return {
          token: await startSession(trx, id, { address: '127.0.0.1', agent: 'fuzz' }),
          api_token: own?.api_token,
        }
      })
      kind.headers = {
        authorization: `Bearer ${token}`,
        'accept-language': 'en',
        ...(place.kind === 'client' && { 'x-api-key': api_token!, 'x-project-id': tenant!.project_id }),
      }
    },
  }
  return kind
})
for (const kind of kinds) await kind.renew()

const routes = fuzzedRoutes(app.swagger() as unknown as Description, ids).filter(({ method, path }) =>
  `${method} ${path}`.includes(only),
)
const allowed = new Set([501, 503])
const failures = new Map<string, string>()
const figures = { calls: 0, answers: {} as Record<string, number>, slowest: ['', 0] as [string, number], sockets: 0 }

/** Calls drawn ahead, so that building the arbitrary costs less than the call. */
function drawer({ calls }: (typeof routes)[number], at: number) {
  let drawn: Call[] = []
  let round = 0
  return () =>
    (drawn.length > 0 ? drawn : (drawn = fc.sample(calls, { seed: seed + at * 7_919 + round++, numRuns: 8 }))).pop()!
}

async function callAs(kind: Kind, call: Call) {
  const hurry = new AbortController()
  const begun = performance.now()
  const answer = await Promise.race([
    app.inject({
      method: call.method as 'GET',
      url: call.url,
      headers: { ...kind.headers, ...call.headers },
      remoteAddress: `10.0.${born % 250}.${figures.calls % 250}`,
      ...(call.payload !== undefined && { payload: call.payload }),
    }),
    sleep(90_000, undefined, { signal: hurry.signal, ref: false }).catch(() => undefined),
  ])
  hurry.abort()
  figures.calls++
  const took = Math.round(performance.now() - begun)
  if (took > figures.slowest[1]) figures.slowest = [`${call.method} ${call.url.slice(0, 200)}`, took]
  if (took > 15_000)
    console.log(
      `slow: ${took} ms ${kind.name} ${call.method} ${call.url.slice(0, 200)} ${String(call.payload ?? '').slice(0, 300)}`,
    )
  const status = answer?.statusCode ?? 0
  figures.answers[status] = (figures.answers[status] ?? 0) + 1
  if (status === 0 || (status >= 500 && !allowed.has(status))) {
    const where = `${call.method} ${call.url
      .split('?')[0]!
      .replaceAll(/[0-9a-f-]{36}/g, 'ID')
      .slice(0, 90)}`
    if (!failures.has(where)) {
      failures.set(
        where,
        `${kind.name} ${call.method} ${call.url.slice(0, 400)} ${call.headers['content-type'] ?? ''} ${String(call.payload ?? '').slice(0, 700)} → ${status} ${answer?.body.slice(0, 200) ?? 'no answer in 90 seconds'}`,
      )
      console.log(`failure: ${failures.get(where)!.replaceAll('\n', ' ')}`)
    }
  }
  if (status === 401 && kind.name !== 'nobody') await kind.renew()
  else if (answer && status < 300 && call.method !== 'GET')
    for (const [id] of answer.body
      .slice(0, 5_000)
      .matchAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g))
      if (ids.length < 400 && !ids.includes(id)) ids.push(id)
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What is still reachable, in megabytes. */
function heapInUse() {
  collectGarbage()
  return Math.round(process.memoryUsage().heapUsed / 1e6)
}

test('the fuzzer knows every route', () => assert.ok(only !== '' || routes.length > 400, `${routes.length} routes`))

test(
  'no route answers anything with a failure of its own, ends the process or grows without end',
  { timeout: 24 * 3_600_000 },
  async () => {
    const delay = monitorEventLoopDelay({ resolution: 20 })
    delay.enable()
    const until = Date.now() + seconds * 1_000
    const draw = routes.map(drawer)
    const [order] = fc.sample(
      fc.shuffledSubarray(
        routes.map((_, index) => index),
        { minLength: routes.length },
      ),
      { seed, numRuns: 1 },
    ) as [number[]]
    const living: number[] = []
    let at = 0
    const lane = async (number: number) => {
      while (Date.now() < until && figures.calls < mostCalls) {
        const turn = at++
        const route = order[turn % order.length]!
        const { path } = routes[route]!
        const fitting = kinds.filter(
          ({ hosts }) =>
            hosts[turn % hosts.length] === '' ||
            path.startsWith(hosts[turn % hosts.length]!) ||
            !path.startsWith('/api/'),
        )
        const pool = fitting.length > 0 ? fitting : kinds
        const call = draw[route]!()
        await callAs(pool[(turn + number) % pool.length]!, call).catch((error: Error) => {
          console.log(`failure: ${call.method} ${call.url.slice(0, 200)}: ${error.stack}`)
          failures.set(`${call.method} ${call.url}`, error.message)
        })
        if (turn % 2_000 === 0) living.push(heapInUse())
      }
    }
    await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)))
    delay.disable()
    living.push(heapInUse())
    console.log(
      `fuzz ${JSON.stringify({ seed, routes: routes.length, ...figures, exits: 0, failures: failures.size, heap_mb: living, loop_p99_ms: Math.round(delay.percentile(99) / 1e6), loop_max_ms: Math.round(delay.max / 1e6) })}`,
    )
    assert.deepEqual([...failures.values()], [])
    const [warm, end] = [living[Math.ceil(living.length / 3)]!, living.at(-1)!]
    assert.ok(end < 1.5 * warm + 100, `the heap in use grows: ${living.join(', ')} MB`)
  },
)

test('no socket event ends the process, whatever is sent under whatever name', { timeout: 600_000 }, async () => {
  const realtime = startRealtime(app.server, server.context)
  after(() => realtime.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  await openDoors()
  const admin = await signedIn(server, { email: 'ada@sockets.test', role: 'admin' })
  const token = admin.authorization!.slice('Bearer '.length)
  const thing = valuesOf({}, { ids, hostile: 0.6 })
  const names = fc.oneof(
    fc.constantFrom(...Object.keys(clientEvents), 'error', 'silent', 'message', 'constructor', '__proto__', ''),
    hostileText.filter(
      (name) => !/^(connect|connect_error|disconnect|disconnecting|newListener|removeListener)$/.test(name),
    ),
  )
  const args = fc
    .oneof(
      ...Object.values(clientEvents).map((event) => valuesOf(z.toJSONSchema(event) as Schema, { ids, hostile: 0.3 })),
      fc.array(thing, { maxLength: 3 }),
    )
    .map((given) => (Array.isArray(given) ? given : [given]))
  const open = (auth: object) =>
    new Promise<Socket | undefined>((done) => {
      const socket = io(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, {
        path: '/socket',
        transports: ['websocket'],
        auth,
        forceNew: true,
        reconnection: false,
      })
      const refused = () => (socket.close(), done(undefined))
      socket.once('connect', () => done(socket)).once('connect_error', refused)
      socket.io.once('close', refused) // cut off before it was let in, because its hello was too large
    })
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        { weight: 3, arbitrary: fc.constant({ token }) },
        fc.record({ token: thing }),
        fc.dictionary(fc.string(), thing),
      ),
      fc.array(fc.tuple(names, args, fc.boolean()), { maxLength: 12 }),
      async (auth, events) => {
        figures.sockets++
        const socket = await open(auth as object)
        if (!socket) return
        for (const [name, given, acknowledged] of events) {
          if (!socket.connected) break
          figures.sockets++
          if (acknowledged)
            await socket
              .timeout(2_000)
              .emitWithAck(name, ...given)
              .catch(() => undefined) // cut off, or the event was none
          else socket.emit(name, ...given)
        }
        socket.close()
      },
    ),
    { seed, numRuns: 60, endOnFailure: true },
  )
  const last = await open({ token })
  assert.ok(last, `a proper hello is let in after ${figures.sockets} calls`)
  assert.equal(await last.timeout(20_000).emitWithAck('watch', 'queues'), true)
  last.close()
  console.log(`fuzz sockets ${figures.sockets}`)
})
