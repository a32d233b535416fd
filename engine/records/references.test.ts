import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { WriteMode } from '@weft/kit/define/step-context.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import fc from 'fast-check'
import { onBothDatabases } from '../testing/both-databases.ts'
import { aDraft, aField, aStructure } from '../testing/structure.ts'
import { openComparison, openRecords, refusedByWriting } from './records.server.ts'
import { findWritten } from './references.server.ts'
import { applyStructure, planStructure } from './structures.server.ts'

const control = await testDatabase()
const atCustomer = (error: { fields?: object }) => {
  assert.deepEqual(Object.keys(error.fields ?? {}), ['customer'])
  return true
}

for (const { tenant, store, it } of await onBothDatabases(control)) {
  const ground = { db: control.db, databases: tenant.databases }
  const records = openRecords(ground, tenant.scope)
  const written = (id: string) => inScope(control.db, tenant.scope, (trx) => findWritten(trx, id))
  const open = (structure_id: string, mode: WriteMode = 'upsert', more: { job_id?: string; key?: string[] } = {}) =>
    records.open({ structure_id, mode, job_id: randomUUID(), step: 'write', attempt: 1, ...more })
  const write = async (structure_id: string, given: DataRecord[], mode: WriteMode = 'upsert') =>
    (await open(structure_id, mode)).write(given, 0)
  const numbersOf = async (id: string, name = 'number') =>
    (await Array.fromAsync(store.selected(await written(id), { sort: name }))).flat().map((row) => row[name])

  let made = 0
  /** Customers, and orders whose customer has to be one of them. */
  async function shop(more: { checked?: boolean } = {}) {
    const customers = await aStructure(ground, tenant.scope, `Customers${++made}`, [
      aField('id', 'text', { primary_key: true, nullable: false, length: 20 }),
      aField('name'),
    ])
    const orders = await aStructure(ground, tenant.scope, `Orders${++made}`, [
      aField('number', 'integer', { primary_key: true, nullable: false }),
      aField('customer', 'text', {
        length: 20,
        related_structure_id: customers.id,
        ...((more.checked ?? true) && { must_exist: true }),
      }),
      aField('total', 'integer', { unique: true }),
    ])
    await write(customers.id, [
      { id: 'ALFKI', name: 'Alfred' },
      { id: 'BONAP\\ "x"', name: "d'Or" },
    ])
    return { customers, orders }
  }
  const aTree = () =>
    aStructure(ground, tenant.scope, `Tree${++made}`, [
      aField('number', 'integer', { primary_key: true, nullable: false }),
      aField('parent', 'integer'),
      aField('code', 'integer', { unique: true }),
    ]).then(async (tree) => {
      const fields = tree.fields.map((field) =>
        field.name === 'parent' ? { ...field, related_structure_id: tree.id, must_exist: true } : field,
      )
      await applyStructure(ground, tenant.scope, tree.id, { ...tree, fields })
      return tree
    })

  for (const mode of ['insert', 'upsert', 'replace'] as const)
    it(`${mode}: a record that refers to nothing is rejected with field, value and a reason of its own`, async () => {
      const { orders, customers } = await shop()
      const answer = await write(
        orders.id,
        [
          { number: 1, customer: 'ALFKI', total: 1 },
          { number: 2, customer: 'NOBODY', total: 2 },
          { number: 3, customer: null, total: 3 },
          { number: 4, customer: 'BONAP\\ "x"', total: 4 },
          { number: 5, customer: 'alfki', total: 5 },
        ],
        mode,
      )
      assert.deepEqual(
        answer.rejected.map(({ field, value, reason }) => [field, value, say(reason, 'en'), say(reason, 'de')]),
        [
          [
            'customer',
            'NOBODY',
            `There is no record NOBODY in ${customers.label}.`,
            `In ${customers.label} gibt es keinen Datensatz NOBODY.`,
          ],
          [
            'customer',
            'alfki',
            `There is no record alfki in ${customers.label}.`,
            `In ${customers.label} gibt es keinen Datensatz alfki.`,
          ],
        ],
      )
      assert.deepEqual(await numbersOf(orders.id), [1, 3, 4])
    })
  it('an update that does not speak of the field is not asked about it; one that does, is', async () => {
    const { orders } = await shop()
    await write(orders.id, [{ number: 1, customer: 'ALFKI', total: 1 }])
    assert.deepEqual((await write(orders.id, [{ number: 1, total: 9 }], 'update')).rejected, [])
    const { rejected } = await write(
      orders.id,
      [
        { number: 1, customer: 'X' },
        { number: 8, customer: 'ALFKI' },
      ],
      'update',
    )
    assert.deepEqual(
      rejected.map(({ field, reason }) => [field, say(reason, 'en').slice(0, 20)]),
      [
        ['customer', 'There is no record X'],
        ['number', 'There is no record w'],
      ],
    )
  })

  it('where the database refuses others of a batch, both kinds are said, and the rest is written', async () => {
    const { orders } = await shop()
    const { rejected } = await write(orders.id, [
      { number: 1, customer: 'ALFKI', total: 7 },
      { number: 2, customer: 'NOBODY', total: 8 },
      { number: 3, customer: 'ALFKI', total: 7 },
    ])
    assert.deepEqual(
      rejected.map(({ field, value }) => [field, value]),
      [
        ['customer', 'NOBODY'],
        ['total', 7],
      ],
    )
    assert.deepEqual(await numbersOf(orders.id), [1])
  })

  it('a batch repeated answers as it did, also when what it refers to has come meanwhile', async () => {
    const { orders, customers } = await shop()
    const job_id = randomUUID()
    const batch = [{ number: 1, customer: 'LATER', total: 1 }]
    const first = await (await open(orders.id, 'upsert', { job_id })).write(batch, 0)
    await write(customers.id, [{ id: 'LATER' }])
    assert.equal(first.rejected.length, 1)
    assert.equal((await (await open(orders.id, 'upsert', { job_id })).write(batch, 0)).rejected.length, 1)
    assert.equal((await write(orders.id, batch)).rejected.length, 0)
  })

  it('a record may refer to one of its own structure that comes with it, wherever in the batch; whoever refers to a refused one is refused', async () => {
    const tree = await aTree()
    const { rejected } = await write(tree.id, [
      { number: 3, parent: 2, code: 3 },
      { number: 2, parent: 1, code: 2 },
      { number: 1, parent: 1, code: 1 },
      { number: 12, parent: 11, code: 12 },
      { number: 11, parent: 10, code: 11 },
      { number: 22, parent: 21, code: 22 },
      { number: 21, parent: 20, code: 21 },
      { number: 20, parent: null, code: 1 },
    ])
    assert.deepEqual(
      rejected.map(({ record, field }) => [record['number'], field]),
      [
        [12, 'parent'],
        [11, 'parent'],
        [22, 'parent'],
        [21, 'parent'],
        [20, 'code'],
      ],
    )
    assert.deepEqual(await numbersOf(tree.id), [1, 2, 3])
  })

  it('whatever is written in whatever batches, no record refers to nothing, and none is refused without a reason', async () => {
    const tree = await aTree()
    let from = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.array(
            fc.record({ number: fc.integer({ min: 0, max: 12 }), parent: fc.option(fc.integer({ min: 0, max: 14 })) }),
            { maxLength: 8 },
          ),
          { minLength: 1, maxLength: 3 },
        ),
        async (batches) => {
          from += 100
          const writer = await open(tree.id)
          const known = new Set<number>()
          const refused: unknown[] = []
          const expected: unknown[] = []
          const given = batches.map((batch) =>
            batch.map(({ number, parent }) => ({
              number: from + number,
              parent: parent === null ? null : from + parent,
            })),
          )
          const answers = await Promise.all(given.map((batch, i) => writer.write(batch, i)))
          for (const { rejected } of answers) refused.push(...rejected.map(({ record }) => record))
          for (const batch of given) {
            let left = batch
            for (let before = -1; before !== left.length;) {
              before = left.length
              const there = new Set([...known, ...left.map(({ number }) => number)])
              left = left.filter(({ parent }) => parent === null || there.has(parent))
            }
            for (const { number } of left) known.add(number)
            expected.push(...batch.filter((record) => !left.includes(record)))
          }
          assert.deepEqual(refused, expected)
        },
      ),
      { numRuns: 15 },
    )
    const structure = await written(tree.id)
    assert.deepEqual(await store.dangling(structure.references!.own[0]!), { count: 0, values: [] })
  })

  it('by hand a record that refers to nothing is refused at its field, and one that is referred to stays', async () => {
    const { orders, customers } = await shop()
    const [order, customer] = [await written(orders.id), await written(customers.id)]
    await assert.rejects(store.add(order, { number: 1, customer: 'NOBODY' }), atCustomer)
    const added = await store.add(order, { number: 1, customer: 'ALFKI' })
    await assert.rejects(store.change(order, String(added['_id']), { customer: 'NOBODY' }), atCustomer)
    assert.equal((await store.change(order, String(added['_id']), { customer: null }))['customer'], null)
    await store.change(order, String(added['_id']), { customer: 'ALFKI' })

    const [alfki, bonap] = (await Array.fromAsync(store.selected(customer, { sort: 'id' }))).flat()
    await assert.rejects(store.remove(customer, [String(alfki!['_id']), String(bonap!['_id'])]), {
      code: 'STILL_REFERRED_TO',
      message: `Still referred to by 1 record of ${orders.label} (customer).`,
      meta: { structure_id: orders.id, field: 'customer', count: 1, values: ['ALFKI'] },
    })
    await assert.rejects(store.change(customer, String(alfki!['_id']), { id: 'OTHER' }), { code: 'STILL_REFERRED_TO' })
    await store.change(customer, String(alfki!['_id']), { id: 'ALFKI', name: 'Anders' })
    assert.equal(await store.remove(customer, [String(bonap!['_id'])]), 1)
    assert.deepEqual(await numbersOf(customers.id, 'id'), ['ALFKI'])
    await assert.rejects(
      records.remove({
        structure_id: customers.id,
        ids: [String(alfki!['_id'])],
        job_id: randomUUID(),
        step: 'remove',
      }),
      {
        code: 'STILL_REFERRED_TO',
      },
    )
  })

  it('records of one structure that refer to each other are deleted together', async () => {
    const tree = await aTree()
    await write(tree.id, [
      { number: 1, parent: null, code: 1 },
      { number: 2, parent: 1, code: 2 },
    ])
    const structure = await written(tree.id)
    const [one, two] = (await Array.fromAsync(store.selected(structure, { sort: 'number' })))
      .flat()
      .map((row) => String(row['_id']))
    await assert.rejects(store.remove(structure, [one!]), { code: 'STILL_REFERRED_TO' })
    assert.equal(await store.remove(structure, [one!, two!]), 2)
  })

  it('replacing all records ends with an error, and removes none, where one that is referred to would go', async () => {
    const { orders, customers } = await shop()
    await write(orders.id, [{ number: 1, customer: 'ALFKI', total: 1 }])
    const writer = await open(customers.id, 'replace')
    await writer.write(
      [
        { id: 'BONAP\\ "x"', name: 'x' },
        { id: 'NEW', name: 'y' },
      ],
      0,
    )
    await assert.rejects(writer.finish(), { code: 'STILL_REFERRED_TO' })
    assert.deepEqual(await numbersOf(customers.id, 'id'), ['ALFKI', 'BONAP\\ "x"', 'NEW'])
  })

  it('who writes and who deletes at the same moment leave nothing that refers to nothing', async () => {
    const { orders, customers } = await shop()
    const [order, customer] = [await written(orders.id), await written(customers.id)]
    for (let round = 0; round < 8; round++) {
      const { _id } = await store.add(customer, { id: `C${round}` })
      await Promise.allSettled([
        store.remove(customer, [String(_id)]),
        write(orders.id, [{ number: 100 + round, customer: `C${round}`, total: 100 + round }]),
        store.add(order, { number: 200 + round, customer: `C${round}`, total: 200 + round }),
      ])
    }
    assert.deepEqual(await store.dangling(order.references!.own[0]!), { count: 0, values: [] })
  })

  it('asking for it later changes no table, counts what stands against it and leaves that as it is', async () => {
    const { orders, customers } = await shop({ checked: false })
    await write(orders.id, [
      { number: 1, customer: 'GONE', total: 1 },
      { number: 2, customer: 'GONE', total: 2 },
      { number: 3, customer: 'AWAY', total: 3 },
      { number: 4, customer: 'ALFKI', total: 4 },
    ])
    const fields = orders.fields.map((field) => (field.name === 'customer' ? { ...field, must_exist: true } : field))
    const [field, key] = [orders.fields[1]!, customers.fields[0]!]
    assert.deepEqual(await store.dangling({ from: orders, field, to: customers, key }), {
      count: 3,
      values: ['GONE', 'AWAY'],
    })
    const plan = await planStructure(ground, tenant.scope, { ...orders, fields }, orders.id)
    assert.deepEqual([plan.changes, plan.losses, plan.obstacles], [[], [], []])
    await applyStructure(ground, tenant.scope, orders.id, { ...orders, fields })
    assert.deepEqual(await numbersOf(orders.id), [1, 2, 3, 4])
    assert.deepEqual((await write(orders.id, [{ number: 1, total: 10 }], 'update')).rejected, [])
    assert.equal((await write(orders.id, [{ number: 5, customer: 'GONE', total: 5 }])).rejected.length, 1)
  })

  it('only what can be compared is asked for, and a key others rely on keeps its type', async () => {
    const { orders, customers } = await shop()
    const draft = (more: object) =>
      aDraft(`Bad${++made}`, [
        aField('number', 'integer', { primary_key: true, nullable: false }),
        aField('customer', 'integer', { must_exist: true, ...more }),
      ])
    const problems = (wanted: Parameters<typeof planStructure>[2], id?: string) =>
      planStructure(ground, tenant.scope, wanted, id).then(
        () => [],
        (error: { fields: object }) => Object.keys(error.fields),
      )
    assert.deepEqual(await problems(draft({})), ['fields.1.must_exist'])
    assert.deepEqual(await problems(draft({ related_structure_id: customers.id })), ['fields.1.must_exist'])
    assert.deepEqual(await problems(draft({ related_structure_id: orders.id })), [])
    assert.deepEqual(await problems(draft({ related_structure_id: orders.id, default: '1' })), ['fields.1.default'])
    const asNumber = customers.fields.map((field): typeof field =>
      field.primary_key ? { ...field, type: 'integer', length: undefined } : field,
    )
    assert.deepEqual(await problems({ ...customers, fields: asNumber }, customers.id), ['fields'])
  })

  it('taking back a run removes nothing others refer to, and brings nothing back that refers to nothing', async () => {
    const versioned = { data_versioning: true }
    const key = aField('id', 'integer', { primary_key: true, nullable: false })
    const parents = await aStructure(ground, tenant.scope, `Parents${++made}`, [key], versioned)
    const parent = aField('parent', 'integer', { related_structure_id: parents.id, must_exist: true })
    const children = await aStructure(ground, tenant.scope, `Children${++made}`, [key, parent], versioned)
    const job_id = randomUUID()
    const undo = async (id: string, action: 'remove' | 'bring_back') => {
      const { done, left } = await store.undo.part(await written(id), { job_id, by: randomUUID(), action, after: '0' })
      return { done, left }
    }
    await (await open(parents.id, 'insert', { job_id })).write([{ id: 1 }, { id: 2 }, { id: 3 }], 0)
    await write(children.id, [
      { id: 1, parent: 1 },
      { id: 2, parent: 2 },
    ])
    assert.deepEqual(await undo(parents.id, 'remove'), { done: 1, left: 2 })
    const [first] = (await Array.fromAsync(store.selected(children, { sort: 'id' }))).flat()
    await records.remove({ structure_id: children.id, ids: [String(first!['_id'])], job_id, step: 'remove' })
    assert.deepEqual(await undo(parents.id, 'remove'), { done: 1, left: 1 })
    assert.deepEqual(await undo(children.id, 'bring_back'), { done: 0, left: 1 })
    await write(parents.id, [{ id: 1 }])
    assert.deepEqual(await undo(children.id, 'bring_back'), { done: 1, left: 0 })
    assert.deepEqual(await numbersOf(parents.id, 'id'), [1, 2])
  })

  it('a trial and the preview of an import say it; a test run leaves it open, because its own steps may bring it', async () => {
    const { orders } = await shop()
    const given = [{ number: 1, customer: 'NOBODY', total: 1 }]
    const how = { structure_id: orders.id, mode: 'upsert' as const, key: ['number'] }
    assert.equal((await refusedByWriting(ground, tenant.scope, how, given))[0]?.field, 'customer')
    const preview = await openComparison(ground, tenant.scope, how)
    assert.deepEqual(
      (await preview(given)).map(({ verdict }) => verdict),
      ['refused'],
    )
    const run = await records.compare(how)
    assert.deepEqual(
      (await run(given)).map(({ verdict }) => verdict),
      ['added'],
    )
  })
}
