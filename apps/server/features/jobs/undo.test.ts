import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aField } from '@weft/engine/testing/structure.ts'
import { runChangesOf } from '@weft/engine/records/postgres/names.ts'
import { forgetRunChanges } from '@weft/engine/maintenance/run-changes.server.ts'
import { workOffUndos } from '@weft/engine/undo/undo.server.ts'
import { aServerWithJobs } from '../../testing-jobs.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { api, app, aWorkflow, run, rows, pool, context, tenant } = await aServerWithJobs(server)
const work = () => workOffUndos({ db: context.db, pool, databases: context.databases })

let made = 0
async function aStructure(data_versioning: boolean, more: object = {}): Promise<{ id: string }> {
  const n = ++made
  const { status, data, ...said } = await api('POST', '/data_structures', {
    class_name: `Stock${n}`,
    table_name: `stock${n}`,
    label: `Stock ${n}`,
    data_versioning,
    ...more,
    fields: [aField('sku', 'text', { primary_key: true, nullable: false }), aField('name', 'text', { label: 'Name' })],
  })
  assert.equal(status, 201, JSON.stringify(said))
  return data
}
const writing = (structure: { id: string }, mode = 'upsert') =>
  aWorkflow(
    `steps:
  - { id: go, element: manual }
  - { id: each, element: split_list, settings: { list: items } }
  - { id: keep, element: write_records, settings: { structure_id: ${structure.id}, mode: ${mode} } }
edges: [{ from: go.out, to: each.in }, { from: each.out, to: keep.in }]`,
  )
const items = (...pairs: [string, string][]) => ({
  payload: { record: { items: pairs.map(([sku, name]) => ({ sku, name })) } },
})
const named = async (structure: { id: string }) =>
  (await rows(structure)).map(({ sku, name }) => [sku, name]).sort((a, b) => String(a[0]).localeCompare(String(b[0])))

test('a run is taken back: shown first, done in the background, and told', async () => {
  const structure = await aStructure(true)
  const workflow = await writing(structure)
  await run(workflow, items(['a', 'Alpha'], ['b', 'Beta']))
  const job = await run(workflow, items(['a', 'Wrong'], ['b', 'Wrong'], ['c', 'Wrong']))
  await run(workflow, items(['b', 'Newer']))

  const { data: plan } = await api('GET', `/jobs/${job.id}/undo`)
  const [one] = plan.structures
  assert.deepEqual(
    [one.label, one.steps, one.hindrance, one.remove, one.put_back, one.bring_back, one.stands],
    ['Stock 1', ['keep'], null, 1, 1, 0, 1],
  )
  assert.deepEqual(one.fields, [
    { name: 'sku', label: 'sku' },
    { name: 'name', label: 'Name' },
  ])
  assert.deepEqual(
    one.samples.map(({ action, now, then }: any) => [action, now, then]),
    [
      ['put_back', { sku: 'a', name: 'Wrong' }, { sku: 'a', name: 'Alpha' }],
      ['remove', { sku: 'c', name: 'Wrong' }, null],
    ],
  )
  assert.equal(plan.undo, null)

  const begun = await api('POST', `/jobs/${job.id}/undo`)
  assert.deepEqual([begun.status, begun.data.state, begun.data.total], [202, 'running', 2])
  assert.equal((await api('POST', `/jobs/${job.id}/undo`)).code, 'UNDO_UNDER_WAY')
  await work()
  const { data: undo } = await api('GET', `/job_undos/${begun.data.id}`)
  assert.deepEqual(
    [undo.state, undo.structures],
    ['done', [{ structure_id: structure.id, label: 'Stock 1', remove: 1, put_back: 1, bring_back: 0, stands: 1 }]],
  )
  assert.deepEqual(await named(structure), [
    ['a', 'Alpha'],
    ['b', 'Newer'],
  ])
  const again = await api('GET', `/jobs/${job.id}/undo`)
  assert.equal(again.data.undo.id, begun.data.id)
  assert.equal((await api('POST', `/jobs/${job.id}/undo`)).code, 'NOTHING_TO_UNDO')
  const { rows: told } = await pool.query(
    `select count(*)::int as n from audit_logs where route = 'POST /api/app/jobs/:id/undo' and status = 202`,
  )
  assert.equal(told[0].n, 1)
})

test('a run that removed what it did not bring gives it back', async () => {
  const structure = await aStructure(true)
  await run(await writing(structure), items(['a', 'Alpha'], ['b', 'Beta']))
  const job = await run(await writing(structure, 'replace'), items(['a', 'Alpha']))
  assert.deepEqual(await named(structure), [['a', 'Alpha']])
  await api('POST', `/jobs/${job.id}/undo`)
  await work()
  assert.deepEqual(await named(structure), [
    ['a', 'Alpha'],
    ['b', 'Beta'],
  ])
})

test('without versions it is said why nothing can be taken back, and versions switched on later do not help', async () => {
  const structure = await aStructure(false)
  const job = await run(await writing(structure), items(['a', 'Alpha']))
  const hindrance = async () => (await api('GET', `/jobs/${job.id}/undo`)).data.structures[0].hindrance
  assert.equal(await hindrance(), 'no_versions')
  const { data: found } = await api('GET', `/data_structures/${structure.id}`)
  const changed = await api('PUT', `/data_structures/${structure.id}`, {
    ...Object.fromEntries(
      ['class_name', 'table_name', 'label', 'fields', 'version'].map((name) => [name, found[name]]),
    ),
    data_versioning: true,
  })
  assert.equal(changed.status, 200, JSON.stringify(changed))
  assert.equal(await hindrance(), 'versions_later')
  assert.equal((await api('POST', `/jobs/${job.id}/undo`)).code, 'NOTHING_TO_UNDO')
  const later = await run(await writing(structure), items(['b', 'Beta']))
  const { data } = await api('GET', `/jobs/${later.id}/undo`)
  assert.deepEqual([data.structures[0].hindrance, data.structures[0].remove], [null, 1])
})

test('where only what runs change is kept, a run is taken back so long, and by hand nothing is overwritten', async () => {
  const structure = await aStructure(false, { run_changes_days: 3 })
  const workflow = await writing(structure)
  await run(workflow, items(['a', 'Alpha'], ['b', 'Beta']))
  const job = await run(workflow, items(['a', 'Wrong'], ['b', 'Wrong'], ['c', 'Wrong']))
  const planned = async () => {
    const [one] = (await api('GET', `/jobs/${job.id}/undo`)).data.structures
    return [one.hindrance, one.remove, one.put_back, one.stands]
  }
  assert.deepEqual(await planned(), [null, 1, 2, 0])
  const beta = (await rows(structure)).find(({ sku }) => sku === 'b')!
  await api('PUT', `/data_structures/${structure.id}/records/${beta['_id']}`, { changes: { name: 'By hand' } })
  assert.deepEqual(await planned(), [null, 1, 1, 1])

  const agoes = (days: number) =>
    pool.query(
      `with w as (update job_structures set opened_at = now() - make_interval(days => $2) where job_id = $1)
       update traced_structures set since = now() - interval '90 days' where structure_id = $3`,
      [job.id, days, structure.id],
    )
  await agoes(4)
  assert.deepEqual(await planned(), ['forgotten', 0, 0, 0])
  const change = (changes: object) => api('PUT', `/data_structures/${structure.id}/base_data`, changes)
  assert.equal((await change({ run_changes_days: 30 })).status, 200)
  assert.deepEqual(await planned(), ['versions_later', 0, 0, 0]) // what is forgotten does not come back
  await agoes(2)
  assert.deepEqual(await planned(), [null, 1, 1, 1])
  assert.equal(await forgetRunChanges({ db: context.db, pool, databases: context.databases }), 0)

  await api('POST', `/jobs/${job.id}/undo`)
  await work()
  assert.deepEqual(await named(structure), [
    ['a', 'Alpha'],
    ['b', 'By hand'],
  ])
  assert.equal((await change({ run_changes_days: 0 })).status, 422)
  assert.equal((await change({ run_changes_days: null })).status, 200)
  assert.deepEqual(await planned(), ['no_versions', 0, 0, 0])
})

test('what another has left half done is gone on with, and an undo that fails says why', async () => {
  const structure = await aStructure(true)
  const job = await run(await writing(structure), items(['a', 'Alpha']))
  const { data } = await api('POST', `/jobs/${job.id}/undo`)
  await pool.query(`update job_undos set beat_at = now() where id = $1`, [data.id])
  await work()
  assert.deepEqual(await named(structure), [['a', 'Alpha']])
  await pool.query(`update job_undos set beat_at = now() - interval '3 minutes' where id = $1`, [data.id])
  await work()
  assert.deepEqual(await named(structure), [])
})

test('who may not change records, or not delete what it would delete, may not take a run back', async () => {
  const structure = await aStructure(true)
  const job = await run(await writing(structure), items(['a', 'Alpha']))
  const signs: Record<string, Record<string, string>> = {}
  const undoAs = async (role: string, id: string) => {
    const email = `${role}@${tenant.tenant_id}.test`
    signs[role] ??= await signedIn(server, { email, role, tenant_id: tenant.tenant_id })
    const headers = { ...signs[role], 'x-project-id': tenant.project_id }
    return (await app.inject({ method: 'POST', url: `/api/app/jobs/${id}/undo`, headers })).statusCode
  }
  assert.equal(await undoAs('viewer', job.id), 403)
  assert.equal(await undoAs('developer', job.id), 403) // it would delete
  assert.deepEqual(await named(structure), [['a', 'Alpha']])
  const changing = await run(await writing(structure), items(['a', 'Wrong']))
  assert.equal(await undoAs('developer', changing.id), 202)
  await work()
  assert.deepEqual(await named(structure), [['a', 'Alpha']])
})

test('what runs have changed is forgotten once it is older than its structure keeps it', async () => {
  const structure = await aStructure(false, { run_changes_days: 3 })
  const workflow = await writing(structure)
  await run(workflow, items(['a', 'Alpha'], ['b', 'Beta']))
  await run(workflow, items(['a', 'Anew'], ['b', 'Anew']))
  const { pool: records } = (await context.databases.relational(tenant.tenant_id)) as { pool: typeof pool }
  const kept = runChangesOf({ id: structure.id, project_id: tenant.project_id })
  await records.query(`update ${kept} set _replaced_at = now() - interval '5 days' where _row ->> 'sku' = 'a'`)
  assert.equal(await forgetRunChanges({ db: context.db, pool, databases: context.databases }), 1)
  const { rows: left } = await records.query(`select _row ->> 'sku' as sku from ${kept}`)
  assert.deepEqual(left, [{ sku: 'b' }])
})
