import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { encryptUnbound } from '@weft/kit/testing/unbound-secret.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { createRun, runAll, runStep, undoRun } from './run.server.ts'
import { steps } from './steps.server.ts'
import { aDraft, aPlace, depsAt } from './testing/deps.ts'
import { smallDisk, type SmallDisk } from './testing/small-disk.ts'

const control = await testDatabase()
const place = await aPlace(control)
const found = await smallDisk()
const skip = typeof found === 'string' ? found : false
const disk = found as SmallDisk
const deps = depsAt({ ...place, home: skip ? place.home : disk.home })
after(() => deps.close())
const provider = { level: 'provider' } as const
const server_id = skip
  ? ''
  : await inScope(deps.db, provider, async (trx) => {
      const { hostname, port, username, password } = new URL(disk.url)
      return (
        await trx
          .insertInto('database_servers')
          .values({
            name: 'Small',
            engine: 'postgres',
            host: hostname,
            port: Number(port),
            username,
            password: encryptUnbound(place.key, password),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    })

const begin = (name: string) => createRun(deps, provider, { kind: 'tenant', draft: { ...aDraft(name), server_id } })
const rowOf = (id: string) =>
  inScope(deps.db, systemScope, (trx) =>
    trx.selectFrom('provisioning_runs').select('subject_id').where('id', '=', id).executeTakeFirstOrThrow(),
  )
const stepOf = (id: string, key: string) =>
  inScope(deps.db, systemScope, (trx) =>
    trx
      .selectFrom('provisioning_steps')
      .selectAll()
      .where('run_id', '=', id)
      .where('key', '=', key)
      .executeTakeFirstOrThrow(),
  )

/** What a tenant has on the disk and in the registers. */
async function tracesOf(subject_id: string) {
  const client = new pg.Client({ connectionString: disk.url })
  await client.connect()
  const { rows } = await client
    .query<{ databases: number; logins: number }>(
      'select (select count(*)::int from pg_database where datname like $1) as databases, (select count(*)::int from pg_roles where rolname like $1) as logins',
      [`%${subject_id.replaceAll('-', '').slice(-12)}`],
    )
    .finally(() => client.end())
  const connections = await inScope(deps.db, systemScope, (trx) =>
    trx.selectFrom('tenant_connections').select('id').where('tenant_id', '=', subject_id).execute(),
  )
  return {
    ...rows[0]!,
    connections: connections.length,
    folder: existsSync(path.join(disk.home, 'storage', subject_id)) ? 1 : 0,
  }
}
const whole = { databases: 2, logins: 2, connections: 2, folder: 1 }
const nothing = { databases: 0, logins: 0, connections: 0, folder: 0 }

const refusals: Record<string, [code: string, en: string, de: string]> = {
  create_database: [
    'DATABASE_NOT_CREATED',
    'The database could not be created. Please try again later.',
    'Die Datenbank konnte nicht angelegt werden. Bitte versuchen Sie es später erneut.',
  ],
  initialize_documents: [
    'DOCUMENTS_NOT_CREATED',
    'The document database could not be initialized. Please try again later.',
    'Die Dokumentdatenbank konnte nicht initialisiert werden. Bitte versuchen Sie es später erneut.',
  ],
  create_storage: [
    'STORAGE_NOT_CREATED',
    'The storage could not be created. Please try again later.',
    'Der Speicher konnte nicht angelegt werden. Bitte versuchen Sie es später erneut.',
  ],
  initialize: [
    'TENANT_NOT_INITIALIZED',
    'The tenant could not be initialized. Please try again later.',
    'Der Mandant konnte nicht initialisiert werden. Bitte versuchen Sie es später erneut.',
  ],
}

async function refusedFor(id: string, key: string) {
  const { state, error } = await stepOf(id, key)
  const { code, message, detail } = error as { code: string; message: { en: string; de: string }; detail: string }
  assert.match(detail, /no space left on device/i)
  const [wanted, en, de] = refusals[key]!
  assert.deepEqual(
    [state, code, message],
    [
      'failed',
      wanted,
      {
        en: `${en} The disk there is full: please make room first.`,
        de: `${de} Der Datenträger dort ist voll: Bitte schaffen Sie zuerst Platz.`,
      },
    ],
  )
}

test(
  'on a full disk each step that needs room says so, goes on once there is some, and undone it leaves nothing',
  { skip },
  async () => {
    const id = await begin('Narrow')
    for (const { key } of steps) {
      if (refusals[key]) {
        disk.fill()
        assert.equal(await runStep(deps, id, key), 'failed', key)
        await refusedFor(id, key)
        disk.free()
      }
      await runStep(deps, id, key)
      assert.equal((await stepOf(id, key)).state, 'done', key)
    }
    const { subject_id } = await rowOf(id)
    assert.deepEqual(await tracesOf(subject_id), whole)
    assert.equal(await undoRun(deps, id), 'undone')
    assert.deepEqual(await tracesOf(subject_id), nothing)
  },
)

test(
  'a setup that a full disk has stopped is undone, at the latest when there is room: PostgreSQL may need some to drop a database',
  { skip },
  async () => {
    for (const key of Object.keys(refusals)) {
      const id = await begin(`Given up at ${key.replaceAll('_', ' ')}`)
      for (const step of steps.slice(
        0,
        steps.findIndex((one) => one.key === key),
      ))
        await runStep(deps, id, step.key)
      disk.fill()
      assert.equal(await runAll(deps, id), 'failed', key)
      await refusedFor(id, key)
      const state = await undoRun(deps, id)
      disk.free()
      if (state === 'failed') assert.equal(await undoRun(deps, id), 'undone', key)
      assert.deepEqual(await tracesOf((await rowOf(id)).subject_id), nothing, key)
    }
  },
)
