import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anotherDatabase } from './testing/another-database.ts'
import { anEngine } from './testing/engine.ts'

const erp = await anotherDatabase()
const { aWorkflow, aConnection, run } = await anEngine({
  allowed: [{ host: erp.settings.host, port: erp.settings.port }],
})
await aConnection('erp', 'postgres', erp.settings)
await erp.query(
  `create schema erp; create table erp.items (id int primary key, name text check (name <> 'nobody'), note text)`,
)
const workflow = await aWorkflow(
  'Copy',
  {
    go: ['manual'],
    each: ['split_list', { list: 'changes', keep: 'none' }],
    apply: ['apply_changes', { connection: 'erp', table: 'erp.items' }],
  },
  'go.out>each.in each.out>apply.in',
)
type Told = {
  id: number | null
  name?: string
  note?: string | null
  _change?: { kind: string; before?: object; unchanged?: string[] }
}
const applied = (changes: Told[]) => run(workflow, { changes })
const items = () => erp.query('select id, name, note from erp.items order by id')

test('records are inserted, changed and deleted as their change says, and what cannot be is rejected by itself', async () => {
  const { status, steps } = await applied([
    { id: 1, name: 'Kim', note: 'a', _change: { kind: 'insert' } },
    { id: 2, name: 'nobody', note: null, _change: { kind: 'insert' } },
    { id: 3, name: 'Elbe', note: null, _change: { kind: 'read' } },
    { id: 1, name: 'Kim Weser', _change: { kind: 'update' } },
    { id: null, name: 'Weser', _change: { kind: 'update' } },
    { id: 4, _change: { kind: 'delete' } },
    { id: 7, name: 'Elbe GmbH', _change: { kind: 'update', before: { id: 3 } } },
  ])
  assert.deepEqual([status, steps['apply']], ['warning', { applied: 5, rejected: 2 }])
  assert.deepEqual(await items(), [
    { id: 1, name: 'Kim Weser', note: 'a' },
    { id: 7, name: 'Elbe GmbH', note: null },
  ])
})

test('whatever changes in whatever batches, the copy is equal', async () => {
  const id = fc.nat(4)
  const change = fc.record({
    kind: fc.constantFrom('put', 'put', 'delete', 'move'),
    id,
    to: id,
    name: fc.string({ maxLength: 3, unit: 'grapheme-ascii' }),
    ends: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 14 }), async (changes) => {
      await erp.query('truncate erp.items')
      const rows = new Map<number, { id: number; name: string; note: string | null }>()
      let batch: Told[] = []
      for (const one of changes) {
        const was = rows.get(one.id)
        if (one.kind === 'put') {
          // A large value that stayed the same is not repeated.
          const row = { id: one.id, name: one.name, note: was ? was.note : `note of ${one.name}` }
          rows.set(one.id, row)
          batch.push(
            was ? { id: one.id, name: one.name, _change: { kind: 'update' } } : { ...row, _change: { kind: 'insert' } },
          )
        } else if (was && one.kind === 'delete') {
          rows.delete(one.id)
          batch.push({ id: one.id, _change: { kind: 'delete' } })
        } else if (was && !rows.has(one.to)) {
          rows.delete(one.id)
          rows.set(one.to, { ...was, id: one.to })
          batch.push({
            id: one.to,
            name: was.name,
            _change: { kind: 'update', before: { id: one.id }, unchanged: ['note'] },
          })
        }
        if (!one.ends) continue
        await applied(batch)
        batch = []
      }
      if (batch.length > 0) assert.equal((await applied(batch)).status, 'stopped')
      assert.deepEqual(
        await items(),
        [...rows.values()].toSorted((a, b) => a.id - b.id),
      )
    }),
    { numRuns: 40 },
  )
})
