import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { migrationsFolder } from '@weft/kit/database/migrate.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aTenant } from '../testing/tenant.ts'

// The jobs of an installation whose queue was a library's, brought up to the present one.
const database = await testDatabase()
const { tenant_id, project_id } = await aTenant(database)

test('what was open lies in the queue in its order, what waited waits on, and what was over is left alone', async (t) => {
  const owner = new pg.Client({ connectionString: database.owner_url })
  await owner.connect()
  t.after(() => owner.end())
  await owner.query(
    'alter table jobs drop column position, drop column queued_at, drop column slot_id, drop column turn; drop sequence jobs_position; create schema pgboss; create table pgboss.job (id uuid)',
  )
  const { rows } = await owner.query<{ workflow_id: string; queue_id: string }>(
    `with q as (insert into queues (tenant_id, name, max_memory, timeout) values ($1, 'all', 64, 60) returning id),
       w as (insert into workflows (tenant_id, project_id, label, class_name, source) values ($1, $2, 'W', 'W', 'weft: 1') returning id)
     select w.id as workflow_id, q.id as queue_id from w, q`,
    [tenant_id, project_id],
  )
  const { workflow_id, queue_id } = rows[0]!
  const jobs = [
    ['queued late', 'pending', 5, null, null],
    ['queued early', 'pending', 9, null, null],
    ['claimed', 'started', 8, null, null],
    ['running', 'working', 7, null, null],
    ['tried again later', 'pending', 6, 60, null],
    ['waits for a child', 'waiting', 4, null, null],
    ['woken', 'waiting', 3, null, 1],
    ['over', 'stopped', 2, null, null],
  ] as const
  for (const [name, status, age, wake_in, woken_ago] of jobs)
    await owner.query(
      `insert into jobs (tenant_id, project_id, workflow_id, queue_id, source, version, started_by, content_identifier, status, created_at, wake_at, woken_at)
       values ($1, $2, $3, $4, 'weft: 1', 1, 'hand', $5, $6, now() - make_interval(mins => $7), now() + make_interval(mins => $8), now() - make_interval(mins => $9))`,
      [tenant_id, project_id, workflow_id, queue_id, name, status, age, wake_in, woken_ago],
    )
  await owner.query(readFileSync(path.join(migrationsFolder, '0370-queue.sql'), 'utf8'))
  const after = await owner.query<{ name: string; status: string; turn: string; queued: boolean }>(
    `select content_identifier as name, status, turn, queued_at is not null as queued from jobs where workflow_id = $1 order by position, name`,
    [workflow_id],
  )
  assert.deepEqual(
    after.rows.map(({ name, status, turn, queued }) => [name, status, turn, queued]),
    [
      ['queued early', 'pending', 'wanted', true],
      ['claimed', 'pending', 'wanted', true],
      ['running', 'pending', 'wanted', true],
      ['tried again later', 'pending', 'held', false],
      ['queued late', 'pending', 'wanted', true],
      ['waits for a child', 'waiting', 'held', false],
      ['woken', 'waiting', 'held', true],
      ['over', 'stopped', 'wanted', false],
    ],
  )
  const { rows: left } = await owner.query(`select from information_schema.schemata where schema_name = 'pgboss'`)
  assert.equal(left.length, 0)
})
