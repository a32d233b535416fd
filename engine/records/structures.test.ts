import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { inScope } from '@weft/kit/database/connect.server.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aDraft, aField } from '../testing/structure.ts'
import { onBothDatabases } from '../testing/both-databases.ts'
import { openRecords } from './records.server.ts'
import type { Structure } from './structure.ts'
import {
  applyStructure,
  createStructure,
  dropStructure,
  findStructure,
  planStructure,
  type StructureDraft,
} from './structures.server.ts'

const control = await testDatabase()
for (const { kind, tenant, store, run, it } of await onBothDatabases(control)) {
  const ground = { db: control.db, databases: tenant.databases }
  const { scope } = tenant
  const draftOf = ({ id: _, project_id: __, version: ___, locked: ____, ...draft }: Structure): StructureDraft => draft
  const key = aField('number', 'integer', { primary_key: true, nullable: false })

  let made = 0
  async function filled(fields: StructureField[], rows: Record<string, unknown>[], more: Partial<StructureDraft> = {}) {
    const structure = await createStructure(
      ground,
      scope,
      aDraft(
        `Thing${++made}`,
        [key, ...fields].map((field) => ({ ...field, id: randomUUID() })),
        more,
      ),
    )
    const writer = await openRecords(ground, scope).open({
      structure_id: structure.id,
      mode: 'insert',
      job_id: randomUUID(),
      step: 's',
      attempt: 1,
    })
    const { rejected } = await writer.write(
      rows.map((row, number) => ({ number, ...row })),
      0,
    )
    assert.deepEqual(rejected, [])
    return structure
  }
  const changed = (structure: Structure, name: string, more: Partial<StructureField>): StructureDraft => ({
    ...draftOf(structure),
    fields: structure.fields.map((field) => (field.name === name ? { ...field, ...more } : field)),
  })
  const column = async (structure: Structure, name: string) =>
    (await Array.fromAsync(store.selected(structure, { sort: '_id' }))).flat().map((row) => row[name])

  it('a definition that cannot be is refused with every field that is wrong, in both languages', async () => {
    const wrong = { ...aDraft('order lines', []), table_name: 'Select', label: ' ' }
    const error = await createStructure(ground, scope, wrong).catch(
      (e: unknown) => e as { fields: Record<string, [Parameters<typeof say>[0]]> },
    )
    assert.ok('fields' in error && !('id' in error))
    assert.deepEqual(
      Object.entries(error.fields).map(([field, [message]]) => [field, say(message, 'en'), say(message, 'de')]),
      [
        [
          'class_name',
          'The class name must be in Pascal case without white space, such as SalesOrder.',
          'Der Klassenname muss in Pascal-Schreibweise ohne Leerzeichen stehen, etwa SalesOrder.',
        ],
        [
          'table_name',
          'The table name must be in snake case without spaces, such as sales_order.',
          'Der Tabellenname muss in Snake-Schreibweise ohne Leerzeichen stehen, etwa sales_order.',
        ],
        ['label', 'Label is required.', 'Bezeichnung ist ein Pflichtfeld.'],
        ['fields', 'The data structure needs at least one field.', 'Die Datenstruktur benötigt mindestens ein Feld.'],
      ],
    )
  })

  it('reserved words, missing and double keys, names in use and bad defaults are refused', async () => {
    const fieldsOf = async (draft: StructureDraft) =>
      Object.keys(
        (
          await createStructure(ground, scope, draft).then(
            () => ({ fields: {} }),
            (e: unknown) => e as { fields: object },
          )
        ).fields,
      )
    assert.deepEqual(await fieldsOf({ ...aDraft('Order', [key]), table_name: 'order' }), ['table_name'])
    assert.deepEqual(await fieldsOf(aDraft('NoKey', [aField('name')])), ['fields'])
    assert.deepEqual(await fieldsOf(aDraft('TwoKeys', [key, aField('other', 'uuid', { primary_key: true })])), [
      'fields',
    ])
    assert.deepEqual(
      await fieldsOf(
        aDraft('BadFields', [
          key,
          aField('Not Snake'),
          aField('when'),
          aField('day', 'date', { default: 'soon' }),
          aField('size', 'decimal', { min: 3, max: 1 }),
          aField('kind', 'choice'),
        ]),
      ),
      ['fields.1.name', 'fields.2.name', 'fields.3.default', 'fields.4.min', 'fields.5.values'],
    )
    await createStructure(ground, scope, aDraft('Taken', [key]))
    assert.deepEqual(await fieldsOf(aDraft('Taken', [key])), ['class_name', 'table_name'])
  })

  it('a plan says what a change does and changes nothing', async () => {
    const structure = await filled(
      [aField('name'), aField('amount')],
      [
        { name: 'a', amount: '12' },
        { name: 'b', amount: 'twelve' },
        { name: '', amount: '' },
        { name: 'd', amount: '1.5' },
      ],
    )
    const wanted = {
      ...changed(structure, 'amount', { type: 'integer', name: 'quantity' }),
      table_name: 'renamed_things',
    }
    wanted.fields = [
      ...wanted.fields.filter((field) => field.name !== 'name'),
      aField('note', 'text', { default: 'none' }),
    ]
    const plan = await planStructure(ground, scope, wanted, structure.id)
    assert.deepEqual([plan.rows, plan.obstacles], [4, []])
    const steps = {
      PostgreSQL: [
        ['renameTable', undefined, 0],
        ['renameTable', undefined, 0],
        ['hash', undefined, 0],
        ['dropField', 'name', 4],
        ['renameField', 'quantity', 0],
        ['changeType', 'quantity', 4],
        ['addField', 'note', 4],
        ['hash', undefined, 4],
      ],
      MariaDB: [
        ['renameTable', undefined, 0],
        ['dropField', 'name', 4],
        ['renameField', 'quantity', 0],
        ['changeType', 'quantity', 4],
        ['addField', 'note', 4],
      ],
    }
    assert.deepEqual(
      plan.changes.map((change) => [change.kind, change.field, change.rows]),
      steps[kind],
    )
    assert.deepEqual(
      plan.losses.map(({ field, count, samples, text }) => [field, count, samples, say(text, 'en')]),
      [
        ['name', 3, ['a', 'b', 'd'], '3 values are removed with the field name.'],
        [
          'quantity',
          2,
          ['1.5', 'twelve'],
          `quantity: 2 values do not fit the type ${kind === 'MariaDB' ? 'int' : 'integer'} and would be emptied, cut or rounded.`,
        ],
      ],
    )
    assert.deepEqual(await column(structure, 'amount'), ['12', 'twelve', '', '1.5'])
    await assert.rejects(applyStructure(ground, scope, structure.id, wanted), { code: 'LOSSES', status: 409 })
    assert.deepEqual(await column(structure, 'amount'), ['12', 'twelve', '', '1.5'])
    const applied = await applyStructure(ground, scope, structure.id, wanted, { accept_losses: true })
    assert.equal(applied.structure.version, 2)
    assert.deepEqual(await column(applied.structure, 'quantity'), [12, null, null, null])
    assert.deepEqual(await column(applied.structure, 'note'), ['none', 'none', 'none', 'none'])
    const revisions = await inScope(control.db, scope, (trx) =>
      trx
        .selectFrom('data_structure_revisions')
        .select('version')
        .where('data_structure_id', '=', structure.id)
        .orderBy('version')
        .execute(),
    )
    assert.deepEqual(
      revisions.map(({ version }) => version),
      [1, 2],
    )
  })

  it('types are converted wherever the values allow it', async () => {
    const cases: [Partial<StructureField>, unknown[], Partial<StructureField>, unknown[], number][] = [
      [{ type: 'integer' }, [1, 2], { type: 'text' }, ['1', '2'], 0],
      [
        { type: 'decimal', precision: 10, scale: 3 },
        ['1.250', '7'],
        { type: 'decimal', precision: 10, scale: 1 },
        ['1.3', '7.0'],
        1,
      ],
      [{ type: 'decimal' }, ['2.5', '99999999999'], { type: 'integer' }, [3, null], 2],
      [{ type: 'date' }, ['2026-01-31'], { type: 'date_time' }, ['2026-01-31T00:00:00.000Z'], 0],
      [
        { type: 'date_time' },
        ['2026-01-31T12:00:00Z', '2026-02-01T00:00:00Z'],
        { type: 'date' },
        ['2026-01-31', '2026-02-01'],
        1,
      ],
      [{ type: 'text' }, ['2026-01-31', 'x'], { type: 'date_time' }, ['2026-01-31T00:00:00.000Z', null], 1],
      [{ type: 'boolean' }, [true, false], { type: 'integer' }, [1, 0], 0],
      [{ type: 'text' }, ['true', 'maybe'], { type: 'boolean' }, [true, null], 1],
      [{ type: 'text' }, ['{"a":1}', 'x'], { type: 'json' }, [{ a: 1 }, null], 1],
      [{ type: 'text' }, ['abcdef', 'ab'], { type: 'text', length: 3 }, ['abc', 'ab'], 1],
    ]
    for (const [was, values, now, after, lost] of cases) {
      const structure = await filled(
        [{ ...aField('value'), ...was }],
        values.map((value) => ({ value })),
      )
      const { plan, structure: next } = await applyStructure(
        ground,
        scope,
        structure.id,
        changed(structure, 'value', { precision: undefined, scale: undefined, ...now }),
        { accept_losses: true },
      )
      assert.deepEqual(
        [await column(next, 'value'), plan.losses.reduce((sum, { count }) => sum + count, 0)],
        [after, lost],
        `${was.type} to ${now.type}`,
      )
    }
  })

  it('records without a value or with the same one forbid a change, and say how many they are', async () => {
    const structure = await filled(
      [aField('name'), aField('code')],
      [
        { name: null, code: 'a' },
        { name: 'x', code: 'a' },
      ],
    )
    const plan = await planStructure(ground, scope, changed(structure, 'name', { nullable: false }), structure.id)
    assert.deepEqual(
      plan.obstacles.map(({ text }) => say(text, 'de')),
      ['1 Datensatz hat keinen Wert in name; legen Sie einen Vorgabewert fest oder füllen Sie diese zuerst.'],
    )
    await assert.rejects(
      applyStructure(ground, scope, structure.id, changed(structure, 'name', { nullable: false }), {
        accept_losses: true,
      }),
      { code: 'OBSTACLES' },
    )
    await applyStructure(
      ground,
      scope,
      structure.id,
      changed(structure, 'name', { nullable: false, default: 'nobody' }),
    )
    assert.deepEqual(await column(structure, 'name'), ['nobody', 'x'])
    const unique = await planStructure(ground, scope, changed(structure, 'code', { unique: true }), structure.id)
    assert.deepEqual(
      unique.obstacles.map(({ samples, count }) => [samples, count]),
      [[['a'], 1]],
    )
  })

  it('two fields may swap their names', async () => {
    const structure = await filled([aField('first'), aField('second')], [{ first: '1', second: '2' }])
    const swapped = {
      ...draftOf(structure),
      fields: structure.fields.map((field) =>
        field.name === 'first'
          ? { ...field, name: 'second' }
          : field.name === 'second'
            ? { ...field, name: 'first' }
            : field,
      ),
    }
    await applyStructure(ground, scope, structure.id, swapped)
    assert.deepEqual([await column(structure, 'first'), await column(structure, 'second')], [['2'], ['1']])
  })

  it('what runs right after a field was added writes and reads it', async () => {
    const structure = await filled([aField('name')], [])
    const records = openRecords(ground, scope)
    const target = { structure_id: structure.id, mode: 'insert', step: 's', attempt: 1 } as const
    const written = async (record: Record<string, unknown>) => {
      const writer = await records.open({ ...target, job_id: randomUUID() })
      assert.deepEqual((await writer.write([record], 0)).rejected, [])
      await writer.finish()
    }
    await written({ number: 1, name: 'a' })
    await applyStructure(ground, scope, structure.id, {
      ...draftOf(structure),
      fields: [...structure.fields, aField('level', 'integer')],
    })
    await written({ number: 2, name: 'b', level: 3 })
    const read = (await Array.fromAsync(records.read({ structure_id: structure.id }))).flatMap((batch) => batch.records)
    assert.deepEqual(
      read.map(({ name, level }) => [name, level]),
      [
        ['a', null],
        ['b', 3],
      ],
    )
  })

  it('a crash between table and definition is mended by applying again', async () => {
    const structure = await filled([aField('name')], [{ name: 'a' }])
    await applyStructure(ground, scope, structure.id, changed(structure, 'name', { name: 'title' }))
    await inScope(control.db, scope, (trx) =>
      trx
        .updateTable('data_structures')
        .set({ fields: JSON.stringify(structure.fields), version: 1 })
        .where('id', '=', structure.id)
        .execute(),
    )
    await inScope(control.db, scope, (trx) =>
      trx
        .deleteFrom('data_structure_revisions')
        .where('data_structure_id', '=', structure.id)
        .where('version', '=', 2)
        .execute(),
    )
    const { plan } = await applyStructure(ground, scope, structure.id, changed(structure, 'name', { name: 'title' }))
    assert.deepEqual(plan.changes, [])
    assert.deepEqual(await column(structure, 'title'), ['a'])
  })

  it('a table that was dropped is made anew', async () => {
    const structure = await filled([aField('name')], [])
    await run(`drop table ${store.dialect.table(structure)}`)
    const { plan } = await applyStructure(ground, scope, structure.id, draftOf(structure))
    assert.equal(plan.changes[0]!.kind, 'createTable')
  })

  it('versions are kept from the moment it is asked for, also after the table got another name', async () => {
    const structure = await filled([aField('name')], [{ name: 'a' }])
    const { structure: kept } = await applyStructure(ground, scope, structure.id, {
      ...draftOf(structure),
      data_versioning: true,
    })
    const { structure: renamed } = await applyStructure(ground, scope, structure.id, {
      ...draftOf(kept),
      table_name: `${kept.table_name}_new`,
    })
    const [first] = (await store.page(renamed, { page: 1, perPage: 1 })).data
    await store.change(renamed, String(first!['_id']), { name: 'b' })
    await store.remove(renamed, [String(first!['_id'])])
    const versions = await store.earlierVersions(renamed, String(first!['_id']))
    assert.deepEqual(
      versions.map(({ operation, record }) => [operation, (record as { name: string }).name]),
      [
        ['delete', 'b'],
        ['update', 'a'],
      ],
    )
  })

  it('a locked structure is not changed, one in use not removed', async () => {
    const structure = await filled([aField('name')], [])
    await inScope(control.db, scope, (trx) =>
      trx.updateTable('data_structures').set({ locked: true }).where('id', '=', structure.id).execute(),
    )
    await assert.rejects(applyStructure(ground, scope, structure.id, draftOf(structure)), {
      code: 'LOCKED',
      status: 423,
    })
    await inScope(control.db, scope, (trx) =>
      trx.updateTable('data_structures').set({ locked: false }).where('id', '=', structure.id).execute(),
    )
    await inScope(control.db, scope, (trx) =>
      trx
        .insertInto('data_sets')
        .values({ name: 'Uses it', definition: JSON.stringify({ structures: [structure.id] }) })
        .execute(),
    )
    await assert.rejects(
      dropStructure(ground, scope, structure.id),
      (error: Error & { code: string }) => error.code === 'IN_USE' && error.message.includes('Uses it'),
    )
    const plan = await planStructure(ground, scope, draftOf(structure), structure.id)
    assert.deepEqual(
      plan.dependents.map(({ kind, label }) => [kind, label]),
      [['data_set', 'Uses it']],
    )
    await inScope(control.db, scope, (trx) => trx.deleteFrom('data_sets').execute())
    await dropStructure(ground, scope, structure.id)
    await assert.rejects(
      inScope(control.db, scope, (trx) => findStructure(trx, structure.id)),
      { code: 'NOT_FOUND' },
    )
  })
}
