import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDebugData } from '@weft/engine/debug-data/read.server.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { anEngine } from './testing/engine.ts'

const { aWorkflow, run, start, attempt, tenant, debugData } = await anEngine()
const { databases, tenant_id, project_id } = tenant

/** What is kept of a run, once it is written. */
async function kept(job_id: string) {
  await debugData.close()
  return (await readDebugData(databases, { tenant_id, project_id, job_id })).map(({ steps }) =>
    Object.fromEntries(
      Object.entries(steps).map(([step, { exits, refused }]) => [
        step,
        { ...exits, refused: refused.map(({ record, reason }) => [record, say(reason, 'en')]) },
      ]),
    ),
  )
}

test('what has left each exit of a run can be looked at, what was refused with its reason, and nobody’s mail address', async () => {
  const workflow = await aWorkflow(
    'Orders',
    {
      go: ['manual'],
      lines: ['split_list', { list: 'lines', keep: 'none' }],
      check: ['validate_records', { rules: [{ field: 'n', operator: 'greater', value: '1', message: 'Too few' }] }],
      log: ['write_journal', { text: '{{ n }}' }],
    },
    'go.out>lines.in lines.out>check.in check.valid>log.in',
  )
  const { id } = await run(workflow, { mail: 'kim@weser.example', lines: [{ n: 1 }, { n: 2 }] })
  const [first] = await kept(id)
  assert.deepEqual(
    Object.keys((first!['go'] as unknown as { out: object[] }).out[0]!),
    ['mail', 'lines'],
    'fields in the order in which they came',
  )
  assert.deepEqual(
    [first],
    [
      {
        go: { out: [{ mail: 'k•••••@•••.example', lines: [{ n: 1 }, { n: 2 }] }], refused: [] },
        lines: { out: [{ n: 1 }, { n: 2 }], refused: [] },
        check: { valid: [{ n: 2 }], refused: [[{ n: 1 }, 'Too few']] },
        log: { out: [{ n: 2 }], refused: [] },
      },
    ],
  )
})

test('a run that fails is kept up to where it failed, and one of another project is nobody’s business', async () => {
  const workflow = await aWorkflow(
    'Fails',
    { go: ['manual'], raise: ['raise_error', { message: 'No.' }] },
    'go.out>raise.in',
  )
  const id = await start(workflow, { n: 1 })
  assert.equal((await attempt(id)).status, 'error')
  assert.deepEqual(await kept(id), [{ go: { out: [{ n: 1 }], refused: [] } }])
  assert.deepEqual(await readDebugData(databases, { tenant_id, project_id: tenant.queue_id, job_id: id }), [])
})

test('of a workflow the last fifty runs are kept', async () => {
  const workflow = await aWorkflow('Many', { go: ['manual'], end: ['finish'] }, 'go.out>end.in')
  const ids: string[] = []
  for (let n = 0; n < 53; n += 1) ids.push((await run(workflow, { n })).id)
  await debugData.close()
  const isKept = async (id: string) => (await kept(id)).length > 0
  assert.deepEqual(await Promise.all([ids[0]!, ids[2]!, ids[3]!, ids[52]!].map(isKept)), [false, false, true, true])
})
