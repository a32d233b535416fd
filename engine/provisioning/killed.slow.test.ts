import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { mariaDb, type MariaDb } from '@weft/kit/testing/mariadb.ts'
import { createRun, isInterrupted, resumeInterrupted, runAll, undoRun } from './run.server.ts'
import { steps } from './steps.server.ts'
import { aDraft, aPartnerDraft, aPlace, depsAt, registerMariaDb } from './testing/deps.ts'
import { runKilledAt, runRowsIn } from './testing/runs.ts'
import { mariaDbTracesOf, nothing, nothingOnMariaDb, tracesOf, whole, wholeOnMariaDb } from './testing/traces.ts'

const control = await testDatabase()
const place = await aPlace(control)
const deps = depsAt(place)
after(() => deps.close())
const cluster = new pg.Client({ connectionString: control.cluster_url })
await cluster.connect()
after(() => cluster.end())
const found = await mariaDb()
const skip = typeof found === 'string' ? found : false
const server = found as MariaDb
const server_id = skip ? '' : await registerMariaDb(deps, server)

const provider = { level: 'provider' } as const
const { server_id: embedded } = place
const begin = (name: string) =>
  createRun(deps, provider, { kind: 'tenant', draft: { ...aDraft(name), server_id: embedded } })
const beginPartner = (name: string) =>
  createRun(deps, provider, { kind: 'partner', draft: { ...aPartnerDraft(name), server_id: embedded } })
const beginOnMariaDb = (name: string) =>
  createRun(deps, provider, { kind: 'tenant', draft: { ...aDraft(name), server_id } })
const { runRow, stepRows } = runRowsIn(deps.db)
const traces = (subject_id: string) => tracesOf(deps, cluster, subject_id)
const mariaDbTraces = (subject_id: string) => mariaDbTracesOf(deps, server, subject_id)

test(
  'killed in any of the nine steps, the setup of a tenant or a partner goes on where it was, and undone it leaves nothing',
  { timeout: 300_000 },
  async () => {
    for (const [who, beginOne, all] of [
      ['Tenant', begin, whole],
      ['Partner', beginPartner, { ...whole, partners: 1 }],
    ] as const)
      for (const { key } of steps) {
        const id = await beginOne(`${who} killed in ${key.replaceAll('_', ' ')}`)
        assert.equal(await runKilledAt(place, id, `after:${key}`), 'SIGKILL', key)
        const run = await runRow(id)
        assert.deepEqual(
          [run.state, (await stepRows(id)).find((row) => row.key === key)!.state],
          ['running', 'running'],
          key,
        )
        while (!(await isInterrupted(deps.db, run))) await sleep(20) // the database notices the lost session
        assert.deepEqual(await resumeInterrupted(deps), [id])
        assert.equal((await runRow(id)).state, 'done')
        assert.deepEqual(await traces(run.subject_id), all, key)
        assert.equal(await undoRun(deps, id), 'undone')
        assert.deepEqual(await traces(run.subject_id), nothing, key)
      }
  },
)

test('killed in any of the nine steps, a run can be undone at once', { timeout: 180_000 }, async () => {
  for (const { key } of steps) {
    const id = await begin(`Dropped in ${key.replaceAll('_', ' ')}`)
    assert.equal(await runKilledAt(place, id, `after:${key}`), 'SIGKILL', key)
    assert.equal(await undoRun(deps, id), 'undone')
    assert.deepEqual(await traces((await runRow(id)).subject_id), nothing, key)
  }
})

test('killed between any two statements, a run still ends whole', { timeout: 180_000 }, async () => {
  for (const statement of [12, 19, 23, 26, 29, 38, 47, 60]) {
    const id = await begin(`Killed at ${statement}`)
    assert.equal(await runKilledAt(place, id, `query:${statement}`), 'SIGKILL', String(statement))
    assert.equal(await runAll(deps, id), 'done', String(statement))
    const { subject_id } = await runRow(id)
    assert.deepEqual(await traces(subject_id), whole, String(statement))
    assert.equal(await undoRun(deps, id), 'undone')
    assert.deepEqual(await traces(subject_id), nothing, String(statement))
  }
})

test(
  'killed in any of the nine steps, a run on MariaDB goes on where it was or is undone, and leaves nothing',
  { skip, timeout: 240_000 },
  async () => {
    for (const { key } of steps) {
      const id = await beginOnMariaDb(`Killed in ${key.replaceAll('_', ' ')}`)
      assert.equal(await runKilledAt(place, id, `after:${key}`), 'SIGKILL', key)
      const run = await runRow(id)
      while (!(await isInterrupted(deps.db, run))) await sleep(20)
      if (steps.findIndex((step) => step.key === key) % 2 === 0) {
        assert.deepEqual(await resumeInterrupted(deps), [id])
        assert.deepEqual(await mariaDbTraces(run.subject_id), wholeOnMariaDb, key)
      }
      assert.equal(await undoRun(deps, id), 'undone')
      assert.deepEqual(await mariaDbTraces(run.subject_id), nothingOnMariaDb, key)
    }
  },
)

test('killed between any two statements, a run on MariaDB still ends whole', { skip, timeout: 240_000 }, async () => {
  for (const statement of [13, 16, 18, 20, 22, 24, 27, 40]) {
    const id = await beginOnMariaDb(`Killed at ${statement}`)
    assert.equal(await runKilledAt(place, id, `query:${statement}`), 'SIGKILL', String(statement))
    assert.equal(await runAll(deps, id), 'done', String(statement))
    const { subject_id } = await runRow(id)
    assert.deepEqual(await mariaDbTraces(subject_id), wholeOnMariaDb, String(statement))
    assert.equal(await undoRun(deps, id), 'undone')
    assert.deepEqual(await mariaDbTraces(subject_id), nothingOnMariaDb, String(statement))
  }
})
