import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { createApp } from '@weft/kit/http/app.server.ts'
import { routes } from './features/all.ts'
import { sampleBody } from './sample-body.ts'
import { aServer, signedIn } from './testing.ts'

const server = await aServer()
const tenant = await aTenant({ ...server.test, key: server.context.key })
const admin = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
const user = {
  ...(await signedIn(server, { email: 'dev@queries.test', role: 'tenant_admin', tenant_id: tenant.tenant_id })),
  'x-project-id': tenant.project_id,
}

/** Every route without the guard: what is asked is whether a query is looked at before anything is done. */
const app = await createApp({ version: '0', perMinute: async () => 10_000_000 })
await app.register(routes(server.context, 'app'), { prefix: '/api/app' })
await app.ready()
after(() => app.close())

type Parameter = { in: string; name: string; schema: { enum?: string[] } }
const reads = Object.entries(
  (app.swagger() as { paths: Record<string, Record<string, { parameters?: Parameter[] }>> }).paths,
).flatMap(([path, verbs]) => (verbs['get'] ? [{ path, parameters: verbs['get'].parameters ?? [] }] : []))
/** What is written in an own way in an address. */
const written: Record<string, string> = { record: '1', rev: 'a'.repeat(40), name: 'audit-logs-2026-01-31.zip' }
const addressOf = ({ path, parameters }: (typeof reads)[number]) =>
  path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) =>
      written[name] ??
      String(sampleBody(parameters.find((one) => one.in === 'path' && one.name === name)?.schema as never) ?? '1'),
  )
const ask = async (url: string, language: string, headers = {}) => {
  const answer = await app.inject({ url, headers: { ...headers, 'accept-language': language } })
  return {
    status: answer.statusCode,
    ...(answer.json() as { code: string; message: string; errors: Record<string, string[]> }),
  }
}
/** What a question needs beside the wrong key, so that nothing else is wrong with it. */
const needed: Record<string, string> = {
  '/api/app/search': 'searchTerm=or&',
  '/api/app/connections/{id}/table': 'name=a&',
  '/api/app/rejection_causes/{id}/values': 'field=a&',
  '/api/app/job_comparisons': 'ids=6b1f5a34-9a52-4d3e-8f5a-0c6f4f7a1f01&',
  '/api/app/data_structures/{id}/dangling': 'field=a&related_structure_id=00000000-0000-4000-8000-000000000001&',
  '/api/app/files/content': 'path=a&',
  '/api/app/files/preview': 'path=a&',
  '/api/app/data_lake/versions': 'path=a&',
  '/api/app/clients/{id}/storage/files/content': 'path=a&',
  '/api/app/clients/{id}/storage/files/preview': 'path=a&',
}
/** The data set itself says which keys are parameters. */
const elsewhere = new Set(['/api/app/data_sets/{id}/records', '/api/app/data_sets/{id}/export'])

test('a key nobody reads is refused by every route that answers something, by its name, in both languages', async () => {
  const wrong: string[] = []
  for (const read of reads.filter(({ path }) => !elsewhere.has(path)))
    for (const [language, message] of [
      ['en', 'The parameter “no_such_key”: There is no such parameter here.'],
      ['de', 'Der Parameter „no_such_key“: Einen solchen Parameter gibt es hier nicht.'],
    ] as const) {
      const answer = await ask(`${addressOf(read)}?${needed[read.path] ?? ''}no_such_key=1`, language)
      if (answer.status !== 422 || answer.code !== 'QUERY_INVALID' || answer.message !== message)
        wrong.push(`${read.path}: ${answer.status} ${answer.message} ${JSON.stringify(answer.errors)}`)
    }
  assert.ok(reads.length > 200, `${reads.length} routes`)
  assert.deepEqual(wrong, [])
})

test('a filter with a value there is not is refused wherever the values are known, and names the others', async () => {
  const asked = reads.flatMap((read) =>
    read.parameters.flatMap(({ in: where, name, schema }) =>
      where === 'query' && schema.enum ? [{ read, name, values: schema.enum }] : [],
    ),
  )
  const wrong: string[] = []
  for (const { read, name, values } of asked) {
    const answer = await ask(
      `${addressOf(read)}?${needed[read.path] ?? ''}${encodeURIComponent(name)}=no_such_value`,
      'en',
    )
    const told = values.filter((value) => value !== '').every((value) => answer.message.includes(value))
    if (answer.status !== 422 || !answer.errors[name] || !told)
      wrong.push(`${read.path}?${name}: ${answer.status} ${answer.message}`)
  }
  assert.ok(asked.length > 60, `${asked.length} parameters`)
  assert.deepEqual(wrong, [])
})

test('a list of jobs does not answer everything to a filter it does not know, nor do actions on many', async () => {
  const call = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const answer = await server.app.inject({
      method,
      url: `/api/app/${url}`,
      headers: url.startsWith('clients') ? admin : user,
      ...(payload && { payload }),
    })
    return {
      status: answer.statusCode,
      ...(answer.json() as { code: string; message: string; data: any; errors: Record<string, string[]> }),
    }
  }
  assert.equal(
    (await call('GET', 'jobs?status=error')).message,
    'The parameter “status”: There is no such parameter here.',
  )
  assert.equal(
    (await call('GET', 'jobs?filter[state]=error')).message,
    'The parameter “filter[state]”: There is no such parameter here.',
  )
  assert.equal(
    (await call('GET', 'jobs?filter[status]=error,broken')).message,
    'The parameter “filter[status]”: Please choose one of: pending, started, working, waiting, stopped, warning, error, aborted, info.',
  )
  assert.equal((await call('GET', 'jobs?sort=mood')).status, 422)
  assert.equal((await call('GET', 'jobs?filter[status]=error,warning&filter[rejected]=&sort=-created_at')).status, 200)
  for (const list of ['jobs', 'queued_jobs'])
    assert.equal(
      (await call('POST', 'bulk_actions', { action: 'cancel', list, filter: { stauts: 'pending' } })).status,
      422,
    )
  for (const url of ['jobs/bulk_cancel', 'record_errors/retry', 'record_errors/resolve', 'clients/bulk'])
    assert.equal(
      (
        await call('POST', url, {
          filter: { stauts: 'pending' },
          ...(url === 'clients/bulk' && { action: 'deactivate' }),
        })
      ).status,
      422,
      url,
    )
})

test('fields of records and parameters of data sets are known to those who made them, and no others', async () => {
  const call = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const answer = await server.app.inject({
      method,
      url: `/api/app/${url}`,
      headers: user,
      ...(payload && { payload }),
    })
    return { status: answer.statusCode, ...(answer.json() as { data: any; message: string }) }
  }
  const { data: structure } = await call('POST', 'data_structures', {
    class_name: 'Order',
    table_name: 'orders',
    label: 'Orders',
    fields: [aField('number', 'integer', { primary_key: true, nullable: false }), aField('country')],
  })
  const definition = {
    structures: [{ as: 'o', structure_id: structure.id }],
    fields: [{ name: 'country', label: 'Country', of: 'o', field: 'country' }],
    parameters: [{ name: 'land' }],
    filters: [{ of: 'o', field: 'country', operator: 'equals', parameter: 'land' }],
  }
  const { data: set } = await call('POST', 'data_sets', { name: 'By country', definition })
  for (const [url, status] of [
    [`data_structures/${structure.id}/records?filter[country]=DE&state=dirty`, 200],
    [`data_structures/${structure.id}/records?filter[counrty]=DE`, 422],
    [`data_structures/${structure.id}/records?country=DE`, 422],
    [`data_structures/${structure.id}/records/export?colour=red`, 422],
    [`data_sets/${set.id}/records?land=DE`, 200],
    [`data_sets/${set.id}/records?country=DE`, 422],
    [`data_sets/${set.id}/export?country=DE`, 422],
  ] as const)
    assert.equal((await call('GET', url)).status, status, url)
})
