import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { WriteMode } from '@weft/kit/define/step-context.ts'
import { say, type Message } from '@weft/kit/messages/messages.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import fc from 'fast-check'
import { onBothDatabases } from '../testing/both-databases.ts'
import { aField, aStructure } from '../testing/structure.ts'
import { openRecords } from './records.server.ts'

const control = await testDatabase()

/** Records of few keys and few values, so that they meet; some cannot be stored. */
const record = fc.record(
  {
    sku: fc.constantFrom('A', 'B', 'C', 'D', 'far too long', null),
    ean: fc.constantFrom('1', '2', '3', null),
    price: fc.constantFrom('1', '1.00', 1, '2.5', '', null, 'dear'),
    day: fc.constantFrom('2026-11-26', null, '2026-13-01'),
    tags: fc.constantFrom(['a'], ['a', 'b'], '["a"]', null),
  },
  { requiredKeys: ['sku'] },
)

for (const { kind, tenant, it } of await onBothDatabases(control)) {
  const { databases, scope } = tenant
  const ground = { db: control.db, databases }
  const records = openRecords(ground, scope)
  const structure = await aStructure(ground, scope, `Compared${kind}`, [
    aField('sku', 'text', { primary_key: true, nullable: false, length: 4 }),
    aField('ean', 'text', { unique: true, length: 4 }),
    aField('price', 'decimal', { precision: 8, scale: 2 }),
    aField('day', 'date'),
    aField('tags', 'list'),
  ])

  async function compareAndWrite(mode: WriteMode, before: DataRecord[], given: DataRecord[]) {
    const target = { structure_id: structure.id, mode, key: ['sku'] }
    const write = async (how: WriteMode, all: DataRecord[]) => {
      const writer = await records.open({ ...target, mode: how, job_id: randomUUID(), step: 'write', attempt: 1 })
      const answer = await writer.write(all, 0)
      await writer.close()
      return answer
    }
    const all = async () =>
      (await Array.fromAsync(records.read({ structure_id: structure.id }))).flatMap((batch) => batch.records)
    const stored = async () => {
      return new Map((await all()).map(({ _id: _, ...one }) => [String(one['sku']), one as DataRecord]))
    }
    await records.remove({
      structure_id: structure.id,
      ids: (await all()).map(({ _id }) => String(_id)),
      job_id: randomUUID(),
      step: 'delete',
    })
    if (before.length > 0) await write('insert', before)
    const was = await stored()
    const compared = await (await records.compare(target))(given)
    assert.deepEqual(await stored(), was, 'nothing is written')
    const { rejected } = await write(mode, given)
    return { was, compared, rejected, is: await stored() }
  }

  it('what a comparison says is what writing then does', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom<WriteMode>('insert', 'update', 'upsert'),
        fc.uniqueArray(record, { selector: ({ sku }) => sku, maxLength: 3 }),
        fc.array(record, { minLength: 1, maxLength: 5 }),
        async (mode, before, given) => {
          // Of two changes of one record that is not there the writer tells the last alone.
          const single = mode === 'update' ? [...new Map(given.map((one) => [one.sku, one])).values()] : given
          const free = single.map((one) => ({ ...one, ean: null }))
          const { was, compared, rejected, is } = await compareAndWrite(mode, before, free)
          const refused = compared.flatMap(({ verdict, field, reason }, i) =>
            verdict === 'refused' ? [[free[i]!['sku'], field, say(reason as Message, 'en')]] : [],
          )
          if (mode !== 'insert')
            assert.deepEqual(
              refused,
              rejected.map((one) => [one.record['sku'], one.field, say(one.reason, 'en')]),
            )
          const count = (verdict: string) => compared.filter((one) => one.verdict === verdict).length
          if (mode !== 'insert') assert.equal(count('added'), is.size - was.size)
          const last = new Map(
            compared.filter(({ verdict }) => verdict !== 'refused').map((one) => [one.record['sku'], one]),
          )
          for (const [sku, { record: after, verdict, before: old, fields = [] }] of mode === 'insert' ? [] : last) {
            for (const [name, value] of Object.entries(after)) assert.deepEqual(is.get(String(sku))![name], value)
            if (verdict === 'changed') for (const name of fields) assert.notDeepEqual(after[name], old![name])
          }
          // What is told to be unchanged, and nothing else is told of, is as it was.
          for (const [sku, old] of was) {
            const told = compared.filter(({ record: one, verdict }) => one['sku'] === sku && verdict !== 'refused')
            if (told.every(({ verdict }) => verdict === 'unchanged')) assert.deepEqual(is.get(sku), old)
          }
        },
      ),
      { numRuns: 25 },
    ))

  it('inserting refuses a key that is there, and a unique value that another record has', async () => {
    const { compared, rejected } = await compareAndWrite(
      'insert',
      [{ sku: 'A', ean: '1' }],
      [{ sku: 'A' }, { sku: 'B', ean: '1' }, { sku: 'C', ean: '2' }],
    )
    assert.deepEqual(
      compared.map(({ verdict, field, reason }) => [verdict, field, reason && say(reason, 'en')]),
      [
        ['refused', 'sku', 'Another record already has this value.'],
        ['refused', 'ean', 'Another record already has this value.'],
        ['added', undefined, undefined],
      ],
    )
    assert.deepEqual(
      rejected.map((one) => one.field),
      ['sku', 'ean'],
    )
  })
}
