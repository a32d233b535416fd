import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { readDebugData } from '@weft/engine/debug-data/read.server.ts'
import { payloadOf } from '@weft/engine/queue/payload.server.ts'
import type { JobTest } from '@weft/engine/test-runs/job-test.ts'
import { keepPinned } from '@weft/engine/test-runs/pinned.server.ts'
import { openPins } from '@weft/engine/test-runs/pins.server.ts'
import { aField, aStructure } from '@weft/engine/testing/structure.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { say, type Message } from '@weft/kit/messages/messages.ts'
import { anEngine } from './testing/engine.ts'

const engine = await anEngine()
const { aWorkflow, attempt, records, put, files, run, tenant, scope, ground, pool, enqueuer, debugData } = engine
const { databases, tenant_id, project_id } = tenant

const items = await aStructure(ground, scope, 'Item', [
  aField('sku', 'text', { primary_key: true, length: 8 }),
  aField('name', 'text'),
  aField('price', 'decimal', { precision: 10, scale: 2 }),
])

async function testRun(workflow_id: string, test: Partial<JobTest> = {}, record: DataRecord | DataRecord[] = {}) {
  const { id } = await enqueuer.enqueue({
    ...{ tenant_id, project_id, workflow_id, started_by: 'hand', ...(await payloadOf(engine.jobFiles, record)) },
    test: { records: 100, ...test },
  })
  const ended = await attempt(id)
  await debugData.close()
  const [kept] = await readDebugData(databases, { tenant_id, project_id, job_id: id })
  return { ...ended, previews: kept!.previews!, left: kept!.steps }
}

const countOf = async (table: string, job_id: string) =>
  (await pool.query<{ n: number }>(`select count(*)::int as n from ${table} where job_id = $1`, [job_id])).rows[0]!.n

test('a test run says record by record what writing into a structure would do, and writes nothing', async () => {
  const steps = (mode: string) =>
    ({
      go: ['manual'],
      read: ['read_file', { path: 'items.csv', format: 'csv', options: { delimiter: ',' } }],
      write: ['write_records', { structure_id: items.id, mode }],
      log: ['write_journal', { text: '{{ sku }}' }],
    }) satisfies Parameters<typeof aWorkflow>[1]
  const edges = 'go.out>read.in read.out>write.in write.written>log.in'
  await put('items.csv', 'sku,name,price\nA-1,Anchor,10.00\nA-2,Bollard,20.00\n')
  const fill = await aWorkflow('Fill', { ...steps('upsert') }, edges)
  assert.equal((await run(fill)).status, 'stopped')
  const before = await records(items.id)
  await put(
    'items.csv',
    'sku,name,price\nA-1,Anchor,10\nA-2,Bollard,21.50\nA-3,Cleat,3.00\nA-3,Cleat,4.00\nA-444444444,Too long,1\nA-5,Dear,much\n',
  )
  const { status, previews, left, id, steps: counted } = await testRun(fill)
  assert.equal(status, 'warning')
  const { how, counts, records: said } = previews['write']!
  assert.deepEqual([how, counts], ['compared', { unchanged: 1, changed: 2, added: 1, refused: 2 }])
  assert.deepEqual(said.changed, [
    {
      record: { sku: 'A-2', name: 'Bollard', price: '21.50' },
      before: { sku: 'A-2', name: 'Bollard', price: '20.00' },
      fields: ['price'],
    },
    {
      record: { sku: 'A-3', name: 'Cleat', price: '4.00' },
      before: { sku: 'A-3', name: 'Cleat', price: '3.00' },
      fields: ['price'],
    },
  ])
  assert.deepEqual(said.added, [{ record: { sku: 'A-3', name: 'Cleat', price: '3.00' } }])
  assert.deepEqual(
    said.refused!.map(({ record, field, reason }) => [record['sku'], field, say(reason as Message, 'en')]),
    [
      ['A-444444444', 'sku', 'At most 8 characters are allowed, here are 11.'],
      ['A-5', 'price', 'This is not a number.'],
    ],
  )
  // What would have been written goes on, so that the steps behind it are seen, too.
  assert.deepEqual(counted['log'], { out: 4 })
  assert.equal(left['log']!.exits['out']!.length, 4)
  assert.deepEqual(await records(items.id), before)
  assert.equal(await countOf('record_errors', id), 0, 'nobody is asked to mend what was only tried')
  assert.equal(await countOf('job_cursors', id), 0)
})

test('a step that writes a stored text writes it in a test run, too, as a whole and alone', async () => {
  const { id } = await inScope(ground.db, scope, (trx) =>
    trx
      .insertInto('text_templates')
      .values({ label: 'Skus', type: 'text', body: '{% for line in lines %}{{ line }} {% endfor %}' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const workflow = await aWorkflow(
    'Texts',
    { go: ['manual'], text: ['text', { template_id: id }], note: ['notify', { title: 'x', template_id: id }] },
    'go.out>text.in text.out>note.in',
  )
  const order = { lines: ['A-1', 'B-2'] }
  const whole = await testRun(workflow, {}, order)
  assert.deepEqual([whole.status, whole.left['text']!.exits['out']], ['stopped', [{ ...order, text: 'A-1 B-2 ' }]])
  assert.deepEqual(
    whole.previews['note']!.records.held_back!.map(({ record }) => record),
    [{ title: 'x', message: 'A-1 B-2 ' }],
  )
  const alone = await testRun(workflow, { only: 'text' }, [order])
  assert.deepEqual([alone.error, alone.left['text']!.exits['out']], [undefined, [{ ...order, text: 'A-1 B-2 ' }]])
})

test('inserting, changing what is not there and replacing are told as they would come out', async () => {
  const write = (mode: string) =>
    aWorkflow(
      `Items ${mode}`,
      {
        go: ['manual'],
        each: ['split_list', { list: 'items', keep: 'none' }],
        write: ['write_records', { structure_id: items.id, mode }],
      },
      'go.out>each.in each.out>write.in',
    )
  const given = {
    items: [
      { sku: 'A-1', name: 'Anchor' },
      { sku: 'N-1', name: 'New' },
      { sku: 'N-1', name: 'Newer' },
    ],
  }
  const told = async (mode: string) => {
    const { previews } = await testRun(await write(mode), {}, given)
    return previews['write']!
  }
  assert.deepEqual((await told('insert')).counts, { refused: 2, added: 1 })
  const { counts, records: said } = await told('update')
  assert.deepEqual(counts, { unchanged: 1, refused: 2 })
  assert.equal(say(said.refused![0]!.reason as Message, 'en'), 'There is no record with this key.')
  // Replacing sets what is not spoken of to nothing.
  const replaced = await told('replace')
  assert.deepEqual(replaced.counts, { changed: 2, added: 1 })
  assert.deepEqual(replaced.records.changed![0]!.fields, ['price'])
})

test('what cannot be compared is held back and counted with what it would have said; its records go on', async () => {
  const workflow = await aWorkflow(
    'Calls',
    {
      go: ['manual'],
      each: ['split_list', { list: 'orders', keep: 'none' }],
      post: ['http_request', { method: 'POST', url: 'http://127.0.0.1:1/{{ number }}', body: 'Order {{ number }}' }],
      mail: ['send_mail', { to: '{{ email }}', subject: 'Order {{ number }}', text: 'Hello {{ email }}' }],
      once: ['notify', { title: 'There are orders', times: 'once' }],
      state: ['set_state', { name: 'last', value: '{{ number }}' }],
      wait: ['delay', { for: '2d' }],
      file: ['build_file', { path: 'out.csv', format: 'csv' }],
      end: ['finish', { status: 'stopped' }],
    },
    'go.out>each.in each.out>post.in post.out>mail.in mail.out>once.in once.out>state.in state.out>wait.in wait.out>file.in file.out>end.in',
  )
  const { status, previews, outcome } = await testRun(
    workflow,
    {},
    {
      orders: [
        { number: 'N-1', email: 'kim@weser.example' },
        { number: 'N-2', email: 'jo@weser.example' },
      ],
    },
  )
  assert.deepEqual([outcome, status], ['stopped', 'stopped'])
  assert.deepEqual(
    Object.entries(previews).map(([step, { how, counts }]) => [step, how, counts.held_back]),
    [
      ['post', 'held_back', 2],
      ['mail', 'held_back', 2],
      ['once', 'held_back', 1],
      ['state', 'held_back', 1],
      ['wait', 'held_back', 2],
      ['file', 'held_back', 2],
    ],
  )
  const first = (step: string) => previews[step]!.records.held_back![0]!.record
  assert.deepEqual(first('post'), { method: 'POST', url: 'http://127.0.0.1:1/N-1', body: 'Order N-1' })
  assert.deepEqual(first('mail'), {
    to: ['k•••••@•••.example'],
    subject: 'Order N-1',
    text: 'Hello k•••••@•••.example',
  })
  assert.deepEqual(first('state'), { last: 'N-2' })
  assert.deepEqual(await files.list('*.csv').then((all) => all.map(({ path }) => path)), ['items.csv'])
  const { rows } = await pool.query('select from states where project_id = $1', [project_id])
  const { rows: notices } = await pool.query('select from notifications')
  assert.deepEqual([rows.length, notices.length], [0, 0])
})

test('of each source the first records are read, and only the steps that lead to where it is to end', async () => {
  const lines = Array.from({ length: 2_500 }, (_, n) => `S-${n}`)
  await put('many.csv', `sku\n${lines.join('\n')}\n`)
  const workflow = await aWorkflow(
    'Many',
    {
      go: ['manual'],
      read: ['read_file', { path: 'many.csv', format: 'csv' }],
      log: ['write_journal', { text: '{{ sku }}' }],
      write: ['write_records', { structure_id: items.id }],
    },
    'go.out>read.in read.out>log.in log.out>write.in',
  )
  const some = await testRun(workflow, { until: 'log' })
  assert.deepEqual(some.steps, { go: { out: 1 }, read: { out: 100 }, log: { out: 100 } })
  assert.deepEqual(some.previews, {})
  const all = await testRun(workflow, { records: null })
  assert.deepEqual(all.previews['write']!.counts, { added: 2_500 })
  assert.equal(all.previews['write']!.records.added!.length, 200)
})

test('nothing follows the end of a test run: no run, no mail, no usage', async () => {
  const ends = await aWorkflow(
    'Ends',
    { go: ['manual'], raise: ['raise_error', { message: 'No.' }] },
    'go.out>raise.in',
  )
  await inScope(ground.db, scope, async (trx) => {
    await trx.updateTable('workflows').set({ email_recipient: 'ops@weser.example' }).where('id', '=', ends).execute()
    const next = await trx
      .insertInto('workflows')
      .values({ label: 'Next', class_name: 'Next', source: 'weft: 1' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('workflow_followers')
      .values({
        workflow_id: next.id,
        step: 'after',
        element: 'predecessor',
        statuses: ['error'],
        watched: [],
        delay: 0,
      } as never)
      .execute()
  })
  const left = async () =>
    (
      await pool.query<{ n: number }>(
        'select (select count(*) from due_starts) + (select count(*) from mail_notices) + (select count(*) from usage_ends where tenant_id = $1) as n',
        [tenant_id],
      )
    ).rows[0]!.n
  const before = Number(await left())
  assert.equal((await testRun(ends)).status, 'error')
  assert.equal(Number(await left()), before)
  assert.equal((await run(ends)).status, 'error')
  assert.equal(Number(await left()), before + 3)
})

test('one step is tried alone, with a sample and without what stands around it', async () => {
  const workflow = await aWorkflow(
    'Alone',
    {
      go: ['manual'],
      read: ['read_file', { path: 'missing.csv', format: 'csv' }],
      sort: ['sort', { by: [{ field: 'n' }] }],
      write: ['write_records', { structure_id: items.id }],
    },
    'go.out>read.in read.out>sort.in sort.out>write.in',
  )
  const sorted = await testRun(workflow, { only: 'sort' }, [{ n: 3 }, { n: 1 }, { n: 2 }])
  assert.deepEqual(sorted.left['sort']!.exits, { out: [{ n: 1 }, { n: 2 }, { n: 3 }] })
  assert.deepEqual(Object.keys(sorted.left), ['__sample', 'sort'])
  const written = await testRun(workflow, { only: 'write' }, [{ sku: 'A-1', name: 'Anchor of iron' }])
  assert.deepEqual(written.previews['write']!.counts, { changed: 1 })
  assert.equal(
    (await testRun(workflow, { only: 'read' }, [{}])).error,
    'Cannot read files from the path missing.csv: the storage has none there.',
  )
})

test('a pinned step hands out its records, and what only leads to it does not run', async () => {
  const workflow = await aWorkflow(
    'Pinned',
    {
      go: ['manual'],
      read: ['read_file', { path: 'missing.csv', format: 'csv' }],
      sort: ['sort', { by: [{ field: 'n' }] }],
      log: ['write_journal', { text: '{{ n }}' }],
    },
    'go.out>read.in read.out>sort.in sort.out>log.in',
  )
  const job_id = randomUUID()
  const pinned = await keepPinned(engine.jobFiles, job_id, [
    { step: 'read', exit: 'out', records: [{ n: 2 }, { n: 1 }] },
  ])
  const { status, steps, left } = await testRun(workflow, { pinned })
  assert.equal(status, 'stopped')
  assert.deepEqual(steps, { read: { out: 2 }, sort: { out: 2 }, log: { out: 2 } })
  assert.deepEqual(left['sort']!.exits['out'], [{ n: 1 }, { n: 2 }])
})

test('pins are of one user, one for each step, and gone when they are let go', async () => {
  const pins = openPins(databases)
  const whose = { tenant_id, project_id, workflow_id: randomUUID(), user_id: randomUUID() }
  await pins.set(whose, { step: 'read', exit: 'out', records: [{ b: 1, a: '9007199254740993.10' }] })
  await pins.set(whose, { step: 'read', exit: 'rejected', records: [{ b: 2, a: 3 }] })
  const [pin, ...more] = await pins.list(whose)
  assert.deepEqual([pin, more], [{ step: 'read', exit: 'rejected', records: [{ b: 2, a: 3 }] }, []])
  assert.deepEqual(Object.keys(pin!.records[0]!), ['b', 'a'])
  assert.deepEqual(await pins.list({ ...whose, user_id: randomUUID() }), [])
  await pins.remove(whose, 'read')
  assert.deepEqual(await pins.list(whose), [])
})
