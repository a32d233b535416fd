import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { aField } from '@weft/engine/testing/structure.ts'
import { aServer } from '../../testing.ts'
import { aServerWithJobs } from '../../testing-jobs.ts'

const { app, headers, context, tenant, api, aStructure, aWorkflow, run, ended } = await aServerWithJobs(await aServer())

test('a file of more rows than a look at one shows comes back whole', async () => {
  const orders = await aStructure('LongOrder', [
    aField('order_no', 'text', { primary_key: true, nullable: false }),
    aField('country', 'text', { length: 2 }),
  ])
  const lines = Array.from({ length: 6_000 }, (_, i) => `Z${i},Deutschland\n`)
  await context
    .files(tenant.tenant_id)
    .write('long.csv', Readable.from([Buffer.from(`order_no,country\n${lines.join('')}`)]))
  await run(
    await aWorkflow(`steps:
  - { id: go, element: manual }
  - { id: read, element: read_file, settings: { path: long.csv, format: csv } }
  - { id: keep, element: write_records, settings: { structure_id: ${orders.id} } }
edges: [{ from: go.out, to: read.in }, { from: read.out, to: keep.in }]`),
  )
  const cause = async () => (await api('GET', '/rejection_causes')).data[0]
  const { id } = await cause()
  const text = (await app.inject({ method: 'GET', url: `/api/app/rejection_causes/${id}/export`, headers })).payload
  const form = new FormData()
  form.append('file', new Blob([text.replaceAll('Deutschland', 'DE')]), 'long.csv')
  const sent = new Response(form)
  const brought = await app.inject({
    method: 'POST',
    url: `/api/app/rejection_causes/${id}/import`,
    headers: { ...headers, 'content-type': sent.headers.get('content-type')! },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  const { data } = brought.json() as { data: { jobs: string[]; records: number; unchanged: number; unknown: number } }
  assert.deepEqual([brought.statusCode, data.records, data.unchanged, data.unknown], [202, 6_000, 0, 0])
  for (const job of data.jobs) await ended(job)
  assert.deepEqual([(await cause()).state, (await cause()).mended], ['mended', 6_000])
})
