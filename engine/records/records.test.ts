import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { WriteMode } from '@weft/kit/define/step-context.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aField, aStructure } from '../testing/structure.ts'
import { onBothDatabases } from '../testing/both-databases.ts'
import { openRecords } from './records.server.ts'
import type { Structure } from './structure.ts'

const control = await testDatabase()

for (const { tenant, store, run, cut, it } of await onBothDatabases(control)) {
  const ground = { db: control.db, databases: tenant.databases }
  const records = openRecords(ground, tenant.scope)
  const rowsOf = async (structure: Structure, columns?: string) => {
    const rows = (await Array.fromAsync(store.selected(structure, { sort: '_id' }))).flat()
    return columns === undefined
      ? rows
      : rows.map((row): DataRecord => Object.fromEntries(columns.split(', ').map((name) => [name, row[name]])))
  }

  let made = 0
  const orders = (more: Parameters<typeof aStructure>[4] = {}, extra: Parameters<typeof aStructure>[3] = []) =>
    aStructure(
      ground,
      tenant.scope,
      `Orders${++made}`,
      [
        aField('number', 'integer', { primary_key: true, nullable: false }),
        aField('customer', 'text', { length: 10 }),
        aField('total', 'decimal', { precision: 10, scale: 2 }),
        aField('ordered_on', 'date'),
        ...extra,
      ],
      more,
    )

  const open = (
    structure: Structure,
    mode: WriteMode,
    more: { job_id?: string; attempt?: number; key?: string[]; step?: string } = {},
  ) => records.open({ structure_id: structure.id, mode, job_id: randomUUID(), step: 'write', attempt: 1, ...more })

  it('an upsert inserts what is new, changes what differs and leaves the rest alone', async () => {
    const structure = await orders()
    const first = await open(structure, 'upsert')
    await first.write(
      [
        { number: 1, customer: 'ALFKI', total: '10.50', ordered_on: '2026-01-01' },
        { number: 2, customer: 'BONAP', total: '20', ordered_on: null },
      ],
      0,
    )
    await records.mark({
      structure_id: structure.id,
      mark: 'clean',
      ids: (await rowsOf(structure)).map((row) => String(row['_id'])),
    })
    const second = await open(structure, 'upsert')
    const { written, rejected } = await second.write(
      [
        { number: 1, customer: 'ALFKI', total: '10.5', ordered_on: '2026-01-01' },
        { number: 2, customer: 'BONAP', total: '21', ordered_on: null },
        { number: 3, customer: 'CHOPS', total: 1, ordered_on: '1996-07-04 00:00:00.000' },
      ],
      0,
    )
    assert.equal(written.length, 3)
    assert.deepEqual(rejected, [])
    assert.deepEqual(await rowsOf(structure, 'number, customer, total, ordered_on, _dirty, _version'), [
      { number: 1, customer: 'ALFKI', total: '10.50', ordered_on: '2026-01-01', _dirty: false, _version: 1 },
      { number: 2, customer: 'BONAP', total: '21.00', ordered_on: null, _dirty: true, _version: 2 },
      { number: 3, customer: 'CHOPS', total: '1.00', ordered_on: '1996-07-04', _dirty: true, _version: 1 },
    ])
  })

  it('a value that does not fit rejects its record with field, value and reason in both languages, and stops no other', async () => {
    const structure = await orders()
    const writer = await open(structure, 'upsert')
    const { written, rejected } = await writer.write(
      [
        { number: 1, customer: 'far too long a name' },
        { number: 'x' },
        { number: 2, total: '123456789.00' },
        { number: 3, ordered_on: '2026-02-30' },
        { customer: 'NOKEY' },
        { number: 4, customer: 'ok' },
      ],
      7,
    )
    assert.deepEqual(written, [{ number: 4, customer: 'ok' }])
    assert.deepEqual(
      rejected.map(({ field, value, reason }) => [field, value, say(reason, 'en'), say(reason, 'de')]),
      [
        [
          'customer',
          'far too long a name',
          'At most 10 characters are allowed, here are 19.',
          'Höchstens 10 Zeichen sind erlaubt, hier sind es 19.',
        ],
        ['number', 'x', 'This is not a whole number.', 'Das ist keine ganze Zahl.'],
        [
          'total',
          '123456789.00',
          'The number is outside what this field can hold.',
          'Die Zahl liegt außerhalb dessen, was dieses Feld aufnehmen kann.',
        ],
        [
          'ordered_on',
          '2026-02-30',
          'This is not a date of the form 2026-12-31.',
          'Das ist kein Datum der Form 2026-12-31.',
        ],
        ['number', null, 'This field is required.', 'Dieses Feld ist ein Pflichtfeld.'],
      ],
    )
    assert.equal((await rowsOf(structure)).length, 1)
  })

  it('a repeated batch changes nothing and answers as it did', async () => {
    const structure = await orders()
    const job_id = randomUUID()
    const batch = [{ number: 1, customer: 'A', total: 1, ordered_on: null }, { number: 'bad' }]
    const first = await (await open(structure, 'insert', { job_id })).write(batch, 3)
    const again = await (await open(structure, 'insert', { job_id, attempt: 2 })).write(batch, 3)
    assert.deepEqual(again, JSON.parse(JSON.stringify(first)))
    assert.equal((await rowsOf(structure)).length, 1)
  })

  it('an older attempt can write no more once a newer one has begun', async () => {
    const structure = await orders()
    const job_id = randomUUID()
    const old = await open(structure, 'insert', { job_id, attempt: 1 })
    await open(structure, 'insert', { job_id, attempt: 2 })
    await assert.rejects(old.write([{ number: 1, customer: 'A', total: 1, ordered_on: null }], 0), {
      code: 'SUPERSEDED',
    })
    await assert.rejects(open(structure, 'insert', { job_id, attempt: 1 }), { code: 'SUPERSEDED' })
    assert.deepEqual(await rowsOf(structure), [])
  })

  it('an insert of a key that is taken rejects that record only', async () => {
    const structure = await orders()
    const row = (number: number) => ({ number, customer: 'A', total: 1, ordered_on: null })
    await (await open(structure, 'insert')).write([row(1), row(2)], 0)
    const { rejected } = await (await open(structure, 'insert')).write([row(2), row(3), row(4), row(4)], 0)
    assert.deepEqual(
      rejected.map(({ record, field, reason }) => [record['number'], field, say(reason, 'en')]),
      [
        [2, 'number', 'Another record already has this value.'],
        [4, 'number', 'Another record already has this value.'],
      ],
    )
    assert.deepEqual(
      (await rowsOf(structure, 'number')).map((r) => r['number']),
      [1, 2, 3, 4],
    )
  })

  it('a unique field stands against an upsert for the culprits alone, among many waiting batches', async () => {
    const structure = await orders({}, [aField('code', 'text', { unique: true })])
    const writer = await open(structure, 'upsert')
    const answers = await Promise.all(
      [0, 1, 2].map((b) =>
        writer.write(
          Array.from({ length: 100 }, (_, i) => ({
            number: b * 100 + i,
            customer: 'A',
            total: 1,
            ordered_on: null,
            code: b === 1 && i === 50 ? 'c7' : `c${b * 100 + i}`,
          })),
          b,
        ),
      ),
    )
    assert.deepEqual(
      answers.map(({ rejected }) => rejected.map(({ record, field }) => [record['number'], field])),
      [[], [[150, 'code']], []],
    )
    assert.equal((await rowsOf(structure)).length, 299)
  })

  it('a text the database itself refuses is found by halving', async () => {
    const structure = await orders({}, [aField('extra', 'json')])
    const writer = await open(structure, 'upsert')
    const { rejected, written } = await writer.write(
      Array.from({ length: 50 }, (_, i) => ({
        number: i,
        customer: 'A',
        total: 1,
        ordered_on: null,
        extra: { text: i === 33 ? 'a\u0000b' : 'fine' },
      })),
      0,
    )
    assert.equal(written.length, 49)
    assert.deepEqual(
      rejected.map(({ record }) => record['number']),
      [33],
    )
  })

  it('of the same key twice the later record wins, within a batch and across batches', async () => {
    const structure = await orders()
    const writer = await open(structure, 'upsert')
    const row = (number: number, customer: string) => ({ number, customer, total: 1, ordered_on: null })
    await Promise.all([writer.write([row(1, 'a'), row(2, 'b'), row(1, 'c')], 0), writer.write([row(2, 'd')], 1)])
    assert.deepEqual(await rowsOf(structure, 'number, customer'), [
      { number: 1, customer: 'c' },
      { number: 2, customer: 'd' },
    ])
  })

  it('fields a record does not speak of stay as they are', async () => {
    const structure = await orders({}, [aField('state', 'text', { default: 'new' })])
    const writer = await open(structure, 'upsert')
    await writer.write(
      [
        { number: 1, customer: 'A', total: 5 },
        { number: 2, customer: 'B' },
      ],
      0,
    )
    await writer.write(
      [
        { number: 1, total: 6 },
        { number: 2, ordered_on: '2026-01-02' },
        { number: 1, customer: 'C' },
        { number: 3, state: null },
      ],
      1,
    )
    const update = await open(structure, 'update')
    const { rejected } = await update.write(
      [
        { number: 2, total: 9 },
        { number: 99, total: 1 },
        { number: 1, state: 'done' },
      ],
      0,
    )
    assert.deepEqual(
      rejected.map(({ record, field, reason }) => [record, field, say(reason, 'de')]),
      [[{ number: 99, total: 1 }, 'number', 'Es gibt keinen Datensatz mit diesem Schlüssel.']],
    )
    assert.deepEqual(await rowsOf(structure, 'number, customer, total, ordered_on, state'), [
      { number: 1, customer: 'C', total: '6.00', ordered_on: null, state: 'done' },
      { number: 2, customer: 'B', total: '9.00', ordered_on: '2026-01-02', state: 'new' },
      { number: 3, customer: null, total: null, ordered_on: null, state: null },
    ])
  })

  it('a key of several fields tells records apart', async () => {
    const structure = await orders()
    const writer = await open(structure, 'upsert', { key: ['customer', 'ordered_on'] })
    await writer.write(
      [
        { number: 1, customer: 'A', ordered_on: '2026-01-01', total: 1 },
        { number: 2, customer: 'A', ordered_on: '2026-01-02', total: 1 },
      ],
      0,
    )
    await writer.write([{ number: 1, customer: 'A', ordered_on: '2026-01-01', total: 7 }], 1)
    assert.deepEqual(await rowsOf(structure, 'number, total'), [
      { number: 1, total: '7.00' },
      { number: 2, total: '1.00' },
    ])
  })

  it('replace removes what did not come, once the input has ended', async () => {
    const structure = await orders()
    const row = (number: number) => ({ number, customer: 'A', total: 1, ordered_on: null })
    await (await open(structure, 'upsert')).write([row(1), row(2), row(3)], 0)
    const writer = await open(structure, 'replace')
    await writer.write([row(2), row(4)], 0)
    assert.equal((await rowsOf(structure)).length, 4)
    await writer.finish()
    assert.deepEqual(await rowsOf(structure, 'number, _version'), [
      { number: 2, _version: 1 },
      { number: 4, _version: 1 },
    ])
  })

  it('an import without records keeps, clears or fails as the structure says', async () => {
    for (const [on_empty_import, left] of [
      ['keep', 1],
      ['clear', 0],
      ['fail', 1],
    ] as const) {
      const structure = await orders({ on_empty_import })
      await (await open(structure, 'insert')).write([{ number: 1, customer: 'A', total: 1, ordered_on: null }], 0)
      const empty = await open(structure, 'upsert')
      if (on_empty_import === 'fail') await assert.rejects(empty.finish(), { code: 'EMPTY_IMPORT' })
      else await empty.finish()
      assert.equal((await rowsOf(structure)).length, left)
    }
  })

  it('earlier versions are kept where the structure asks for it', async () => {
    const structure = await orders({ data_versioning: true })
    const writer = await open(structure, 'upsert')
    await writer.write([{ number: 1, customer: 'A', total: 1, ordered_on: null }], 0)
    await writer.write([{ number: 1, customer: 'B', total: 1, ordered_on: null }], 1)
    await records.mark({ structure_id: structure.id, mark: 'clean', ids: ['1'] })
    await store.remove(structure, ['1'])
    const versions = await store.earlierVersions(structure, '1')
    assert.deepEqual(
      versions.map(({ version, operation, record }) => [version, operation, (record as DataRecord)['customer']]),
      [
        [2, 'delete', 'B'],
        [1, 'update', 'A'],
      ],
    )
  })

  it('a field skipped on the delta check is stored without making the record dirty', async () => {
    const structure = await orders({}, [aField('seen_at', 'date_time', { skip_on_delta: true })])
    const writer = await open(structure, 'upsert')
    await writer.write([{ number: 1, customer: 'A', total: 1, ordered_on: null, seen_at: '2026-01-01T00:00:00Z' }], 0)
    await records.mark({ structure_id: structure.id, mark: 'clean', ids: ['1'] })
    await writer.write([{ number: 1, customer: 'A', total: 1, ordered_on: null, seen_at: '2026-01-02T00:00:00Z' }], 1)
    assert.deepEqual(await rowsOf(structure, '_dirty, _version, seen_at'), [
      { _dirty: false, _version: 1, seen_at: '2026-01-02T00:00:00.000Z' },
    ])
  })

  it('text of any kind comes back as it went in', async () => {
    const structure = await orders({}, [
      aField('note', 'long_text'),
      aField('lines', 'list', { fields: [aField('sku', 'text', { required: true })] }),
    ])
    const note = 'tab\there\nline\\break\r \\N "quotes" \'single\' äöü 😀'
    const writer = await open(structure, 'insert')
    const { rejected } = await writer.write(
      [
        { number: 1, note, lines: [{ sku: 'a\\b\n' }] },
        { number: 2, lines: [{ sku: 'x' }, {}] },
      ],
      0,
    )
    assert.deepEqual(await rowsOf(structure, 'note, lines'), [{ note, lines: [{ sku: 'a\\b\n' }] }])
    assert.deepEqual(
      rejected.map(({ reason }) => [say(reason, 'en'), say(reason, 'de')]),
      [['Inside, at 1.sku: This field is required.', 'Im Inneren, bei 1.sku: Dieses Feld ist ein Pflichtfeld.']],
    )
  })

  it('records are read in order, filtered, only the dirty ones, and from a cursor on', async () => {
    const structure = await orders()
    await (
      await open(structure, 'insert')
    ).write(
      Array.from({ length: 25 }, (_, i) => ({
        number: i,
        customer: i % 2 ? 'odd' : 'even',
        total: i,
        ordered_on: null,
      })),
      0,
    )
    const batches = await Array.fromAsync(records.read({ structure_id: structure.id, batch: 10 }))
    assert.deepEqual(
      batches.map(({ records: r }) => r.length),
      [10, 10, 5],
    )
    const rest = await Array.fromAsync(
      records.read(
        { structure_id: structure.id, batch: 10, filter: [{ field: 'customer', operator: 'equals', value: 'odd' }] },
        batches[1]!.cursor,
      ),
    )
    assert.deepEqual(
      rest.flatMap(({ records: r }) => r.map((row) => row['number'])),
      [21, 23],
    )
    await records.mark({
      structure_id: structure.id,
      mark: 'clean',
      ids: batches[0]!.records.map((r) => String(r['_id'])),
    })
    assert.equal(
      (await Array.fromAsync(records.read({ structure_id: structure.id, only_dirty: true })))[0]!.records.length,
      15,
    )
    await assert.rejects(
      Array.fromAsync(
        records.read({ structure_id: structure.id, filter: [{ field: 'nope', operator: 'equals', value: 1 }] }),
      ),
      { code: 'INVALID' },
    )
  })

  it('many values are looked up at once, each answered by its first record', async () => {
    const structure = await orders()
    await (
      await open(structure, 'insert')
    ).write(
      [
        { number: 1, customer: 'A', total: 1 },
        { number: 2, customer: 'A', total: 2 },
        { number: 3, customer: 'B', total: 3 },
      ],
      0,
    )
    const found = await records.lookup({
      structure_id: structure.id,
      field: 'customer',
      values: ['A', 'B', 'C', null],
      fields: ['number'],
    })
    assert.deepEqual(
      [...found],
      [
        ['A', { _id: 1, number: 1 }],
        ['B', { _id: 3, number: 3 }],
      ],
    )
    assert.deepEqual(
      [...(await records.lookup({ structure_id: structure.id, field: 'number', values: [2, '3', 'x'] })).keys()],
      ['2', '3'],
    )
  })

  it('of records that hold from a day on, the newest that holds on the day wanted is found', async () => {
    const structure = await orders()
    await (
      await open(structure, 'insert')
    ).write(
      [
        { number: 1, customer: 'USD', total: '1.10', ordered_on: '2026-01-01' },
        { number: 2, customer: 'USD', total: '1.20', ordered_on: '2026-07-01' },
        { number: 3, customer: 'USD', total: '1.15', ordered_on: '2026-04-01' },
        { number: 4, customer: 'USD', total: '1.25', ordered_on: '2026-07-01' },
        { number: 5, customer: 'USD', total: '9', ordered_on: null },
        { number: 6, customer: 'CHF', total: '0.93', ordered_on: '2026-04-01' },
      ],
      0,
    )
    const asked = {
      structure_id: structure.id,
      field: 'customer',
      values: ['USD', 'USD', 'USD', 'CHF', 'CHF'],
      fields: ['total'],
      valid: { from: 'ordered_on', days: ['2026-06-30', '2026-07-01', '2025-12-31', '2026-04-01', '2026-03-31'] },
    }
    const found = await records.lookup(asked)
    assert.deepEqual(Object.fromEntries([...found].map(([name, { total }]) => [name, total])), {
      '2026-04-01 CHF': '0.93',
      '2026-06-30 USD': '1.15',
      '2026-07-01 USD': '1.25',
    })
    await assert.rejects(
      records.lookup({ ...asked, valid: { ...asked.valid, from: 'total' } }),
      (error: Error & { fields: object }) => assert.deepEqual(Object.keys(error.fields), ['valid_from']) === undefined,
    )
  })

  it('a table that was dropped while the job runs gives a clear error', async () => {
    const structure = await orders()
    const writer = await open(structure, 'upsert')
    await run(`drop table ${store.dialect.table(structure)}`)
    await assert.rejects(
      writer.write([{ number: 1, customer: 'A', total: 1, ordered_on: null }], 0),
      (error: Error & { code: string }) => error.code === 'TARGET_TABLE_MISSING' && /orders/.test(error.message),
    )
    await assert.rejects(open(structure, 'upsert'), { code: 'TARGET_TABLE_MISSING' })
  })

  it('a connection that is cut in the middle loses nothing and writes nothing twice', async () => {
    const structure = await orders()
    const writer = await open(structure, 'insert')
    const cutting = setInterval(() => void cut(), 15)
    const answers = []
    for (let b = 0; b < 40; b++)
      answers.push(
        writer.write(
          Array.from({ length: 500 }, (_, i) => ({ number: b * 500 + i, customer: 'A', total: 1, ordered_on: null })),
          b,
        ),
      )
    setTimeout(() => clearInterval(cutting), 400)
    const rejected = (await Promise.all(answers)).flatMap((answer) => answer.rejected)
    clearInterval(cutting)
    assert.deepEqual(rejected, [])
    assert.equal((await rowsOf(structure, 'number')).length, 20_000)
  })
}
