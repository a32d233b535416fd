import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { aField } from '@weft/engine/testing/structure.ts'
import { aServer } from '../../testing.ts'
import { aServerWithJobs } from '../../testing-jobs.ts'

const { app, headers, api, aStructure, ended } = await aServerWithJobs(await aServer())
const fields = [
  aField('key', 'text', { primary_key: true, nullable: false, length: 20 }),
  aField('note', 'text', { length: 100 }),
  aField('amount', 'decimal', { precision: 18, scale: 4 }),
  aField('day', 'date'),
  aField('moment', 'date_time'),
  aField('count', 'integer'),
  aField('open', 'boolean'),
]
const { id } = await aStructure('Exported', fields)
const exported = async (query: string) =>
  (await app.inject({ url: `/api/app/data_structures/${id}/records/export?sort=key&${query}`, headers })).rawPayload

test('a German file has semicolons, a comma before decimals, German dates and a mark for UTF-8; an English one commas', async () => {
  for (const record of [
    {
      key: 'A',
      note: 'Größe; 1.5',
      amount: '-1204.9',
      day: '2026-11-21',
      moment: '2026-11-21T14:30:00Z',
      count: 7,
      open: true,
    },
    { key: 'B', note: '=1+1' },
  ])
    assert.equal((await api('POST', `/data_structures/${id}/records`, record)).status, 201)
  assert.equal(
    (await exported('language=de')).toString(),
    '\ufeffkey;note;amount;day;moment;count;open\r\nA;"Größe; 1.5";-1204,9000;21.11.2026;21.11.2026 14:30:00;7;true\r\nB;\'=1+1;;;;;\r\n',
  )
  assert.equal(
    (await exported('language=en')).toString(),
    "\ufeffkey,note,amount,day,moment,count,open\r\nA,Größe; 1.5,-1204.9000,2026-11-21,2026-11-21T14:30:00.000Z,7,true\r\nB,'=1+1,,,,,\r\n",
  )
  assert.equal((await exported('')).toString().startsWith('key,note'), true)
  assert.equal(
    (await app.inject({ url: `/api/app/data_structures/${id}/records/export?language=fr`, headers })).statusCode,
    422,
  )
})

test('what is exported in any form and imported again is what it was', async () => {
  const twin = await aStructure('ExportedTwin', fields)
  const record = fc.record({
    note: fc.option(fc.stringMatching(/^[a-zäöü;,"|][a-zäöüß ;,"'|.\n]{0,30}[a-zäöü]$/), { nil: null }),
    amount: fc.option(
      fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((n) => (n / 100).toFixed(2)),
      { nil: null },
    ),
    day: fc.option(
      fc
        .date({ min: new Date('1950-01-01'), max: new Date('2049-12-31'), noInvalidDate: true })
        .map((day) => day.toISOString().slice(0, 10)),
      { nil: null },
    ),
    count: fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), { nil: null }),
    open: fc.option(fc.boolean(), { nil: null }),
  })
  const rows = async (of: string): Promise<unknown[]> =>
    (await api('GET', `/data_structures/${of}/records?perPage=500&sort=key`)).data.map((row: any) =>
      fields.map(({ name }) => row[name]),
    )
  const all = fc.sample(record, { numRuns: 60, seed: 20261126 })
  for (const [i, one] of all.entries())
    assert.equal((await api('POST', `/data_structures/${id}/records`, { key: `R${i}`, ...one })).status, 201)
  for (const query of [
    'format=csv&language=de',
    'format=csv&language=en',
    'format=csv',
    'format=json',
    'format=xlsx',
  ]) {
    const form = new FormData()
    const ending = /format=(\w+)/.exec(query)![1]
    form.append(
      'file',
      new Blob([
        new Uint8Array(
          await exported(
            `${query}&conditions=${encodeURIComponent('[{"field":"key","operator":"starts_with","value":"R"}]')}`,
          ),
        ),
      ]),
      `all.${ending}`,
    )
    const sent = new Response(form)
    const looked = (
      await app.inject({
        method: 'POST',
        url: `/api/app/data_structures/${twin.id}/imports/look`,
        headers: { ...headers, 'content-type': sent.headers.get('content-type')! },
        payload: Buffer.from(await sent.arrayBuffer()),
      })
    ).json().data
    const { file, type, options, columns, mode, key } = looked
    const order = {
      ...{ file: file.path, type, options, mode, key },
      columns: columns.map(({ found, field }: any) => ({ found, field })),
    }
    const job = await ended((await api('POST', `/data_structures/${twin.id}/imports`, order)).data.job_id)
    assert.deepEqual([query, job.status, job.records_rejected], [query, 'stopped', 0])
    const [was, is] = [await rows(id), await rows(twin.id)]
    assert.deepEqual(
      is,
      was.filter((row: any) => row[0].startsWith('R')),
      query,
    )
    await api('POST', `/data_structures/${twin.id}/records/delete`, {
      ids: (await api('GET', `/data_structures/${twin.id}/records?perPage=500`)).data.map((row: any) => row._id),
    })
  }
})
