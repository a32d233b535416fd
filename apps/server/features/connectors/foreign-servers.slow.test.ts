import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firebirdServer, settingsOf as firebirdAt } from '@weft/catalogue/connectors/firebird/testing/counterpart.ts'
import { ferretDb, settingsOf as mongodbAt } from '@weft/catalogue/connectors/mongodb/testing/counterpart.ts'
import { redisServer, settingsOf as redisAt } from '@weft/catalogue/connectors/redis/testing/counterpart.ts'
import { freePort } from '@weft/kit/database/embedded.server.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const servers = {
  firebird: { server: await firebirdServer(), at: (port: number): object => firebirdAt({ host: '127.0.0.1', port }) },
  mongodb: { server: await ferretDb(), at: (port: number): object => mongodbAt(port) },
  redis: { server: await redisServer(), at: (port: number): object => redisAt(port) },
}
const house = await aServer()
const { app, context } = house
const { id: tenant_id } = await inScope(context.db, { level: 'provider' }, (trx) =>
  trx
    .insertInto('tenants')
    .values({ name: 'Hanse', workspace: 'hanse.test', api_token: 'hanse', active: true })
    .returning('id')
    .executeTakeFirstOrThrow(),
)
const project = await inScope(context.db, { level: 'tenant', tenant_id }, (trx) =>
  trx.insertInto('projects').values({ name: 'Hub' }).returning('id').executeTakeFirstOrThrow(),
)
const headers = {
  ...(await signedIn(house, { email: 'developer@hanse.test', role: 'developer', tenant_id })),
  'x-project-id': project.id,
}
const ports = Object.values(servers).flatMap(({ server }) => (typeof server === 'string' ? [] : [server.port]))
const nobody = await freePort()
const egress = { allow: [...ports, nobody].map((port) => ({ host: '127.0.0.1', port })) }
await inScope(context.db, systemScope, (trx) =>
  trx
    .insertInto('settings')
    .values({ key: 'egress', value: JSON.stringify(egress) })
    .execute(),
)

// Drivers are loaded late and reach out by themselves: what they do has to be allowed where they run, which is a process without a way out.
for (const [key, { server, at }] of Object.entries(servers))
  test(`${key} is tried through the egress guard`, { skip: typeof server === 'string' && server }, async () => {
    if (typeof server === 'string') return
    const url = `/api/app/connectors/${key}/test`
    const answer = await app.inject({ method: 'POST', url, headers, payload: at(server.port) })
    const { data } = answer.json() as { data: { steps: { step: string; state: string; detail: string | null }[] } }
    assert.deepEqual(
      data.steps.map(({ step, state, detail }) => [step, state === 'passed' ? state : detail]),
      data.steps.map(({ step }) => [step, 'passed']),
    )
    assert.ok(data.steps.length >= 4)
  })

for (const [key, settings] of Object.entries({
  sql_server: { host: '127.0.0.1', port: nobody, database: 'shop', user: 'x', encryption: 'none' },
  oracle: { host: '127.0.0.1', port: nobody, service: 'shop', user: 'x', encryption: 'none' },
}))
  test(`${key} gets as far as a port at which nothing answers`, async () => {
    const url = `/api/app/connectors/${key}/test`
    const answer = await app.inject({ method: 'POST', url, headers, payload: settings })
    const { data } = answer.json() as { data: { steps: { step: string; state: string; detail: string | null }[] } }
    assert.deepEqual(
      data.steps.slice(0, 2).map(({ state }) => state),
      ['passed', 'failed'],
    )
    assert.match(data.steps[1]!.detail!, /nothing answers at this address and port \(ECONNREFUSED\)$/)
  })
