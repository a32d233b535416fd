import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { startProduct } from '@weft/kit/testing/product.ts'

// Runs that wait for somebody outside, on a product that is killed meanwhile: each goes on once, behind what it has done.
const product = await startProduct({ environment: { WEFT_WORKERS: '1' } })
after(() => product.stop())
const { user } = await aTenantOn(product, 'Waiting')

type Step = [element: string, settings?: object]

async function aWorkflow(label: string, steps: Record<string, Step>, edges: string): Promise<string> {
  const source = JSON.stringify({
    weft: 1,
    label,
    steps: Object.entries(steps).map(([id, [element, settings = {}]]) => ({ id, element, settings })),
    edges: edges.split(' ').map((edge) => ({ from: edge.split('>')[0], to: edge.split('>')[1] })),
  })
  const { id } = await user.post('workflows', { label, class_name: label, source })
  await user.post(`workflows/${id}/publish`, { published: true, active: true })
  return id
}

async function until(job: string, statuses: string[]) {
  for (const latest = Date.now() + 120_000; Date.now() < latest; await sleep(100)) {
    const found = await user.get(`jobs/${job}`).catch(() => undefined)
    if (found && statuses.includes(found.status)) return found
    assert.notEqual(found?.status, 'error', JSON.stringify(found?.error))
  }
  throw new Error(`The job ${job} does not come to be ${statuses.join(' or ')}.`)
}
const ended = (job: string) => until(job, ['stopped', 'warning', 'aborted'])

async function killAndRestart() {
  product.supervisor.kill('SIGKILL')
  await sleep(500)
  await product.restart()
}

test('the caller of a webhook is answered by a step, and calls the run back that was killed meanwhile', async () => {
  const workflow = await aWorkflow(
    'Payments',
    {
      call: ['webhook', { answer: 'at_end' }],
      answer: [
        'webhook_answer',
        {
          status: 201,
          headers: { 'X-Order': '{{ order }}' },
          body: '{"order": {{ order | json }}, "paid_at": {{ job.callback.paid | json }}}',
        },
      ],
      paid: ['wait_callback', { timeout: '1h', into: 'payment' }],
      end: ['finish', { return_values: { order: '{{ order }}', total: '{{ payment.total }}' } }],
    },
    'call.out>answer.in answer.out>paid.in paid.called>end.in',
  )
  const { path } = await user.post('workflow_tokens', { workflow_id: workflow, name: 'Shop' })
  const json = { 'content-type': 'application/json' }
  const answer = await fetch(product.url + path, { method: 'POST', headers: json, body: '{"order": 7}' })
  assert.deepEqual([answer.status, answer.headers.get('x-order')], [201, '7'])
  const { order, paid_at } = (await answer.json()) as { order: number; paid_at: string }
  assert.equal(order, 7)
  const [{ id: job }] = await user.get(`jobs?filter[workflow_id]=${workflow}`)
  await until(job, ['waiting'])
  await killAndRestart()
  const pay = () =>
    fetch(product.url + new URL(paid_at).pathname, { method: 'POST', headers: json, body: '{"total": "9.50"}' })
  assert.deepEqual([(await pay()).status, (await pay()).status], [200, 409])
  const { status, return_values } = await ended(job)
  assert.deepEqual([status, return_values], ['stopped', { order: 7, total: '9.50' }])
})

test('a decision made while nothing runs is found by the run when it is back', async () => {
  const workflow = await aWorkflow(
    'Decisions',
    {
      go: ['manual'],
      ask: ['approval', { title: 'Go on?', mail: false }],
      yes: ['finish', { return_values: { state: '{{ approval.state }}', by: '{{ approval.by }}' } }],
    },
    'go.out>ask.in ask.approved>yes.in',
  )
  const { job_id } = await user.post(`workflows/${workflow}/run`)
  await until(job_id, ['waiting'])
  const [{ id }] = await user.get('approvals?filter[state]=open')
  await user.post(`approvals/${id}/approve`, {})
  await killAndRestart()
  assert.deepEqual((await ended(job_id)).return_values, { state: 'approved', by: 'Kim Krause' })
})

test('a mail for all records leaves once, however often the run was killed', async () => {
  const workflow = await aWorkflow(
    'Summary',
    {
      go: ['manual'],
      each: ['split_list', { list: 'items' }],
      limit: ['rate_limit', { name: 'shop', most: 10, per: 'second' }],
      mail: ['send_mail', { to: 'office@waiting.example', subject: '{{ records }} from {{ n }}', times: 'once' }],
    },
    'go.out>each.in each.out>limit.in limit.out>mail.in',
  )
  const items = Array.from({ length: 60 }, (_, n) => ({ n }))
  const { job_id } = await user.post(`workflows/${workflow}/run`, { test_data: JSON.stringify({ items }) })
  for (let kills = 0; kills < 2; kills++) {
    await until(job_id, ['working', 'stopped'])
    await sleep(1_200)
    await killAndRestart()
  }
  const { status, attempt } = await ended(job_id)
  assert.equal(status, 'stopped')
  assert.ok(attempt > 1, `${attempt} attempts`)
  const mails: { title: string; recipient: string }[] = await user.get('mail_logs')
  assert.deepEqual(
    mails.filter(({ recipient }) => recipient === 'office@waiting.example').map(({ title }) => title),
    ['60 from 0'],
  )
})
