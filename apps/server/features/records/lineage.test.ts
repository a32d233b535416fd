import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aField } from '@weft/engine/testing/structure.ts'
import { workOffUndos } from '@weft/engine/undo/undo.server.ts'
import { aServerWithJobs } from '../../testing-jobs.ts'
import { aServer } from '../../testing.ts'
import { madeVersions } from './lineage.ts'

const server = await aServer()
const { api, aWorkflow, run, rows, pool, context } = await aServerWithJobs(server)

async function aStructure(class_name: string, data_versioning: boolean): Promise<{ id: string }> {
  const { status, data, ...said } = await api('POST', '/data_structures', {
    class_name,
    table_name: class_name.toLowerCase(),
    label: class_name,
    data_versioning,
    fields: [aField('sku', 'text', { primary_key: true, nullable: false }), aField('name')],
  })
  assert.equal(status, 201, JSON.stringify(said))
  return data
}
const writing = (structure: { id: string }) =>
  aWorkflow(
    `steps:
  - { id: go, label: Begin, element: manual }
  - { id: each, element: split_list, settings: { list: items } }
  - { id: keep, label: Write stock, element: write_records, settings: { structure_id: ${structure.id} } }
edges: [{ from: go.out, to: each.in }, { from: each.out, to: keep.in }]`,
  )
const payload = (name: string) => ({ payload: { record: { items: [{ sku: 'a', name }] } } })

test('a record tells the runs that made its versions, the hands between them, and the run that was taken back', async () => {
  const structure = await aStructure('Told', true)
  const workflow = await writing(structure)
  const first = await run(workflow, payload('Alpha'))
  const id = String((await rows(structure))[0]!['_id'])
  await api('PUT', `/data_structures/${structure.id}/records/${id}`, { changes: { name: 'By hand' } })
  const second = await run(workflow, payload('Wrong'))
  await api('POST', `/jobs/${second.id}/undo`)
  await workOffUndos({ db: context.db, pool, databases: context.databases })
  await api('POST', '/cross_references', { name: 'shop_erp', left_id: 'a', right_id: '4711' })

  const { data } = await api('GET', `/data_structures/${structure.id}/records/${id}/lineage`)
  assert.deepEqual(
    data.events.map(({ version, kind, by, run: of }: any) => [version, kind, by, of?.id ?? null]),
    [
      [4, 'changed', 'undo', second.id],
      [3, 'changed', 'run', second.id],
      [2, 'changed', 'hand', null],
      [1, 'created', 'run', first.id],
    ],
  )
  const { run: made } = data.events.at(-1)
  assert.deepEqual(made.steps, [{ id: 'keep', label: 'Write stock', element: 'Write records' }])
  assert.deepEqual(made.sources, [{ id: 'go', label: 'Begin', element: 'Manual start', connection: '', place: '' }])
  assert.deepEqual([data.keeps_versions, data.is_whole], [true, true])
  assert.deepEqual(data.references, [{ name: 'shop_erp', left_id: 'a', right_id: '4711' }])

  await pool.query('delete from jobs where id = $1', [first.id])
  const later = (await api('GET', `/data_structures/${structure.id}/records/${id}/lineage`)).data
  assert.deepEqual(
    later.events.map(({ by, run: of }: any) => [by, of?.id ?? null]),
    [
      ['undo', second.id],
      ['run', second.id],
      ['hand', null],
      ['removed_run', null],
    ],
  )
})

test('a deleted record still tells where it came from; one that never was does not', async () => {
  const structure = await aStructure('Gone', true)
  const job = await run(await writing(structure), payload('Alpha'))
  const id = String((await rows(structure))[0]!['_id'])
  await api('DELETE', `/data_structures/${structure.id}/records/${id}`)
  const { data } = await api('GET', `/data_structures/${structure.id}/records/${id}/lineage`)
  assert.deepEqual(
    data.events.map(({ version, kind, by, run: of }: any) => [version, kind, by, of?.id ?? null]),
    [
      [1, 'deleted', 'hand', null],
      [1, 'created', 'run', job.id],
    ],
  )
  assert.equal((await api('GET', `/data_structures/${structure.id}/records/999999/lineage`)).status, 404)
})

test('without versions only the last run is known, and that is said', async () => {
  const structure = await aStructure('Plain', false)
  const workflow = await writing(structure)
  await run(workflow, payload('Alpha'))
  const last = await run(workflow, payload('Beta'))
  const id = String((await rows(structure))[0]!['_id'])
  const { data } = await api('GET', `/data_structures/${structure.id}/records/${id}/lineage`)
  assert.deepEqual(
    [data.keeps_versions, data.is_whole, data.events.map(({ version, by, run: of }: any) => [version, by, of.id])],
    [false, false, [[2, 'run', last.id]]],
  )
})

test('before versions told who replaced them, only another run in the next version is a sign', () => {
  const kept = [
    { version: 2, operation: 'update', replaced_at: '2026-02-01', by: null, record: { _job_id: 'b' } },
    { version: 1, operation: 'update', replaced_at: '2026-01-01', by: null, record: { _job_id: 'a' } },
  ]
  const now = { _version: 3, _job_id: 'b', _created_at: '2026-01-01', _updated_at: '2026-02-01' }
  assert.deepEqual(
    madeVersions(kept, now, undefined).map(({ version, kind, writer }) => [version, kind, writer]),
    [
      [1, 'created', 'a'],
      [2, 'changed', 'b'],
      [3, 'changed', undefined],
    ],
  )
})
