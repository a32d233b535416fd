import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { inScope } from '@weft/kit/database/connect.server.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { onBothDatabases } from '../../testing/both-databases.ts'
import { aField, aStructure } from '../../testing/structure.ts'
import { openRecords } from '../records.server.ts'
import type { Structure } from '../structure.ts'
import type { StructureDraft } from '../structures.server.ts'
import { undoActions } from './undo.ts'

const control = await testDatabase()

for (const { tenant, store, run, it, kind } of await onBothDatabases(control)) {
  const ground = { db: control.db, databases: tenant.databases }
  const records = openRecords(ground, tenant.scope)

  let made = 0
  const itemsKeeping = (keeping: Partial<StructureDraft>) =>
    aStructure(
      ground,
      tenant.scope,
      `Items${++made}`,
      [
        aField('number', 'integer', { primary_key: true, nullable: false }),
        aField('name', 'text', { length: 40 }),
        aField('price', 'decimal', { precision: 30, scale: 12 }),
        aField('big', 'big_integer'),
        aField('active', 'boolean'),
        aField('due', 'date'),
        aField('at', 'date_time'),
        aField('parts', 'json'),
      ],
      keeping,
    )
  type Mode = 'insert' | 'upsert' | 'update' | 'replace'
  async function write(structure: Structure, job_id: string, mode: Mode, batch: DataRecord[], finish = false) {
    const target = { structure_id: structure.id, mode, job_id, step: randomUUID(), attempt: 1 }
    const writer = await records.open(target)
    await writer.write(batch, 0)
    await (finish ? writer.finish() : writer.close())
  }
  const rowsOf = async (structure: Structure): Promise<DataRecord[]> =>
    (await Array.fromAsync(store.selected(structure, { sort: '_id' }))).flat()
  const contents = async (structure: Structure) =>
    new Map(
      (await rowsOf(structure)).map((row) => [
        String(row['_id']),
        Object.fromEntries(structure.fields.map(({ name }) => [name, row[name]])),
      ]),
    )
  const idOf = async (structure: Structure, number: number) => {
    const row = (await rowsOf(structure)).find((one) => one['number'] === number)
    return row && String(row['_id'])
  }
  async function undo(structure: Structure, job_id: string, by: string = randomUUID()) {
    const done = { remove: 0, put_back: 0, bring_back: 0 }
    for (const action of undoActions)
      for (let before = -1; before !== done[action];) {
        before = done[action]
        for (let after: string | undefined = '0'; after !== undefined;) {
          const part = await store.undo.part(structure, { job_id, by, action, after })
          done[action] += part.done
          after = part.last
        }
      }
    return done
  }
  const counts = async (structure: Structure, job_id: string) => {
    const { samples: _, ...plan } = await store.undo.plan(structure, job_id)
    return plan
  }
  const full = {
    name: 'Ägypten "😀" \\ \'x\'',
    price: '123456789012345678.000000000001',
    big: '9007199254740993',
    active: true,
    due: '2026-01-31',
    at: '2026-01-31T12:30:45.123456Z',
    parts: { b: [1, '2', null], a: 'x' },
  }

  for (const [what, keeping] of [
    ['where versions are kept', { data_versioning: true }],
    ['where what runs change is kept', { run_changes_days: 30 }],
  ] as const) {
    const items = () => itemsKeeping(keeping)
    it(`${what}: a run is taken back: what it made goes, what it changed or removed is as before, to the last digit`, async () => {
      const structure = await items()
      const [before, job] = [randomUUID(), randomUUID()]
      await write(structure, before, 'upsert', [
        { number: 1, ...full },
        { number: 2, name: null, price: null, big: null, active: false, due: null, at: null, parts: null },
        { number: 3, name: 'goes' },
      ])
      const exactly = async () =>
        run(
          kind === 'PostgreSQL'
            ? `select number, name, price::text, big::text, active, due::text, at::text, parts::text from p_${structure.project_id.replaceAll('-', '')}.${structure.table_name} order by number`
            : `select number, name, cast(price as char) as price, cast(big as char) as big, active, due, cast(at as char) as at, parts from ${await mariaTable(structure)} order by number`,
        )
      const was = await exactly()
      await write(
        structure,
        job,
        'replace',
        [
          { number: 1, ...full, name: 'other', price: '1', big: 2, active: false, due: null, at: null, parts: [] },
          {
            number: 2,
            name: 'filled',
            price: '2',
            big: 3,
            active: true,
            due: '2026-02-01',
            at: '2026-02-01',
            parts: {},
          },
          { number: 4, name: 'new' },
        ],
        true,
      )
      assert.deepEqual(await counts(structure, job), { remove: 1, put_back: 2, bring_back: 1, stands: 0 })
      const { samples } = await store.undo.plan(structure, job)
      assert.deepEqual(
        samples
          .map(({ action, now, then }) => [action, now?.['name'] ?? null, then?.['name'] ?? null])
          .sort((a, b) => String(a).localeCompare(String(b))),
        [
          ['bring_back', null, 'goes'],
          ['put_back', 'filled', null],
          ['put_back', 'other', 'Ägypten "😀" \\ \'x\''],
          ['remove', 'new', null],
        ],
      )
      const by = randomUUID()
      assert.deepEqual(await undo(structure, job, by), { remove: 1, put_back: 2, bring_back: 1 })
      assert.deepEqual(await exactly(), was)
      assert.deepEqual(await counts(structure, job), { remove: 0, put_back: 0, bring_back: 0, stands: 0 })
      if (structure.data_versioning)
        assert.deepEqual(
          (await store.earlierVersions(structure, '1')).map(({ version, operation, by: who }) => [
            version,
            operation,
            who,
          ]),
          [
            [2, 'update', by],
            [1, 'update', job],
          ],
        )
    })

    it(`${what}: nothing newer is overwritten: another run, somebody by hand, a run that only confirmed it`, async () => {
      const structure = await items()
      const [job, later] = [randomUUID(), randomUUID()]
      await write(structure, randomUUID(), 'upsert', [{ number: 1, name: 'a' }])
      await write(
        structure,
        job,
        'upsert',
        [1, 2, 3, 4, 5].map((number) => ({ number, name: `job ${number}` })),
      )
      await write(structure, later, 'upsert', [{ number: 2, name: 'later' }])
      await store.change(structure, (await idOf(structure, 3))!, { name: 'by hand' })
      await store.remove(structure, [(await idOf(structure, 4))!])
      assert.deepEqual(await counts(structure, job), { remove: 1, put_back: 1, bring_back: 0, stands: 2 })
      await write(structure, later, 'replace', [{ number: 5, name: 'job 5' }])
      assert.deepEqual(await counts(structure, job), { remove: 0, put_back: 1, bring_back: 0, stands: 3 })
      await undo(structure, job)
      assert.deepEqual(
        (await rowsOf(structure)).map(({ number, name }) => [number, name]),
        [
          [1, 'a'],
          [2, 'later'],
          [3, 'by hand'],
          [5, 'job 5'],
        ],
      )
    })

    it(`${what}: a record a run has found and only confirmed is not taken for its own`, async () => {
      const structure = await items()
      const job = randomUUID()
      await write(structure, randomUUID(), 'upsert', [{ number: 1, name: 'a' }])
      await write(structure, job, 'replace', [{ number: 1, name: 'a' }], true)
      assert.deepEqual(await counts(structure, job), { remove: 0, put_back: 0, bring_back: 0, stands: 0 })
      await undo(structure, job)
      assert.equal((await rowsOf(structure)).length, 1)
    })

    it(`${what}: two runs are taken back one after the other, the newer first`, async () => {
      const structure = await items()
      const [first, second] = [randomUUID(), randomUUID()]
      await write(structure, randomUUID(), 'upsert', [{ number: 1, name: 'a' }])
      await write(structure, first, 'upsert', [
        { number: 1, name: 'b' },
        { number: 2, name: 'b' },
      ])
      await records.remove({
        structure_id: structure.id,
        ids: [(await idOf(structure, 2))!],
        job_id: second,
        step: 'delete',
      })
      await write(structure, second, 'upsert', [{ number: 1, name: 'c' }])
      assert.deepEqual(await counts(structure, first), { remove: 0, put_back: 0, bring_back: 0, stands: 1 })
      assert.deepEqual(await undo(structure, second), { remove: 0, put_back: 1, bring_back: 1 })
      assert.deepEqual(await undo(structure, first), { remove: 1, put_back: 1, bring_back: 0 })
      assert.deepEqual(
        (await rowsOf(structure)).map(({ number, name }) => [number, name]),
        [[1, 'a']],
      )
    })

    it(`${what}: a record whose place is taken, or whose fields are others by now, stands`, async () => {
      const structure = await items()
      const job = randomUUID()
      await write(structure, randomUUID(), 'upsert', [{ number: 1, name: 'a' }])
      await records.remove({
        structure_id: structure.id,
        ids: [(await idOf(structure, 1))!],
        job_id: job,
        step: 'delete',
      })
      await store.add(structure, { number: 1, name: 'somebody else' })
      assert.deepEqual(await undo(structure, job), { remove: 0, put_back: 0, bring_back: 0 })
      assert.deepEqual(
        (await rowsOf(structure)).map(({ name }) => name),
        ['somebody else'],
      )
      const other = await items()
      await write(other, randomUUID(), 'upsert', [{ number: 1, name: 'a' }])
      await write(other, job, 'upsert', [{ number: 1, name: 'b' }])
      const next = {
        ...other,
        version: 2,
        fields: other.fields.map((field) => (field.name === 'name' ? { ...field, name: 'title' } : field)),
      }
      await store.apply(next, { accept_losses: false })
      assert.deepEqual(await counts(next, job), { remove: 0, put_back: 0, bring_back: 0, stands: 1 })
    })

    it(`${what}: records that change places under a unique field find back`, async () => {
      const structure = await items()
      const job = randomUUID()
      await write(structure, randomUUID(), 'upsert', [
        { number: 1, name: 'a' },
        { number: 2, name: 'b' },
      ])
      const moving = { structure_id: structure.id, mode: 'update' as const, key: ['name'], job_id: job, attempt: 1 }
      for (const [step, batch] of [
        ['x', [{ name: 'b', number: 3 }]],
        ['y', [{ name: 'a', number: 2 }]],
      ] as const) {
        const writer = await records.open({ ...moving, step })
        await writer.write([...batch], 0)
        await writer.close()
      }
      await undo(structure, job)
      assert.deepEqual(
        (await rowsOf(structure)).map(({ number, name }) => [number, name]),
        [
          [1, 'a'],
          [2, 'b'],
        ],
      )
    })

    it(`${what}: any walk of writes: taking back one run gives each record as it was before the run, or leaves it`, async () => {
      const number = fc.integer({ min: 1, max: 4 })
      const write_ = fc.record({
        who: fc.integer({ min: 0, max: 2 }),
        mode: fc.constantFrom<Mode>('upsert', 'replace', 'update', 'insert'),
        batch: fc.uniqueArray(fc.record({ number, name: fc.constantFrom('a', 'b', null) }), {
          selector: (one) => one.number,
          maxLength: 3,
        }),
        finish: fc.boolean(),
      })
      const byHand = fc.record({ edit: number, name: fc.constantFrom('a', 'hand') })
      const gone = fc.record({ gone: number, who: fc.option(fc.integer({ min: 0, max: 2 })) })
      await fc.assert(
        fc.asyncProperty(fc.array(fc.oneof(write_, byHand, gone), { maxLength: 9 }), async (walk) => {
          const structure = await items()
          const jobs = [randomUUID(), randomUUID(), randomUUID()]
          /** Of each record what it was before the run first met it, and whether anybody else has met it since. */
          const before = new Map<string, { was: unknown; isNewer: boolean }>()
          let last = new Map<string, unknown>()
          for (const one of walk) {
            let isOurs = false
            if ('mode' in one) {
              isOurs = one.who === 0
              await write(structure, jobs[one.who]!, one.mode, one.batch, one.finish)
            } else {
              const id = await idOf(structure, 'edit' in one ? one.edit : one.gone)
              if (id === undefined) continue
              if ('edit' in one) await store.change(structure, id, { name: one.name })
              else if (one.who === null) await store.remove(structure, [id])
              else {
                isOurs = one.who === 0
                const by = { job_id: jobs[one.who]!, step: 'delete' }
                await records.remove({ structure_id: structure.id, ids: [id], ...by })
              }
            }
            const now = await contents(structure)
            for (const id of new Set([...last.keys(), ...now.keys()])) {
              if (JSON.stringify(last.get(id)) === JSON.stringify(now.get(id))) continue
              const known = before.get(id)
              if (isOurs && !known) before.set(id, { was: last.get(id), isNewer: false })
              else if (!isOurs && known) known.isNewer = true
            }
            last = now
          }
          await undo(structure, jobs[0]!)
          const after = await contents(structure)
          for (const id of new Set([...last.keys(), ...after.keys(), ...before.keys()])) {
            const { was, isNewer } = before.get(id) ?? { was: last.get(id), isNewer: true }
            const [now, then] = [JSON.stringify(after.get(id)), JSON.stringify(was)]
            const isLeft = now === JSON.stringify(last.get(id))
            assert.ok(isNewer ? isLeft : isLeft || now === then, `${id}: ${now} of ${then}`)
          }
          // Without anybody else at work since, nothing is left.
          if (!walk.some((one) => !('mode' in one) || one.who !== 0))
            assert.deepEqual([...after], [], JSON.stringify(await rowsOf(structure)))
        }),
        { numRuns: 25 },
      )
    })
  }

  it('what people change is not kept, what runs change is forgotten after its days, and all of it when nothing is kept any more', async () => {
    const structure = await itemsKeeping({ run_changes_days: 30 })
    const kept = await keptTable(structure)
    const keptNow = async () =>
      (await run(`select _operation as operation from ${kept} order by _version`)).map(({ operation }) => operation)
    const job = randomUUID()
    await write(structure, randomUUID(), 'insert', [{ number: 1, name: 'a' }])
    await store.change(structure, '1', { name: 'by hand' })
    assert.deepEqual(await keptNow(), [])
    await write(structure, job, 'upsert', [
      { number: 1, name: 'b' },
      { number: 2, name: 'b' },
    ])
    await records.remove({ structure_id: structure.id, ids: ['1'], job_id: job, step: 'delete' })
    assert.deepEqual(await keptNow(), ['update', 'delete'])
    assert.deepEqual(await store.earlierVersions(structure, '1'), [])
    await run(
      `update ${kept} set _replaced_at = ${kind === 'PostgreSQL' ? "now() - interval '31 days'" : 'now(6) - interval 31 day'} where _operation = 'update'`,
    )
    assert.equal(await store.undo.forget(structure, 30), 1)
    assert.equal(await store.undo.forget(structure, 30), 0)
    assert.deepEqual(await keptNow(), ['delete'])
    const renamed = { ...structure, version: 2, table_name: `${structure.table_name}_renamed` }
    await store.apply(renamed, { accept_losses: false })
    const bare = { ...renamed, version: 3, run_changes_days: null }
    const { changes } = await store.apply(bare, { accept_losses: false })
    assert.ok(changes.some((change) => change.kind === 'noRunChanges'))
    await assert.rejects(keptNow())
    const versioned = { ...bare, version: 4, data_versioning: true }
    await store.apply(versioned, { accept_losses: false })
    await store.change(versioned, String((await rowsOf(versioned))[0]!['_id']), { name: 'c' })
    assert.equal((await store.earlierVersions(versioned, String((await rowsOf(versioned))[0]!['_id']))).length, 1)
  })

  it('versions of before the update stay readable, and the next run that writes teaches their table who replaces them', async () => {
    const structure = await itemsKeeping({ data_versioning: true })
    await write(structure, randomUUID(), 'upsert', [{ number: 1, name: 'a' }])
    const schema = `p_${structure.project_id.replaceAll('-', '')}`
    if (kind === 'PostgreSQL') {
      await run(`drop trigger weft_versions_update on ${schema}.${structure.table_name}`)
      await run(`alter table ${schema}.${structure.table_name}__versions drop column _by, drop column _undone`)
      await run(
        `insert into ${schema}.${structure.table_name}__versions (_id, _version, _operation, _row) values (1, 0, 'update', '{"number": 1, "name": "old"}')`,
      )
    } else {
      const [place] = (await mariaTable(structure)).split('.')
      const versions = `${place}."_weft_versions_${structure.id.replaceAll('-', '')}"`
      await run(`alter table ${versions} drop index by_writer, drop column _by, drop column _undone`)
      await run(
        `insert into ${versions} (_id, _version, _operation, _row) values (1, 0, 'update', '{"number": 1, "name": "old"}')`,
      )
      await store.change(structure, '1', { name: 'by hand' })
    }
    const old = (await store.earlierVersions(structure, '1')).at(-1)!
    assert.deepEqual([old.operation, old.by, old.record['name']], ['update', null, 'old'])
    await inScope(control.db, tenant.scope, (trx) =>
      trx.deleteFrom('traced_structures').where('structure_id', '=', structure.id).execute(),
    )
    const job = randomUUID()
    await write(structure, job, 'upsert', [{ number: 1, name: 'b' }])
    assert.equal((await store.earlierVersions(structure, '1'))[0]!.by, job)
    assert.deepEqual(await counts(structure, job), { remove: 0, put_back: 1, bring_back: 0, stands: 0 })
  })

  async function keptTable({ project_id, ...structure }: Structure) {
    const name = `_weft_run_changes_${structure.id.replaceAll('-', '')}`
    return kind === 'PostgreSQL'
      ? `p_${project_id.replaceAll('-', '')}.${name}`
      : `${(await mariaTable({ project_id, ...structure })).split('.')[0]}."${name}"`
  }

  async function mariaTable(structure: Structure) {
    const [found] = await run(
      `select table_schema as place from information_schema.tables where table_name = '${structure.table_name}'`,
    )
    return `"${String(found!['place'])}"."${structure.table_name}"`
  }
}
