import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { TableQuery } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { webReach } from '@weft/kit/testing/web-reach.ts'
import { tablesAsDeclared } from '@weft/kit/testing/as-declared.ts'
import fc from 'fast-check'
import { resultOf } from './calls.server.ts'
import { trytonServer } from './testing/counterpart.ts'
import { tryton } from './tryton.ts'
import { trytonBody } from './tryton.server.ts'
import { plain } from './values.ts'

test('random and cut answers end in a result or in a sentence', () => {
  const whole = '{"id":1,"result":[{"a":{"__class__":"datetime","year":2026}}],"error":null}'
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.nat(whole.length).map((end) => Buffer.from(whole.slice(0, end))),
    fc.json().map((text) => Buffer.from(`{"result":${text}}`)),
    fc.json().map((text) => Buffer.from(`{"error":[${text},[${text}]]}`)),
  )
  fc.assert(
    fc.property(fc.constantFrom(200, 401, 403, 500), body, (status, bytes) => {
      try {
        plain(resultOf('https://x.example/', { status, headers: {}, body: bytes }))
      } catch (error) {
        assert.ok(error instanceof WeftError, String(error))
      }
    }),
    { numRuns: 1_000 },
  )
})

const server = await trytonServer()
if (typeof server === 'string') test('tryton', { skip: server }, () => undefined)
else {
  const base_url = `http://127.0.0.1:${server.port}`
  const settings = tryton.settings.parse({ base_url, database: 'shop', user: 'admin', password: 'Right-Word-1' })
  const session = await trytonBody.open!(settings, webReach)
  after(() => session.close())
  test('it can do what it says', () => tablesAsDeclared(tryton, session))
  async function all(query: TableQuery, cursor?: unknown) {
    const records: DataRecord[] = []
    const cursors: unknown[] = []
    for await (const batch of session.read(query, cursor)) {
      records.push(...batch.records)
      cursors.push(JSON.parse(JSON.stringify(batch.cursor)))
    }
    return { records, cursors }
  }
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => 'nothing went wrong',
      (error: WeftError) =>
        `${error.code}: ${error.message}`.replaceAll(base_url, '').replaceAll(`127.0.0.1:${server.port}`, 'here'),
    )
  const insert = async (table: string, records: DataRecord[]) =>
    (await session.write!({ table, mode: 'insert' })).write(records)
  const made = async (table: string, record: DataRecord) => {
    const { written, rejected } = await insert(table, [record])
    assert.deepEqual(
      rejected.map(({ reason }) => say(reason, 'en')),
      [],
      table,
    )
    return Number(written[0]!['id'])
  }

  test('the check signs in and counts models', async () => {
    const steps: string[] = []
    await trytonBody.check(settings, webReach, (step, detail) =>
      steps.push(`${step}: ${typeof detail === 'object' ? say(detail, 'en') : detail}`),
    )
    assert.deepEqual(steps.slice(0, 3), ['host: 127.0.0.1', 'connection: HTTP', 'sign_in: admin'])
    assert.match(steps[3]!, /^rights: [\d,]+ models$/)
    const wrong = trytonBody.open!({ ...settings, password: 'wrong' }, webReach)
    assert.equal(await failure(wrong), 'CONNECTION_DENIED: here refuses the sign-in of admin to the database shop.')
  })

  test('models are tables with exact types, and their records are read by id', async () => {
    assert.ok((await session.discover()).some(({ name }) => name === 'sale.sale'))
    const { fields, key, references } = await session.describe('sale.line')
    const typeOf = (name: string) => fields.find((field) => field.name === name)?.type
    assert.deepEqual(
      [typeOf('unit_price'), typeOf('quantity'), typeOf('description'), key],
      ['decimal', 'decimal', 'long_text', ['id']],
    )
    assert.ok(references.some(({ fields: [field], table }) => field === 'sale' && table === 'sale.sale'))
    assert.equal(await failure(session.describe('no.such')), 'TABLE_MISSING: There is no model called no.such.')
    const names = Array.from({ length: 12 }, (_, i) => ({ name: `Kunde ${i + 1}` }))
    assert.equal((await insert('party.party', names)).written.length, 12)
    const query = { table: 'party.party', fields: ['id', 'name', 'active'], batch: 5 }
    const { records, cursors } = await all(query)
    assert.deepEqual(
      records.map(({ name }) => name),
      names.map(({ name }) => name),
    )
    assert.equal(records[0]!['active'], true)
    for (const [i, cursor] of cursors.entries())
      assert.deepEqual((await all(query, cursor)).records, records.slice(5 * (i + 1)), String(i))
  })

  test('comparisons, changes and look-ups are made by the server', async () => {
    const where = async (operator: string, value: unknown) =>
      (
        await all({ table: 'party.party', filter: [{ field: 'name', operator, value } as never], fields: ['name'] })
      ).records.map(({ name }) => name)
    assert.deepEqual(await where('ends_with', '2'), ['Kunde 2', 'Kunde 12'])
    assert.deepEqual(await where('equals', 'Kunde 3'), ['Kunde 3'])
    assert.deepEqual(await where('contains', '%'), [])
    const from = (await session.latest!('party.party', 'write_date')) as string
    const [first] = (await all({ table: 'party.party', limit: 1, fields: ['id'] })).records
    await (await session.write!({ table: 'party.party', mode: 'update' })).write([{ ...first, name: 'Anders' }])
    const until = (await session.latest!('party.party', 'write_date')) as string
    assert.ok(until > from)
    const changed = await all({
      table: 'party.party',
      changed: { field: 'write_date', from: until, until },
      fields: ['name'],
    })
    assert.deepEqual(changed.records, [{ name: 'Anders' }])
    const found = await session.lookup!({
      table: 'party.party',
      by: ['name'],
      keys: [{ name: 'Kunde 7' }, { name: 'nobody' }],
      fields: ['name'],
    })
    assert.deepEqual(found, [{ name: 'Kunde 7' }])
  })

  test('each record written has an outcome of its own', async () => {
    const upsert = await session.write!({ table: 'party.party', mode: 'upsert', key: ['name'] })
    const { written, rejected } = await upsert.write([
      { name: 'Kunde 8', lang: null },
      { name: 'Neu' },
      { name: 'Schlecht', nothing: 1 },
    ])
    assert.deepEqual([written.length, rejected.length], [2, 1])
    assert.match(say(rejected[0]!.reason, 'en'), /^Tryton refuses it: .*nothing/)
    const removal = await session.write!({ table: 'party.party', mode: 'delete', key: ['name'] })
    assert.equal((await removal.write([{ name: 'Neu' }, { name: 'gone' }])).written.length, 2)
  })

  test('a sale with its lines is written whole, and confirmed by an action, however often', async () => {
    const currency = await made('currency.currency', {
      name: 'Euro',
      code: 'EUR',
      symbol: '€',
      digits: 2,
      rounding: '0.01',
      rates: [{ date: '2026-01-01', rate: '1' }],
    })
    const owner = await made('party.party', { name: 'Hanse' })
    const company = await made('company.company', { party: owner, currency })
    await (
      await session.write!({ table: 'res.user', mode: 'update' })
    ).write([{ id: 1, companies: [company], company }])
    const address = [{ city: 'Kiel' }]
    const party = await made('party.party', { name: 'Käuferin', addresses: address })
    const [place] = (
      await all({
        table: 'party.address',
        filter: [{ field: 'party', operator: 'equals', value: party }],
        fields: ['id'],
      })
    ).records
    const sale = await made('sale.sale', {
      company,
      currency,
      party,
      invoice_address: place!['id'],
      shipment_address: place!['id'],
      invoice_method: 'manual',
      shipment_method: 'manual',
      sale_date: '2026-11-25',
      lines: [
        { type: 'line', description: 'Kiste', quantity: 2, unit_price: '12.3456' },
        { type: 'comment', description: 'Bitte klingeln' },
      ],
    })
    const lines = await all({
      table: 'sale.line',
      filter: [{ field: 'sale', operator: 'equals', value: sale }],
      fields: ['description', 'quantity', 'unit_price'],
    })
    assert.deepEqual(lines.records, [
      { description: 'Kiste', quantity: 2, unit_price: '12.3456' },
      { description: 'Bitte klingeln', quantity: null, unit_price: null },
    ])
    const actions = await trytonBody.actions!(settings, webReach)
    after(() => actions.close())
    // With invoice and delivery by hand there is nothing left to do: the server ends it at once.
    for (let i = 0; i < 2; i++)
      assert.deepEqual(await actions.call('sale.confirm', { id: String(sale) }, 'k'), { id: sale, state: 'done' })
    assert.match(await failure(actions.call('sale.confirm', { id: 'x' }, 'k')), /^INPUT_INVALID: id: /)
    assert.deepEqual(
      await actions.call(
        'call',
        { model: 'party.party', method: 'search_count', arguments: [[['name', '=', 'Hanse']]] },
        'k',
      ),
      { result: 1 },
    )
    assert.match(
      await failure(actions.call('call', { model: 'party.party', method: 'no_such_thing' }, 'k')),
      /^ACTION_FORBIDDEN/,
    )
  })

  test('a server that is gone is said, and a session that has ended is begun anew', async () => {
    await server.stop()
    assert.match(await failure(all({ table: 'party.party' })), /fetch failed|Unavailable/)
    await server.start()
    assert.ok((await all({ table: 'party.party', limit: 1 })).records.length === 1)
  })
}
