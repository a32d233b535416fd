import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { startProduct } from '@weft/kit/testing/product.ts'

// Runs and what they have to do with one another, on a running product: turns, callers who wait, children, followers.
const product = await startProduct()
after(() => product.stop())
const { user } = await aTenantOn(product, 'Turns')

type Job = {
  id: string
  status: string
  started_at: string
  finished_at: string
  return_values: Record<string, unknown> | null
}
const jobsOf = async (workflow_id: string): Promise<Job[]> =>
  user.get(`jobs?filter[workflow_id]=${workflow_id}&sort=created_at&perPage=100`)

async function aWorkflow(
  name: string,
  steps: string,
  edges: string,
  more: object = {},
  parameters = '[]',
): Promise<string> {
  const source = `weft: 1\nlabel: ${name}\nparameters: ${parameters}\nsteps:\n${steps
    .trim()
    .split('\n')
    .map((line) => `  - { ${line.trim()} }`)
    .join('\n')}\nedges:\n${edges
    .split(' ')
    .map((edge) => `  - { from: ${edge.split('>')[0]}, to: ${edge.split('>')[1]} }`)
    .join('\n')}\n`
  const { id } = await user.post('workflows', { label: name, class_name: name, source, ...more })
  await user.post(`workflows/${id}/publish`, { published: true, active: true })
  return id
}

const slow = `code: "export default (records) => { const until = Date.now() + 700; while (Date.now() < until); return records }"`

async function aHook(name: string, concurrency: string) {
  const id = await aWorkflow(
    name,
    `id: call, element: webhook, settings: { answer: at_end }\nid: slow, element: code, settings: { ${slow} }\nid: end, element: finish, settings: { return_values: { order: "{{ order }}" } }`,
    'call.out>slow.in slow.out>end.in',
    { concurrency },
  )
  const { path } = await user.post('workflow_tokens', { workflow_id: id, name })
  const call = async (order: number) => {
    const answer = await fetch(product.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order }),
    })
    const { data } = (await answer.json()) as { data: { status: string; return_values: { order?: number } } }
    return { order: data.return_values.order, status: data.status, http: answer.status }
  }
  return { id, call }
}

/** Calls one after the other without waiting for the answers. */
async function staggered<T>(calls: (() => Promise<T>)[]): Promise<T[]> {
  const answers: Promise<T>[] = []
  for (const call of calls) {
    answers.push(call())
    await sleep(150)
  }
  return Promise.all(answers)
}

async function over(read: () => Promise<Job[]>, count: number): Promise<Job[]> {
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(100)) {
    const jobs = await read()
    if (jobs.length === count && jobs.every((job) => job.finished_at)) return jobs
  }
  throw new Error(`not over: ${JSON.stringify(await read())}`)
}

test('callers who wait for the answer get their own one after the other', async () => {
  const { id, call } = await aHook('Queued', 'queue')
  const answers = await staggered([1, 2, 3].map((order) => () => call(order)))
  assert.deepEqual(
    answers,
    [1, 2, 3].map((order) => ({ order, status: 'stopped', http: 200 })),
  )
  // Calls that shared a commit were created at the same moment, so they are looked at by their beginnings.
  const begun = (await jobsOf(id)).map((job) => Date.parse(job.started_at)).toSorted((a, b) => a - b)
  for (const [i, at] of begun.entries()) if (i > 0) assert.ok(at - begun[i - 1]! >= 700, `${begun.join(' ')}`)
})

test('a caller whose run is skipped is told so at once', async () => {
  const { call } = await aHook('Skipped', 'skip')
  const answers = await staggered([1, 2].map((order) => () => call(order)))
  assert.deepEqual(answers, [
    { order: 1, status: 'stopped', http: 200 },
    { order: undefined, status: 'info', http: 200 },
  ])
})

test('a caller whose run gives way to a newer one is told that it was aborted', async () => {
  const { call } = await aHook('Replaced', 'cancel_oldest')
  const answers = await staggered([1, 2].map((order) => () => call(order)))
  assert.deepEqual(answers, [
    { order: undefined, status: 'aborted', http: 200 },
    { order: 2, status: 'stopped', http: 200 },
  ])
})

test('children that are waited for take turns, and their parents hold no worker meanwhile', async () => {
  const child = await aWorkflow(
    'Child',
    `id: go, element: manual\nid: slow, element: code, settings: { ${slow} }\nid: end, element: finish, settings: { return_values: { name: "{{ job.parameters.name }}" } }`,
    'go.out>slow.in slow.out>end.in',
  )
  const parents: string[] = []
  for (const name of ['One', 'Two', 'Three'])
    parents.push(
      await aWorkflow(
        `Parent${name}`,
        `id: go, element: manual\nid: call, element: call_workflow, settings: { workflow_id: ${child}, parameters: { name: ${name} } }\nid: end, element: finish, settings: { return_values: { name: "{{ name }}" } }`,
        'go.out>call.in call.out>end.in',
      ),
    )
  for (const id of parents) await user.post(`workflows/${id}/run`)
  const done = await over(async () => (await Promise.all(parents.map(jobsOf))).flat(), 3)
  assert.deepEqual(await Promise.all(done.map(async ({ id }) => (await user.get(`jobs/${id}`)).return_values.name)), [
    'One',
    'Two',
    'Three',
  ])
  const children = (await jobsOf(child)).sort((a, b) => a.started_at.localeCompare(b.started_at))
  assert.deepEqual(
    children.map((job) => job.status),
    ['stopped', 'stopped', 'stopped'],
  )
  for (const [i, job] of children.entries())
    if (i > 0) assert.ok(Date.parse(job.started_at) - Date.parse(children[i - 1]!.started_at) >= 700)
})

test('a child that is skipped lets its parent go on', async () => {
  const child = await aWorkflow(
    'Busy',
    `id: go, element: manual\nid: rest, element: delay, settings: { for: 3s }`,
    'go.out>rest.in',
    { concurrency: 'skip' },
  )
  const parent = await aWorkflow(
    'Asking',
    `id: go, element: manual\nid: call, element: call_workflow, settings: { workflow_id: ${child} }\nid: end, element: finish, settings: { return_values: { child: "{{ status }}" } }`,
    'go.out>call.in call.out>end.in',
  )
  await user.post(`workflows/${child}/run`)
  await user.post(`workflows/${parent}/run`)
  const [job] = await over(() => jobsOf(parent), 1)
  assert.deepEqual((await user.get(`jobs/${job!.id}`)).return_values, { child: 'info' })
})

test('a workflow that calls itself, or two that call each other, come to an end', async () => {
  const empty = (name: string) =>
    aWorkflow(name, 'id: go, element: manual\nid: say, element: write_journal, settings: { text: hi }', 'go.out>say.in')
  const [first, second, third] = [await empty('First'), await empty('Second'), await empty('Third')]
  const below = (name: string, calls: string) => `weft: 1
label: ${name}
steps:
  - { id: go, element: manual }
  - { id: mark, element: set_fields, settings: { fields: [{ field: depth, value: "{{ job.parameters.depth }}" }] } }
  - { id: deep, element: condition, settings: { rules: [{ field: depth, operator: not_equals, value: end }] } }
  - { id: call, element: call_workflow, settings: { workflow_id: ${calls}, parameters: { depth: end } } }
edges:
  - { from: go.out, to: mark.in }
  - { from: mark.out, to: deep.in }
  - { from: deep.true, to: call.in }
`
  await user.put(`workflows/${first}/code`, { source: below('First', first), published: true })
  await user.post(`workflows/${first}/run`)
  assert.deepEqual(
    (await over(() => jobsOf(first), 2)).map((job) => job.status),
    ['stopped', 'stopped'],
  )

  await user.put(`workflows/${second}/code`, { source: below('Second', third), published: true })
  await user.put(`workflows/${third}/code`, { source: below('Third', second), published: true })
  await Promise.all([user.post(`workflows/${second}/run`), user.post(`workflows/${third}/run`)])
  const jobs = await over(async () => [...(await jobsOf(second)), ...(await jobsOf(third))], 4)
  assert.deepEqual(new Set(jobs.map((job) => job.status)), new Set(['stopped']))
})

test('a workflow follows another one, and a third hears of its failure', async () => {
  const first = await aWorkflow(
    'Leading',
    `id: go, element: manual\nid: mark, element: set_fields, settings: { fields: [{ field: fails, value: "{{ job.parameters.fails }}" }] }\nid: bad, element: condition, settings: { rules: [{ field: fails, operator: equals, value: "yes" }] }\nid: stop, element: raise_error, settings: { message: "The shop is closed." }\nid: end, element: finish, settings: { return_values: { orders: "7" } }`,
    'go.out>mark.in mark.out>bad.in bad.true>stop.in bad.false>end.in',
    {},
    '[{ name: fails }]',
  )
  const then = await aWorkflow(
    'Following',
    `id: after, element: predecessor, settings: { workflows: [${first}] }\nid: end, element: finish, settings: { return_values: { from: "{{ workflow }}", orders: "{{ return_values.orders }}", status: "{{ status }}" } }`,
    'after.out>end.in',
  )
  const alarm = await aWorkflow(
    'Alarm',
    `id: failed, element: workflow_failed\nid: end, element: finish, settings: { return_values: { from: "{{ workflow }}", step: "{{ error.step }}", why: "{{ error.message }}" } }`,
    'failed.out>end.in',
  )
  await user.post(`workflows/${first}/run`)
  const [followed] = await over(() => jobsOf(then), 1)
  assert.deepEqual((await user.get(`jobs/${followed!.id}`)).return_values, {
    from: 'Leading',
    orders: '7',
    status: 'stopped',
  })
  await user.post(`workflows/${first}/run`, { parameters: { fails: 'yes' } })
  const [alarmed] = await over(() => jobsOf(alarm), 1)
  assert.deepEqual((await user.get(`jobs/${alarmed!.id}`)).return_values, {
    from: 'Leading',
    step: 'stop',
    why: 'The shop is closed.',
  })
  assert.equal((await jobsOf(then)).length, 1)
})
