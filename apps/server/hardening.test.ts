import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { literal } from '@weft/engine/records/postgres/names.ts'
import { quoteIdentifier } from '@weft/engine/records/sql/quoted.ts'
import { aServer, signedIn } from './testing.ts'

const server = await aServer()
const { app } = server
const tenant = await aTenant({ ...server.test, key: server.context.key })
const headers = {
  ...(await signedIn(server, { email: 'dev@hard.test', role: 'tenant_admin', tenant_id: tenant.tenant_id })),
  'x-project-id': tenant.project_id,
}
const owner = new pg.Client({ connectionString: server.test.owner_url })
await owner.connect()
after(() => owner.end())
const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
  const answer = await app.inject({ method, url: `/api/app/${url}`, headers, ...(payload && { payload }) })
  return {
    status: answer.statusCode,
    text: answer.body,
    body: answer.headers['content-type']?.includes('json') ? (answer.json() as any) : undefined,
  }
}
const draft = (table_name: string, name = 'name') => ({
  class_name: 'Customer',
  table_name,
  label: 'Customer',
  fields: [aField('id', 'integer', { primary_key: true, nullable: false }), aField(name, 'text', { length: 200 })],
})
const structure = (await call('POST', 'data_structures', draft('customer'))).body.data

test('any name is one identifier and any text one literal, whatever stands in it', async () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((text) => !text.includes('\0') && Buffer.byteLength(text) <= 63)
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(name, fc.constantFrom('a"b', '"; drop table users; --', "a'b", 'select', 'a\\b', '$1')),
      fc.oneof(name, fc.constantFrom("'; drop table users; --", "\\'", "''", "E'\\", '$$')),
      async (column, text) => {
        const { rows, fields } = await owner.query(`select ${literal(text)} as ${quoteIdentifier(column)}`)
        assert.deepEqual([fields.length, fields[0]!.name, rows[0][column]], [1, column, text])
      },
    ),
    { numRuns: 300 },
  )
})

test('names of tables and fields are plain words before they ever become SQL', async () => {
  for (const evil of [
    'customer"; drop table x; --',
    'a b',
    'Größe',
    'select',
    '',
    'x'.repeat(64),
    '1a',
    'a-b',
    "a'b",
  ]) {
    assert.equal(
      (await call('POST', 'data_structures', { ...draft(evil), class_name: 'Evil' })).status,
      422,
      `table ${evil}`,
    )
    assert.equal(
      (await call('POST', 'data_structures', { ...draft('evil', evil), class_name: 'Evil' })).status,
      422,
      `field ${evil}`,
    )
  }
})

test('a query of a user can only read, one statement at a time, in their own database', async () => {
  for (const sql of [
    'delete from customer',
    'select 1; delete from customer',
    "select pg_read_file('/etc/passwd')",
    "copy customer to program 'id'",
    "select set_config('role', 'postgres', false); select 1",
    'with gone as (delete from customer returning *) select * from gone',
    'select * from pg_authid',
    'create table x (a int)',
    'commit; drop table customer',
  ])
    assert.equal((await call('POST', `data_structures/${structure.id}/queries/run`, { sql })).status, 422, sql)
  assert.equal(
    (await call('POST', `data_structures/${structure.id}/queries/run`, { sql: 'select count(*) from customer' }))
      .status,
    200,
  )
})

test('what a spreadsheet would run as a formula is exported with an apostrophe in front', async () => {
  const evil = ['=1+1', "+cmd|' /C calc'!A0", '-2+3', '@SUM(A1)', '\t=1', 'plain']
  for (const [at, name] of evil.entries()) {
    const made = await call('POST', `data_structures/${structure.id}/records`, { id: at + 1, name })
    assert.ok(made.status < 300, made.text)
  }
  const { text } = await call('GET', `data_structures/${structure.id}/records/export?format=csv`)
  for (const name of evil.slice(0, 5)) assert.ok(text.includes(`'${name}`), `${name} in ${text}`)
  assert.ok(text.includes('plain') && !text.includes("'plain"))
})

test('a workflow text that grows without end when read is refused at once', async () => {
  const bomb = [
    'weft: 1',
    'label: A',
    'steps: []',
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefghij'.split('').map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[i]}`).join(',')}]`),
  ].join('\n')
  assert.equal((await call('POST', 'workflows', { label: 'Bomb', class_name: 'Bomb', source: bomb })).status, 422)
})

test('a pattern that would keep a backtracking machine busy for years is answered at once, also in a rule the server is asked about', async () => {
  const { body } = await call('POST', 'validators/check', {
    rule: 'regular_expression',
    value: `${'a'.repeat(50_000)}!`,
    options: { pattern: '^(a+)+$' },
  })
  assert.equal(body.data.verdict, 'Invalid')
})

test('JSON that would reach into every object, or is nested without end, changes nothing', async () => {
  const polluted = await app.inject({
    method: 'POST',
    url: '/api/app/validators/check',
    headers: { ...headers, 'content-type': 'application/json' },
    payload: '{"__proto__":{"polluted":true},"rule":"json","value":"1"}',
  })
  assert.equal(polluted.statusCode, 400)
  const deep = await app.inject({
    method: 'POST',
    url: '/api/app/validators/check',
    headers: { ...headers, 'content-type': 'application/json' },
    payload: `{"rule":"json","value":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  })
  assert.deepEqual([deep.statusCode, deep.json().code], [422, 'TOO_DEEP'])
  assert.equal(({} as { polluted?: boolean }).polluted, undefined)
})
