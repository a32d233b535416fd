import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptSourceIn } from '@weft/kit/testing/kept-source.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { registry } from '@weft/kit/log/metrics.server.ts'
import { sql } from 'kysely'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server

/** A tenant with a project and a queue, and its administrator's headers. */
async function aProject(name: string) {
  const { id: tenant_id } = await inScope(context.db, { level: 'provider' }, (trx) =>
    trx
      .insertInto('tenants')
      .values({ name, workspace: `${name}.test`, api_token: `token-${name}`, active: true })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const scope = { level: 'tenant' as const, tenant_id }
  const { project, queue } = await inScope(context.db, scope, async (trx) => ({
    project: await trx
      .insertInto('projects')
      .values({ name: 'Commerce hub' })
      .returning('id')
      .executeTakeFirstOrThrow(),
    queue: await trx.insertInto('queues').values({ name: 'default' }).returning('id').executeTakeFirstOrThrow(),
  }))
  const headers = {
    ...(await signedIn(server, { email: `dev@${name}.test`, role: 'tenant_admin', tenant_id })),
    'x-project-id': project.id,
  }
  return { headers, scope: { ...scope, project_id: project.id }, queue_id: queue.id }
}
type Headers = Record<string, string>
const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, headers: Headers, payload?: object) => {
  const answer = await app.inject({ method, url: `/api/app${url}`, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.body === '' ? undefined : (answer.json() as any) }
}

const nightly = `# Nightly, asked for by finance
weft: 1
label: Import orders
steps:
  - id: at_night
    element: schedule
    label: At night
    settings: { option: daily, time: "02:30" }
  - id: tell
    element: notify
    label: Tell everybody
    settings: { title: Done, message: All orders are in }
edges:
  - { from: at_night.out, to: tell.in }
`
const hanse = await aProject('hanse')
const called = (label: string) => nightly.replace('label: Import orders', `label: ${label}`)
const created = async (label: string) =>
  (await call('POST', '/workflows', hanse.headers, { label, class_name: label.replaceAll(' ', ''), source: nightly }))
    .body.data

test('a class name that is left out is made from the label, and never taken twice', async () => {
  const names = []
  for (const label of ['Größere Importe', 'Grössere Importe 2', '12 °'])
    names.push((await call('POST', '/workflows', hanse.headers, { label })).body.data.class_name)
  assert.deepEqual(names, ['GroessereImporte', 'GroessereImporte2', 'Workflow'])
  assert.equal(
    (await call('POST', '/workflows', hanse.headers, { label: 'Größere-Importe', class_name: null })).body.data
      .class_name,
    'GroessereImporte3',
  )
})

test('a class name with spaces or special characters is refused in both languages', async () => {
  for (const [language, sentence] of [
    ['en', 'no spaces, no special characters'],
    ['de', 'keine Leerzeichen, keine Sonderzeichen'],
  ] as const) {
    const { status, body } = await call(
      'POST',
      '/workflows',
      { ...hanse.headers, 'accept-language': language },
      { label: 'Import', class_name: 'Import orders!' },
    )
    assert.equal(status, 422)
    assert.match(body.errors.class_name[0], new RegExp(sentence))
  }
})

test('a new workflow is a row, a commit and nothing that runs yet', async () => {
  const data = await created('Import Orders')
  assert.deepEqual(
    [data.label, data.version, data.published, data.active, data.queue_id],
    ['Import Orders', 1, false, false, hanse.queue_id],
  )
  assert.deepEqual(data.triggers, [
    { step: 'at_night', element: 'schedule', label: 'At night', settings: { option: 'daily', time: '02:30' } },
  ])
  const { body } = await call('GET', `/workflows/${data.id}/revisions`, hanse.headers)
  assert.deepEqual(
    body.data.map((r: any) => [r.commit, r.message]),
    [[data.commit, 'Create Import Orders']],
  )
  const none = await inScope(context.db, hanse.scope, (trx) => trx.selectFrom('schedules').selectAll().execute())
  assert.deepEqual(none, [])
  const again = await call('POST', '/workflows', hanse.headers, { label: 'Other', class_name: 'ImportOrders' })
  assert.deepEqual([again.status, Object.keys(again.body.errors)], [422, ['class_name']])
})

test('a new workflow is described as its text says, unless it is called something else', async () => {
  const source = nightly.replace('steps:', 'description: Asked for by finance\nsteps:')
  const made = async (label: string, more: object) => {
    const draft = { label, source, ...more }
    const { id, description } = (await call('POST', '/workflows', hanse.headers, draft)).body.data
    const text = (await call('GET', `/workflows/${id}/code`, hanse.headers)).body.data.source as string
    return [description, /^description: (.*)$/m.exec(text)?.[1]]
  }
  assert.deepEqual(await made('Described', {}), ['Asked for by finance', 'Asked for by finance'])
  assert.deepEqual(await made('Described anew', { description: 'At night' }), ['At night', 'At night'])
  assert.deepEqual((await made('Not described', { description: '' }))[0], '')
})

test('a draft may be saved with hints, but publishing it is refused with step and place', async () => {
  const { id } = await created('Draft')
  const source = called('Draft').replace('title: Done, ', '')
  const saved = await call('PUT', `/workflows/${id}/code`, hanse.headers, { source, version: 1 })
  assert.equal(saved.status, 200)
  assert.equal(saved.body.data.version, 2)
  assert.deepEqual(
    saved.body.data.problems.map(({ step, place, level }: any) => ({ step, place, level })),
    [{ step: 'tell', place: 'settings.title', level: 'error' }],
  )
  const refused = await call('POST', `/workflows/${id}/publish`, hanse.headers, {})
  assert.equal(refused.status, 422)
  assert.equal(refused.body.code, 'WORKFLOW_REQUIRED_FIELDS')
  assert.deepEqual(Object.keys(refused.body.errors), ['steps.tell.settings.title'])
})

test('elements that do not exist have to be removed before publishing', async () => {
  const { id } = await created('Missing')
  await call('PUT', `/workflows/${id}/code`, hanse.headers, {
    source: called('Missing').replace('element: notify', 'element: teleport'),
  })
  const { body } = await call('POST', `/workflows/${id}/publish`, hanse.headers, {})
  assert.equal(body.code, 'WORKFLOW_ELEMENTS_NOT_FOUND')
  assert.deepEqual(body.errors, { 'steps.tell.element': ['There is no element called teleport.'] })
})

test('publishing an active workflow sets its schedules; what is due next stays until the schedule changes', async () => {
  const { id } = await created('Nightly')
  const read = async () => (await call('GET', `/workflows/${id}/triggers`, hanse.headers)).body.data
  const published = await call('POST', `/workflows/${id}/publish`, hanse.headers, { active: true })
  assert.deepEqual([published.status, published.body.data.published, published.body.data.active], [200, true, true])
  const { schedules } = await read()
  assert.deepEqual(
    schedules.map(({ step, cron, zone, missed }: any) => ({ step, cron, zone, missed })),
    [{ step: 'at_night', cron: '30 2 * * *', zone: 'Europe/Berlin', missed: 'once' }],
  )
  assert.match(schedules[0].next_at, /T0[01]:30:00/)

  await call('PUT', `/workflows/${id}/code`, hanse.headers, { source: called('Nightly').replace('02:30', '03:45') })
  assert.equal((await read()).schedules[0].cron, '45 3 * * *')
  await call('PUT', `/workflows/${id}/triggers`, hanse.headers, { active: false })
  assert.deepEqual((await read()).schedules, [])
  await call('PUT', `/workflows/${id}/triggers`, hanse.headers, { active: true })
  assert.equal((await read()).schedules.length, 1)
  const broken = await call('PUT', `/workflows/${id}/code`, hanse.headers, {
    source: called('Nightly').replace('option: daily', 'option: cron, cron: 0 0 30 2 *'),
  })
  assert.equal(broken.status, 422)
  assert.equal((await read()).schedules[0].cron, '45 3 * * *')
})

test('a refused save leaves no commit, no version and no schedule behind', async () => {
  const { id } = await created('Whole')
  await call('POST', `/workflows/${id}/publish`, hanse.headers, {})
  const before = (await call('GET', `/workflows/${id}/code`, hanse.headers)).body.data
  for (const source of [
    called('Whole').replace('title: Done, ', ''),
    'weft: 1\nsteps: [',
    called('Whole').replace('at_night.out', 'at_night.nowhere'),
  ]) {
    const { status } = await call('PUT', `/workflows/${id}/code`, hanse.headers, { source })
    assert.equal(status, 422)
  }
  assert.deepEqual((await call('GET', `/workflows/${id}/code`, hanse.headers)).body.data, before)
  assert.equal((await call('GET', `/workflows/${id}/revisions`, hanse.headers)).body.meta.total, 1)
})

test('two people saving the same version: the second is told', async () => {
  const { id } = await created('Twice')
  const first = await call('PUT', `/workflows/${id}/code`, hanse.headers, {
    source: called('Twice').replace('# Nightly', '# Every night'),
    version: 1,
  })
  assert.equal(first.status, 200)
  const second = await call('PUT', `/workflows/${id}/code`, hanse.headers, { source: called('Twice'), version: 1 })
  assert.deepEqual([second.status, second.body.code], [409, 'VERSION_CONFLICT'])
})

test('history, diff and revert keep comments and make a new commit', async () => {
  const { id, commit } = await created('Story')
  const { body: original } = await call('GET', `/workflows/${id}/code`, hanse.headers)
  const second = original.data.source.replace('All orders are in', 'Everything is in')
  const saved = (
    await call('PUT', `/workflows/${id}/code`, hanse.headers, { source: second, message: 'Say it shorter' })
  ).body.data
  const { body: diff } = await call('GET', `/workflows/${id}/revisions/${saved.commit}/diff`, hanse.headers)
  assert.deepEqual(diff.data, { before: original.data.source, after: second, from: commit, to: saved.commit })
  const reverted = await call('POST', `/workflows/${id}/revisions/${commit}/revert`, hanse.headers)
  assert.deepEqual(
    [reverted.status, reverted.body.data.source, reverted.body.data.version],
    [200, original.data.source, 3],
  )
  const log = (await call('GET', `/workflows/${id}/revisions`, hanse.headers)).body.data
  assert.deepEqual(
    log.map((r: any) => r.message),
    [`Revert to ${commit.slice(0, 7)}`, 'Say it shorter', 'Create Story'],
  )
})

test('renaming changes text and row together; the comment stays', async () => {
  const { id } = await created('Before')
  const { body } = await call('PUT', `/workflows/${id}/base_data`, hanse.headers, { label: 'After' })
  assert.deepEqual([body.data.label, body.data.version], ['After', 2])
  const { source } = (await call('GET', `/workflows/${id}/code`, hanse.headers)).body.data
  assert.equal(source, called('After'))
})

test('planning takes times such as 2d 5h 30m and refuses others', async () => {
  const { id } = await created('Planned')
  const wrong = await call('PUT', `/workflows/${id}/planning`, hanse.headers, {
    steps: { tell: { planned: '2d 25h' } },
  })
  assert.deepEqual([wrong.status, Object.keys(wrong.body.errors)], [422, ['steps.tell.planned']])
  await call('PUT', `/workflows/${id}/planning`, hanse.headers, {
    steps: { tell: { planned: '2d 5h 30m', wait: '10m' } },
  })
  const { body } = await call('GET', `/workflows/${id}/planning`, hanse.headers)
  assert.deepEqual(body.data.steps[1], {
    id: 'tell',
    element: 'notify',
    label: 'Tell everybody',
    planned: '2d 5h 30m',
    wait: '10m',
  })
})

test('the list tells states, the last 16 runs and the figures of the day', async () => {
  const other = await aProject('figures')
  const { data } = (
    await call('POST', '/workflows', other.headers, { label: 'Counted', class_name: 'Counted', source: nightly })
  ).body
  await call('POST', `/workflows/${data.id}/publish`, other.headers, { active: true })
  await inScope(context.db, other.scope, async (trx) => {
    for (let i = 0; i < 20; i += 1) {
      const at = new Date(Date.now() - (20 - i) * 60_000)
      await trx
        .insertInto('jobs')
        .values({
          workflow_id: data.id,
          queue_id: other.queue_id,
          status: i === 19 ? 'error' : 'stopped',
          source_id: await keptSourceIn(trx, data.id, nightly),
          version: 1,
          started_by: 'schedule',
          records_in: i * 10,
          records_out: i,
          created_at: at.toISOString(),
          started_at: at.toISOString(),
          finished_at: new Date(at.getTime() + 1500).toISOString(),
        })
        .execute()
    }
  })
  const { body } = await call('GET', '/workflows?page=1&perPage=25', other.headers)
  assert.deepEqual(body.meta, {
    page: 1,
    perPage: 25,
    total: 1,
    lastPage: 1,
    states: { all: 1, active: 0, failing: 1, paused: 0, draft: 0 },
  })
  const [row] = body.data
  assert.equal(row.recent_runs.length, 16)
  assert.deepEqual([row.triggers[0].text, row.triggers[0].icon], ['Daily 02:30', 'IconCalendarClock'])
  assert.deepEqual(
    [row.state, row.last_run.status, row.last_run.duration_ms, row.last_run.records_in],
    ['failing', 'error', 1500, 190],
  )
  const { data: figures } = (await call('GET', '/workflows/figures', other.headers)).body
  assert.deepEqual([figures.runs, figures.failed, figures.success, figures.records], [20, 1, 0.95, 1900])
  assert.equal((await call('GET', '/workflows?state=active', other.headers)).body.meta.total, 0)
  assert.equal((await call('GET', '/workflows?searchTerm=count&sort=-last_run', other.headers)).body.data.length, 1)
})

test('the list says where the text of a workflow lies, and what is called what is written and does not run yet', async () => {
  const north = await aProject('north')
  const of = { tenant_id: north.scope.tenant_id, role: 'developer' }
  const [lena, omar] = [
    { ...north.headers, ...(await signedIn(server, { ...of, email: 'lena@north.test' })) },
    { ...north.headers, ...(await signedIn(server, { ...of, email: 'omar@north.test' })) },
  ]
  const shown = async (headers: Headers) => {
    const { body } = await call('GET', '/workflows', headers)
    return body.data.map(
      (one: any) => `${one.base_class_path} ${one.class_name} ${one.temporary_class_name} ${one.draft_by}`,
    )
  }
  const { data: made } = (
    await call('POST', '/workflows', lena, { label: 'Import orders', class_name: 'ImportOrders', source: nightly })
  ).body
  const path = 'projects/commerce-hub/workflows/import-orders.yaml'
  assert.deepEqual(await shown(lena), [`${path} ImportOrders ImportOrders null`])
  const published = await call('POST', `/workflows/${made.id}/publish`, lena, {})
  assert.equal(published.status, 200, JSON.stringify(published.body))
  assert.deepEqual(await shown(lena), [`${path} ImportOrders null null`])

  const content = { kind: 'workflow', source: nightly }
  assert.equal((await call('PUT', `/definitions/${made.id}/draft`, lena, { content })).status, 200)
  assert.equal((await call('PUT', `/definitions/${made.id}/draft`, omar, { content })).status, 200)
  // Whoever has a draft sees their own, everybody else the most recent.
  const [by_lena] = await shown(lena)
  const [by_omar] = await shown(omar)
  assert.notEqual(by_lena, by_omar)
  assert.deepEqual(await shown(north.headers), [by_omar])
  assert.equal(by_omar, `${path} ImportOrders ImportOrders omar@north.test`)

  // A draft carries no class name of its own: a change of it is live at once, and the path stays.
  await call('PUT', `/workflows/${made.id}/base_data`, lena, { class_name: 'OrderImport' })
  assert.deepEqual(await shown(omar), [`${path} OrderImport OrderImport omar@north.test`])
})

test('another tenant finds none of it', async () => {
  const { id, commit } = await created('Secret')
  const other = await aProject('other')
  for (const path of [
    `/workflows/${id}`,
    `/workflows/${id}/code`,
    `/workflows/${id}/revisions`,
    `/workflows/${id}/revisions/${commit}`,
    `/workflows/${id}/revisions/${commit}/diff`,
    `/workflows/${id}/planning`,
    `/workflows/${id}/triggers`,
  ]) {
    assert.equal((await call('GET', path, other.headers)).status, 404, path)
  }
  assert.equal((await call('PUT', `/workflows/${id}/code`, other.headers, { source: nightly })).status, 404)
  assert.equal((await call('POST', `/workflows/${id}/revisions/${commit}/revert`, other.headers)).status, 404)
  assert.equal((await call('DELETE', `/workflows/${id}`, other.headers)).status, 404)
  assert.deepEqual((await call('GET', '/workflows', other.headers)).body.data, [])
})

test('deleting removes row and file, not while a job runs', async () => {
  const { id } = await created('Gone')
  const { id: job } = await inScope(context.db, hanse.scope, async (trx) =>
    trx
      .insertInto('jobs')
      .values({
        workflow_id: id,
        queue_id: hanse.queue_id,
        source_id: await keptSourceIn(trx, id, called('Gone')),
        version: 1,
        started_by: 'manual',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  assert.equal((await call('DELETE', `/workflows/${id}`, hanse.headers)).body.code, 'WORKFLOW_RUNNING')
  await inScope(context.db, hanse.scope, (trx) =>
    trx.updateTable('jobs').set({ status: 'aborted', queued_at: null }).where('id', '=', job).execute(),
  )
  assert.equal((await call('DELETE', `/workflows/${id}`, hanse.headers)).status, 204)
  assert.equal((await call('GET', `/workflows/${id}`, hanse.headers)).status, 404)
})

const byHand = `weft: 1
label: By hand
parameters:
  - { name: day, label: Day, type: date, required: true }
steps:
  - { id: start, element: manual, label: Start }
  - id: tell
    element: notify
    label: Tell
    settings: { title: Done, message: All in }
edges:
  - { from: start.out, to: tell.in }
`
const forHand = async (label: string) =>
  (await call('POST', '/workflows', hanse.headers, { label, class_name: label.replaceAll(' ', ''), source: byHand }))
    .body.data

test('a run by hand is accepted with its parameters and the text of that moment', async () => {
  const { id } = await forHand('Run me')
  const { status, body } = await call('POST', `/workflows/${id}/run`, hanse.headers, {
    parameters: { day: '2026-11-21' },
    test_data: '{"order": 7}',
  })
  assert.equal(status, 202)
  const job = await inScope(context.db, hanse.scope, (trx) =>
    trx
      .selectFrom('jobs as j')
      .innerJoin('workflow_sources as s', 's.id', 'j.source_id')
      .selectAll('j')
      .select('s.source')
      .where('j.id', '=', body.data.job_id)
      .executeTakeFirstOrThrow(),
  )
  assert.deepEqual(
    [job.status, job.trigger_step, job.parameters, job.payload, job.version],
    ['pending', 'start', { day: '2026-11-21' }, { record: { order: 7 } }, 1],
  )
  assert.equal(job.source, byHand.replace('label: By hand', 'label: Run me'))
  const figures = (await call('GET', `/workflows/${id}/run_figures`, hanse.headers)).body.data
  assert.deepEqual([figures.id, figures.status, figures.steps], [job.id, 'pending', []])
})

test('a run is refused without its required parameter, with invalid JSON and with errors in the workflow', async () => {
  const { id } = await forHand('Refuse me')
  const run = (body: object) => call('POST', `/workflows/${id}/run`, hanse.headers, body)
  assert.deepEqual((await run({})).body.errors, { 'parameters.day': ['This field is required.'] })
  const json = await run({ parameters: { day: '2026-11-21' }, test_data: '{"order": ' })
  assert.deepEqual([json.status, json.body.code, json.body.message], [422, 'INVALID_JSON', 'Invalid JSON'])
  await call('PUT', `/workflows/${id}/code`, hanse.headers, {
    source: byHand.replace('By hand', 'Refuse me').replace('title: Done, ', ''),
  })
  assert.equal((await run({ parameters: { day: '2026-11-21' } })).body.code, 'WORKFLOW_REQUIRED_FIELDS')
  const none = await inScope(context.db, hanse.scope, (trx) =>
    trx.selectFrom('jobs').select('id').where('workflow_id', '=', id).execute(),
  )
  assert.deepEqual(none, [])
})

test('several are activated, paused and run at once; what is refused is named', async () => {
  const good = await created('Bulk one')
  const needy = await forHand('Bulk two')
  const bulk = async (action: string) =>
    (await call('POST', '/workflows/bulk', hanse.headers, { ids: [good.id, needy.id], action })).body.data
  assert.deepEqual(await bulk('activate'), { affected: 2, refused: [] })
  assert.equal((await call('GET', `/workflows/${good.id}`, hanse.headers)).body.data.active, true)
  assert.deepEqual(await bulk('run'), {
    affected: 1,
    refused: [{ id: needy.id, message: 'The data provided was invalid. Please correct the fields marked in red.' }],
  })
  assert.deepEqual(await bulk('deactivate'), { affected: 2, refused: [] })
})

test('what was published meanwhile is not switched on with what was read before it', async () => {
  const ways: [string, (id: string) => ReturnType<typeof call>][] = [
    ['Switched alone', (id) => call('PUT', `/workflows/${id}`, hanse.headers, { active: true })],
    ['Switched with others', (id) => call('POST', '/workflows/bulk', hanse.headers, { ids: [id], action: 'activate' })],
  ]
  for (const [label, switchOn] of ways) {
    const { id } = await created(label)
    const switched = await inScope(context.db, hanse.scope, async (trx) => {
      await trx
        .updateTable('workflows')
        .set({ published: true, source: called('Later') })
        .where('id', '=', id)
        .execute()
      const switching = switchOn(id) // has read the text before it waits for the row
      for (let waiting = 0; waiting === 0;)
        waiting = (await sql`select from pg_locks where not granted`.execute(trx)).rows.length
      return { switching }
    })
    const { status, body } = await switched.switching
    if (status === 409) assert.equal(body.code, 'VERSION_CONFLICT')
    else assert.deepEqual([body.data.affected, body.data.refused.map((one: any) => one.id)], [0, [id]])
    const active = await inScope(context.db, hanse.scope, (trx) =>
      trx.selectFrom('workflows').select('active').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    assert.deepEqual(active, { active: false })
  }
})

test('a long text, which another process reads, is checked, changed, published, run and reverted as a short one', async () => {
  const missing = `  - id: fetch\n    element: read_data_set\n    settings: { data_set_id: ${crypto.randomUUID()} }\n`
  const life = async (label: string, padding: string) => {
    const source = padding + called(label)
    const { id } = (await call('POST', '/workflows', hanse.headers, { label, class_name: label, source })).body.data
    const broken = (
      await call('POST', `/workflows/${id}/validate`, hanse.headers, {
        source: source.replace('edges:', `${missing}edges:`),
      })
    ).body.data
    const renamed = await call('PUT', `/workflows/${id}/base_data`, hanse.headers, { description: 'Every night' })
    const planned = await call('PUT', `/workflows/${id}/planning`, hanse.headers, {
      steps: { tell: { planned: '5m' } },
    })
    const published = await call('POST', `/workflows/${id}/publish`, hanse.headers, { published: true, active: true })
    const run = await call('POST', `/workflows/${id}/run`, hanse.headers, {})
    const job = (await call('GET', `/jobs/${run.body.data.job_id}`, hanse.headers)).body.data
    const code = (await call('GET', `/workflows/${id}/code`, hanse.headers)).body.data
    const { body: log } = await call('GET', `/workflows/${id}/revisions`, hanse.headers)
    const paused = await call('POST', '/workflows/bulk', hanse.headers, { ids: [id], action: 'deactivate' })
    const reverted = (await call('POST', `/workflows/${id}/revisions/${log.data.at(-1).commit}/revert`, hanse.headers))
      .body.data
    const uses = (await call('GET', `/workflows/${id}/dependencies`, hanse.headers)).body.data
    return {
      broken: broken.problems.map((one: any) => [one.step, one.place, one.message]),
      statuses: [renamed, planned, published, run, paused].map(({ status }) => status),
      job: job.steps.map((one: any) => [one.step, one.kind]),
      text: code.source.slice(padding.length).replace(label, 'X'),
      same: reverted.source === source,
      uses,
      affected: paused.body.data.affected,
    }
  }
  const short = await life('Short', '')
  assert.deepEqual(short.broken, [
    ['fetch', '', 'No trigger leads to this step, so it never runs.'],
    ['fetch', 'settings.data_set_id', 'What is chosen here does not exist any more.'],
  ])
  assert.deepEqual(
    [short.statuses, short.job, short.same, short.affected],
    [
      [200, 200, 200, 202, 200],
      [
        ['at_night', 'trigger'],
        ['tell', 'sink'],
      ],
      true,
      1,
    ],
  )
  assert.match(short.text, /planned: 5m\n[^]*description: Every night\n$/)
  assert.deepEqual(await life('Long', `# ${'x'.repeat(9_000)}\n`), short)
  assert.match(await registry.metrics(), /weft_isolated_tasks_total\{task="check_workflow",outcome="done"\} \d/)
})
