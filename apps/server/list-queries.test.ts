import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { filtersOf, listQuery, metaOf, toLimitOffset } from '@weft/kit/http/list-query.ts'
import { aServer, signedIn } from './testing.ts'

const server = await aServer()
const { app } = server
const tenant = await aTenant({ ...server.test, key: server.context.key })
const user = {
  ...(await signedIn(server, { email: 'dev@lists.test', role: 'tenant_admin', tenant_id: tenant.tenant_id })),
  'x-project-id': tenant.project_id,
}
const admin = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
const call = async (method: 'POST', url: string, payload: object) => {
  const answer = await app.inject({ method, url: `/api/app/${url}`, headers: user, payload })
  assert.ok(answer.statusCode < 300, answer.body)
  return answer.json().data
}
for (const name of ['shop.address', "it's", '100 %', 'under_score', 'back\\slash'])
  await call('POST', 'notes', { title: name, note: name })
const structure = await call('POST', 'data_structures', {
  class_name: 'Customer',
  table_name: 'customer',
  label: 'Customer',
  fields: [
    aField('id', 'integer', { primary_key: true, nullable: false }),
    aField('name', 'text'),
    aField('born', 'date'),
    aField('price', 'decimal', { precision: 10, scale: 2 }),
  ],
})
for (let id = 1; id <= 3; id++)
  await call('POST', `data_structures/${structure.id}/records`, { values: { id, name: `Name ${id}` } }).catch(
    () => undefined,
  )

const documented = app.swagger() as {
  paths: Record<string, Record<string, { parameters?: { in: string; name: string }[] }>>
}
const reads = Object.entries(documented.paths)
  .filter(([, verbs]) => verbs['get'])
  .map(([path, verbs]) => ({
    path,
    names: (verbs['get']!.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name),
  }))
const lists = reads.filter(
  ({ path, names }) => !path.includes('{') && (names.includes('page') || names.includes('perPage')),
)

const nasty = fc.constantFrom(
  '',
  ' ',
  '0',
  '-1',
  '1',
  '2',
  '100',
  '101',
  '1e3',
  '1.5',
  'NaN',
  'null',
  'true',
  "'",
  "';--",
  '%',
  '_',
  '\\',
  '%00',
  '\u0000',
  '😀',
  '\ud800',
  'name',
  '-name',
  '--name',
  'id',
  '-created_at',
  'created_at; drop table notes',
  '"',
  '[]',
  '{}',
  '9'.repeat(30),
  'x'.repeat(2_000),
  '2026-02-30',
  '00000000-0000-4000-8000-000000000000',
)
const value = fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 20 }))
const columns = [
  'id',
  'name',
  'title',
  'label',
  'status',
  'created_at',
  'tenant_id',
  'password_hash',
  '__proto__',
  'constructor',
  'state',
  'level',
  'workflow_id',
  'price',
  'born',
]
const name = fc.oneof(
  fc.constantFrom(
    'page',
    'perPage',
    'sort',
    'searchTerm',
    'title',
    'noPagination',
    'partner_id',
    'project_id',
    'state',
    'filters',
    'path',
    'from',
    'to',
    'window',
    'cursor',
  ),
  fc.constantFrom(...columns).map((column) => `filter[${column}]`),
  fc.string({ maxLength: 10 }),
)
const query = fc
  .array(fc.tuple(name, value), { maxLength: 5 })
  .map((pairs) =>
    pairs
      .map(([key, one]) => `${encodeURIComponent(key.toWellFormed())}=${encodeURIComponent(one.toWellFormed())}`)
      .join('&'),
  )

test('the reference knows the lists', () => assert.ok(lists.length > 20, lists.map(({ path }) => path).join(' ')))

test('no list answers a query with a failure of its own, whatever it is asked', { timeout: 600_000 }, async () => {
  const wrong = new Set<string>()
  for (const { path } of lists)
    for (const headers of path.startsWith('/api/admin') ? [admin] : [user])
      await fc.assert(
        fc.asyncProperty(query, async (text) => {
          const answer = await app.inject({ url: `${path}?${text}`, headers })
          if (answer.statusCode >= 500) wrong.add(`${path}?${text}: ${answer.body.slice(0, 200)}`)
          if (answer.statusCode === 422) assert.equal(answer.json().code === 'BROKEN', false)
        }),
        { numRuns: 40 },
      )
  assert.deepEqual([...wrong].slice(0, 20), [])
})

test('nor does the list of records of a data structure', async () => {
  await fc.assert(
    fc.asyncProperty(query, async (text) => {
      const answer = await app.inject({
        url: `/api/app/data_structures/${structure.id}/records?${text}`,
        headers: user,
      })
      assert.ok(answer.statusCode < 500, `${text}: ${answer.body.slice(0, 300)}`)
    }),
    { numRuns: 300 },
  )
})

test('every page of a list query lies in it, and the pages together are the whole', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 100 }),
      fc.nat(5_000),
      (page, perPage, total) => {
        const asked = listQuery.parse({ page: String(page), perPage: String(perPage) })
        const { limit, offset } = toLimitOffset(asked)
        const { lastPage } = metaOf(asked, total)
        assert.deepEqual([limit, offset], [perPage, (page - 1) * perPage])
        assert.ok(lastPage * perPage >= total && (lastPage - 1) * perPage < Math.max(1, total))
      },
    ),
  )
})

test('a query is read or refused, never half; filters are those in brackets and nothing else', () => {
  fc.assert(
    fc.property(fc.dictionary(name, value), (given) => {
      const read = listQuery.safeParse(given)
      if (!read.success) return
      const { page, perPage } = read.data
      assert.ok(Number.isSafeInteger(page) && page >= 1 && perPage >= 1 && perPage <= 100)
      for (const column of Object.keys(filtersOf(read.data)))
        assert.ok(Object.keys(given).includes(`filter[${column}]`))
    }),
    { numRuns: 1_000 },
  )
})
