import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { sql } from 'kysely'
import { aServer, signedIn } from '../../testing.ts'
import { openCallLimit } from './call-limit.ts'

const server = await aServer()
const { app, context } = server
const { db } = context
const tenant = await aTenant(server.test)
const headers = {
  ...(await signedIn(server, { email: 'boss@limit.test', role: 'tenant_admin', tenant_id: tenant.tenant_id })),
  'x-project-id': tenant.project_id,
}
const inSystem = <T>(statement: ReturnType<typeof sql<T>>) => inScope(db, systemScope, (trx) => statement.execute(trx))
await inSystem(sql`insert into settings (key, value) values ('requests', '{"webhook_per_minute": 60}')`)
const workflow = await inScope(db, tenant.scope, (trx) =>
  trx
    .insertInto('workflows')
    .values({
      label: 'Orders',
      class_name: 'Orders',
      source: 'weft: 1\nlabel: Orders\nsteps: [{ id: call, element: webhook }]',
      active: true,
      published: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow(),
)

async function aHook(name: string): Promise<{ id: string; path: string }> {
  const payload = { workflow_id: workflow.id, name }
  return (await app.inject({ method: 'POST', url: '/api/app/workflow_tokens', headers, payload })).json().data
}

/** Repeated where the minute has changed meanwhile, since another has its own calls. */
async function withinAMinute<T>(tried: () => Promise<T>): Promise<T> {
  const minute = async () => (await inSystem(sql<{ at: string }>`select date_trunc('minute', now()) as at`)).rows[0]!.at
  const before = await minute()
  const found = await tried()
  return String(before) === String(await minute()) ? found : withinAMinute(tried)
}
const passed = async (calls: Promise<void>[]) =>
  (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length

test('of the calls that reach three processes at once, as many as the limit pass', async () => {
  const found = await withinAMinute(async () => {
    const { id } = await aHook('shared')
    const processes = [openCallLimit(db), openCallLimit(db), openCallLimit(db)]
    return passed(Array.from({ length: 300 }, (_, i) => processes[i % 3]!(id)))
  })
  assert.equal(found, 60)
})

test('a process that has leased calls and uses none takes no more than a twentieth from the others', async () => {
  const found = await withinAMinute(async () => {
    const { id } = await aHook('idle')
    await openCallLimit(db)(id)
    const allow = openCallLimit(db)
    return passed(Array.from({ length: 100 }, () => allow(id)))
  })
  assert.equal(found, 57)
})

test('each webhook has its own calls, and the next minute brings as many again', async () => {
  const found = await withinAMinute(async () => {
    const [one, other] = [await aHook('one'), await aHook('other')]
    const counted: number[] = []
    for (const id of [one.id, other.id, one.id]) {
      const allow = openCallLimit(db)
      counted.push(await passed(Array.from({ length: 70 }, () => allow(id))))
    }
    await inSystem(sql`update hook_calls set minute = minute - interval '1 minute' where token_id = ${one.id}`)
    const allow = openCallLimit(db)
    return [...counted, await passed(Array.from({ length: 70 }, () => allow(one.id)))]
  })
  assert.deepEqual(found, [60, 60, 0, 60])
})

test('who calls more often is told how many calls there are and when to come again', async () => {
  const [last, accepted] = await withinAMinute(async () => {
    const { path } = await aHook('caller')
    const answers = []
    for (let i = 0; i < 61; i++)
      answers.push(
        await app.inject({ method: 'POST', url: path, payload: { i }, headers: { 'accept-language': 'de' } }),
      )
    return [answers.at(-1)!, answers.filter(({ statusCode }) => statusCode === 202).length] as const
  })
  const { code, message } = last.json()
  assert.deepEqual(
    [accepted, last.statusCode, code, message],
    [60, 429, 'TOO_MANY', 'Mehr als 60 Aufrufe in einer Minute. Bitte warten Sie einen Moment.'],
  )
  const seconds = Number(last.headers['retry-after'])
  assert.ok(seconds >= 1 && seconds <= 60, String(seconds))
})

test('a webhook that is deleted meanwhile is told as unknown', async () => {
  const { id } = await aHook('gone')
  await inScope(db, tenant.scope, (trx) => trx.deleteFrom('workflow_tokens').where('id', '=', id).execute())
  await assert.rejects(openCallLimit(db)(id), { code: 'HOOK_NOT_FOUND' })
})
