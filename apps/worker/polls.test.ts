import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodies } from '@weft/catalogue/elements/all.server.ts'
import { elements } from '@weft/catalogue/elements/all.ts'
import { forgetIdlePolls } from '@weft/engine/maintenance/idle-polls.server.ts'
import { enqueueDue } from '@weft/engine/scheduler/scheduler.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import type { Element } from '@weft/kit/define/element.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import pg from 'pg'
import { anEngine } from './testing/engine.ts'

const shop = await testDatabase()
const { hostname: host, port, username: user, password, pathname } = new URL(shop.owner_url)
const owner = new pg.Client({ connectionString: shop.owner_url })
await owner.connect()
const engine = await anEngine({ allowed: [{ host, port: Number(port) }] })
const { aWorkflow, run, put, files, pool, enqueuer, scope, control } = engine

test('every trigger that looks for something new says how it reads it', () => {
  const polls = (elements as readonly Element[]).filter(({ starts }) => starts === 'poll')
  assert.deepEqual(
    polls.map(({ key }) => key),
    ['change_captured', 'file_arrived', 'mail_received', 'message_received', 'record_changed'],
  )
  for (const { key, body } of polls) assert.ok(body ?? (bodies as Record<string, unknown>)[key], key)
})

test('files are given once, again when they change or their run has failed, and put away after a good one', async () => {
  const workflow = await aWorkflow(
    'Arrivals',
    {
      arrived: ['file_arrived', { path: 'in/*.csv', stable: 0, afterwards: 'move', to: 'done' }],
      read: ['read_file', { path: '{{ path }}', format: 'csv', path_field: 'file' }],
      check: ['condition', { rules: [{ field: 'n', operator: 'equals', value: 'bad' }] }],
      fail: ['raise_error', { message: 'no' }],
    },
    'arrived.out>read.in read.out>check.in check.true>fail.in',
  )
  const look = async () => {
    const { status, steps } = await run(workflow)
    return [status, steps['arrived'], steps['read']]
  }
  const names = async (pattern: string) => (await files.list(pattern)).map(({ path }) => path)
  assert.deepEqual(await look(), ['info', {}, {}])
  await put('in/a.csv', 'n\n1\n2\n')
  await put('in/b.csv', 'n\n3\n')
  await put('in/c.txt', 'n\n3\n')
  assert.deepEqual(await look(), ['stopped', { out: 2 }, { out: 3 }])
  assert.deepEqual(await names('in/*'), ['in/a.csv', 'in/b.csv', 'in/c.txt'])
  await put('in/b.csv', 'n\n4\n5\n')
  assert.deepEqual(await look(), ['stopped', { out: 1 }, { out: 2 }], 'a was put away, b has changed')
  assert.deepEqual([await names('in/*'), await names('done/*')], [['in/c.txt', 'in/b.csv'], ['done/a.csv']])
  await put('in/bad.csv', 'n\nbad\n')
  assert.equal((await look())[0], 'error')
  assert.equal((await look())[0], 'error', 'what a failed run got is given again')
  await put('in/bad.csv', 'n\ngood\n')
  assert.deepEqual(await look(), ['stopped', { out: 1 }, { out: 1 }])
  assert.deepEqual(await look(), ['info', {}, {}])
  assert.deepEqual(await names('done/*'), ['done/a.csv', 'done/b.csv', 'done/bad.csv'])
})

test('changed records are given once, though what lies a little back is looked at again', async () => {
  await owner.query(`
    create table items (id int primary key, n int not null, changed_at timestamptz not null);
    insert into items select n, n, timestamptz '2026-11-01 12:00Z' + n * interval '1 second' from generate_series(1, 5) n;
    create table held as select * from items where false`)
  await engine.aConnection('shop', 'postgres', {
    host,
    port: Number(port),
    user,
    password,
    database: pathname.slice(1),
    encryption: 'none',
  })
  const steps = (first: string) => ({
    changed: ['record_changed', { connection: 'shop', table: 'items', cursor_field: 'changed_at', first }] as [
      string,
      object,
    ],
    log: ['write_journal', { text: '{{ id }}={{ n }}' }] as [string, object],
  })
  const [all, fresh] = [
    await aWorkflow('All', steps('all'), 'changed.out>log.in'),
    await aWorkflow('New', steps('new'), 'changed.out>log.in'),
  ]
  const given = async (workflow: string) => (await run(workflow)).logs.map((line) => line.replace('log info: ', ''))
  assert.deepEqual(await given(all), ['1=1', '2=2', '3=3', '4=4', '5=5'])
  assert.deepEqual(await given(fresh), [])
  for (const workflow of [all, fresh]) assert.deepEqual(await given(workflow), [])
  // A transaction that was under way while the last look read is committed with an earlier point in time.
  await owner.query(`insert into items values (6, 6, '2026-11-01 12:00:02Z')`)
  for (const workflow of [all, fresh]) assert.deepEqual(await given(workflow), ['6=6'])
  await owner.query(`update items set n = 20, changed_at = '2026-11-01 12:10Z' where id = 2`)
  for (const workflow of [all, fresh]) assert.deepEqual(await given(workflow), ['2=20'])
  for (const workflow of [all, fresh]) assert.deepEqual(await given(workflow), [])
  await owner.end()
})

test('the clock starts a look, none while an earlier one is under way, and what found nothing is forgotten', async () => {
  const workflow_id = await aWorkflow(
    'Clock',
    { arrived: ['file_arrived', { path: 'nothing/*', stable: 0 }], log: ['write_journal', { text: 'x' }] },
    'arrived.out>log.in',
  )
  await inScope(control.db, scope, async (trx) => {
    await trx.updateTable('workflows').set({ active: true }).where('id', '=', workflow_id).execute()
    await trx
      .insertInto('schedules')
      .values({
        workflow_id,
        step: 'arrived',
        cron: '* * * * *',
        zone: 'UTC',
        polls: true,
        next_at: '2026-05-01T10:00:00Z',
      })
      .execute()
  })
  const at = (time: string) => enqueueDue(pool, enqueuer, new Date(`2026-05-01T${time}Z`))
  const [id, ...more] = await at('10:00:01')
  assert.deepEqual([more, await at('10:01:01')], [[], []])
  assert.equal((await engine.attempt(id!)).status, 'info')
  assert.equal((await at('10:02:01')).length, 1)
  const left = async () =>
    (await pool.query<{ id: string }>('select id from jobs where workflow_id = $1 order by created_at', [workflow_id]))
      .rows.length
  assert.deepEqual([await forgetIdlePolls(pool, new Date()), await left()], [0, 2])
  assert.deepEqual([await forgetIdlePolls(pool, new Date(Date.now() + 3_700_000)), await left()], [1, 1])
})
