import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const { tenant_id, project_id } = await aTenant({ ...server.test, key: context.key })
const as = async (name: string, role: string) => ({
  ...(await signedIn(server, { email: `${name}@guide.test`, role, tenant_id })),
  'x-project-id': project_id,
})
const [dora, vera] = [await as('dora', 'developer'), await as('vera', 'viewer')]

type Headers = Record<string, string>
async function call(method: 'GET' | 'POST' | 'PUT', path: string, headers: Headers, payload?: object) {
  const answer = await app.inject({ method, url: `/api/app/${path}`, headers, ...(payload && { payload }) })
  assert.ok(answer.statusCode < 300, `${path} answered ${answer.statusCode}: ${answer.body}`)
  return answer.json().data
}
async function doneBy(headers: Headers): Promise<string[]> {
  const { steps } = await call('GET', 'guided_steps', headers)
  return (steps as { key: string; done: boolean }[]).filter(({ done }) => done).map(({ key }) => key)
}
/** What was done is written down behind the answer. */
async function untilDone(headers: Headers, keys: string[]) {
  for (const until = Date.now() + 20_000; Date.now() < until; await sleep(50))
    if (JSON.stringify(await doneBy(headers)) === JSON.stringify(keys)) return
  assert.deepEqual(await doneBy(headers), keys)
}
const aWorkflow = (label: string) =>
  call('POST', 'workflows', dora, {
    label,
    source: JSON.stringify({
      weft: 1,
      label,
      steps: [
        { id: 'start', element: 'webhook' },
        { id: 'done', element: 'finish' },
      ],
      edges: [{ from: 'start.out', to: 'done.in' }],
    }),
  })

test('a step is done by what somebody does after they first saw it, each for themselves', async () => {
  const { id: before } = await aWorkflow('Before anybody looked')
  assert.deepEqual(await doneBy(dora), [])
  const { id } = await aWorkflow('Afterwards')
  await untilDone(dora, ['further'])
  assert.deepEqual(await doneBy(vera), [])

  await call('POST', 'queries/run', dora, { sql: 'select 1 as one' })
  await untilDone(dora, ['query', 'further'])
  assert.equal((await app.inject({ method: 'GET', url: `/api/app/jobs/${before}`, headers: vera })).statusCode, 404)

  await call('POST', `workflows/${id}/publish`, dora, {})
  await call('PUT', `workflows/${id}/triggers`, dora, { active: true })
  const { path, id: token } = await call('POST', 'workflow_tokens', dora, { workflow_id: id, name: 'Shop' })
  assert.equal((await app.inject({ method: 'POST', url: path, payload: {} })).statusCode, 202)
  await untilDone(dora, ['query', 'webhook', 'further'])
  const [job] = await call('GET', 'jobs', vera)
  await call('GET', `jobs/${job.id}`, vera)
  await untilDone(vera, ['run', 'webhook'])
  const { steps } = await call('GET', 'guided_steps', vera)
  const at = (key: string) => steps.find((step: { key: string }) => step.key === key)
  assert.deepEqual(at('run'), { key: 'run', done: true, id: job.id, workflow_id: id })
  assert.deepEqual(at('webhook'), { key: 'webhook', done: true, id: token, workflow_id: null })
  assert.deepEqual(at('mend'), { key: 'mend', done: false, id: null, workflow_id: null })
})

test('a mapping has to be changed and tried, in whatever order', async () => {
  const fields = [aField('number', 'text', { primary_key: true, nullable: false })]
  const structure = (name: string) =>
    call('POST', 'data_structures', dora, { class_name: name, table_name: name.toLowerCase(), label: name, fields })
  const [source, target] = [await structure('Parcel'), await structure('Delivery')]
  const { id } = await call('POST', 'mappings', dora, {
    label: 'Parcels',
    source_structure_id: source.id,
    target_structure_id: target.id,
  })
  await call('POST', `mappings/${id}/debug`, dora, { records: [{ number: 'P-1' }] })
  await sleep(300)
  assert.ok(!(await doneBy(dora)).includes('mapping'))
  await call('PUT', `mappings/${id}`, dora, { label: 'Parcels to deliveries' })
  for (const until = Date.now() + 20_000; Date.now() < until; await sleep(50))
    if ((await doneBy(dora)).includes('mapping')) return
  assert.fail('The mapping was changed and tried, and its step is still open.')
})

test('the steps are put away and brought back by their user alone', async () => {
  assert.equal((await call('PUT', 'guided_steps', dora, { dismissed: true })).dismissed, true)
  assert.equal((await call('GET', 'guided_steps', dora)).dismissed, true)
  assert.equal((await call('GET', 'guided_steps', vera)).dismissed, false)
  assert.equal((await call('PUT', 'guided_steps', dora, { dismissed: false })).dismissed, false)
  const wrong = await app.inject({ method: 'PUT', url: '/api/app/guided_steps', headers: dora, payload: {} })
  assert.equal(wrong.statusCode, 422)
})
