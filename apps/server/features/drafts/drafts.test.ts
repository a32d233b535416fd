import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import fc from 'fast-check'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const tenant = await aTenant({ ...server.test, key: server.context.key }, { name: 'Hanse Handel' })
const other = await aTenant({ ...server.test, key: server.context.key }, { name: 'Alster Handel' })
type Headers = Record<string, string>
const headersOf = async (of: typeof tenant, email: string, role: string): Promise<Headers> => ({
  ...(await signedIn(server, { email, role, tenant_id: of.tenant_id })),
  'x-project-id': of.project_id,
})
const lena = await headersOf(tenant, 'lena@hanse.test', 'developer')
const omar = await headersOf(tenant, 'omar@hanse.test', 'developer')
const boss = await headersOf(tenant, 'kim@hanse.test', 'tenant_admin')
const viewer = await headersOf(tenant, 'vic@hanse.test', 'viewer')
const foreign = await headersOf(other, 'admin@alster.test', 'tenant_admin')

async function call(headers: Headers, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await server.app.inject({ method, url: `/api/app${url}`, headers, ...(payload && { payload }) })
  const body = answer.body ? (answer.json() as any) : undefined
  return { status: answer.statusCode, data: body?.data, code: body?.code, message: body?.message, errors: body?.errors }
}
let number = 0
const made = async (path: string, body: object): Promise<string> => {
  const { data, errors, message } = await call(lena, 'POST', `/${path}`, body)
  assert.ok(data, JSON.stringify({ errors, message }))
  return data.id
}

const source = (title: string) =>
  `weft: 1
label: Import ${number}
steps:
  - id: manual
    element: manual
  - id: tell
    element: notify
    settings:
      title: ${title}
edges:
  - from: manual.out
    to: tell.in
`

const aStructure = (class_name: string) =>
  made('data_structures', {
    class_name,
    table_name: class_name.toLowerCase(),
    label: class_name,
    fields: [aField('number', 'text', { primary_key: true, nullable: false }), aField('pieces', 'integer')],
  })
const orders = await aStructure('Orders')
const sales = await aStructure('Sales')
const transformer = (label: string) => ({
  id: '0b7f1a52-7d3c-4b0e-9a4c-1f6f0d7f3a10',
  key: 'constant',
  label,
  inputs: [],
  options: { value: 'x' },
  output: 'word',
  conditions: [],
  otherwise: 'empty',
  position: { x: 1, y: 2 },
})

const dataSet = (description: string) => ({
  name: `All orders ${number}`,
  description,
  definition: {
    structures: [{ as: 'orders', structure_id: orders }],
    lists: [],
    fields: [{ name: 'number', of: 'orders', field: 'number' }],
    filters: [{ of: 'orders', field: 'pieces', operator: 'greater', value: 3 }],
    having: [],
    sort: [{ field: 'number', descending: true }],
    limit: 100,
    parameters: [],
    zone: 'Europe/Berlin',
  },
})
const model = (word: string) => ({
  model_name: `Prices ${number}`,
  sample_file: `${word}.csv`,
  preview_rows: 20,
  analyse_entry_quantity: 10,
  max_depth: 5,
  options: csv,
  fields: [modelColumn],
  dynamic_fields: [],
  primary_key: 'number',
})
const {
  options: csv,
  fields: [modelColumn],
} = (
  await call(lena, 'POST', '/dynamic_models', {
    model_name: 'Prices',
    type: 'csv',
    fields: [{ name: 'number', original_name: 'Number', type: 'text' }],
    primary_key: 'number',
  })
).data
const items = [aField('number', 'text', { primary_key: true, nullable: false }), aField('pieces', 'integer')]
const { fields: wholeFields } = (
  await call(lena, 'POST', '/data_structures', { class_name: 'Item', table_name: 'item', label: 'Item', fields: items })
).data
const fieldsSaying = (label: string) => [wholeFields[0], { ...wholeFields[1], label }]
const itemsSaying = (label: string) => ({
  class_name: `Items${number}`,
  table_name: `items_${number}`,
  fields: fieldsSaying(label),
})
const extra = aField('pieces')

type Case = {
  /** A live thing that says this word. */
  live(word: string): Promise<string>
  /** What a draft of it says. */
  content(word: string): { kind: string } & Record<string, unknown>
  /** What is live, as its own routes tell it, with the same words. */
  said(id: string): Promise<unknown>
  /** What live says with a word. */
  says(word: string): unknown
  /** Changes it directly. */
  change(headers: Headers, id: string, word: string): Promise<unknown>
  /** What may be kept and not published, and the fields that are then refused. */
  unfinished(): { kind: string } & Record<string, unknown>
  refused: string[]
  remove(id: string): string
}

const kinds: Record<string, Case> = {
  workflow: {
    async live(word) {
      number += 1
      const id = await made('workflows', { label: `Import ${number}`, source: source(word) })
      assert.equal((await call(lena, 'POST', `/workflows/${id}/publish`, { published: true })).status, 200)
      return id
    },
    content: (word) => ({ kind: 'workflow', source: source(word) }),
    said: async (id) => (await call(lena, 'GET', `/workflows/${id}/code`)).data.source,
    says: source,
    change: (headers, id, word) => call(headers, 'PUT', `/workflows/${id}/code`, { source: source(word) }),
    unfinished: () => ({ kind: 'workflow', source: source('""') }),
    refused: ['steps.tell.settings.title'],
    remove: (id) => `/workflows/${id}`,
  },
  mapping: {
    live(word) {
      number += 1
      return made('mappings', {
        label: `Mapping ${number}`,
        source_structure_id: orders,
        target_structure_id: sales,
        definition: { connections: [], transformers: [transformer(word)] },
      })
    },
    content: (word) => ({ kind: 'mapping', definition: { connections: [], transformers: [transformer(word)] } }),
    said: async (id) => (await call(lena, 'GET', `/mappings/${id}`)).data.definition,
    says: (word) => ({ connections: [], transformers: [transformer(word)] }),
    change: (headers, id, word) =>
      call(headers, 'PUT', `/mappings/${id}`, {
        definition: { connections: [], transformers: [transformer(word)] },
      }),
    unfinished: () => ({
      kind: 'mapping',
      definition: {
        connections: [
          {
            id: 'f1b0c1de-40b5-4b0f-8a52-4b9a6f1c0a11',
            source_field_id: 'word',
            target_field_id: 'a2c5a4a8-9a0e-4a52-8c0e-3d1d2b3c4d5e',
          },
        ],
        transformers: [],
      },
    }),
    refused: ['definition.connection.f1b0c1de-40b5-4b0f-8a52-4b9a6f1c0a11'],
    remove: (id) => `/mappings/${id}`,
  },
  data_set: {
    live(word) {
      number += 1
      return made('data_sets', dataSet(word))
    },
    content: (word) => ({ kind: 'data_set', ...dataSet(word) }),
    async said(id) {
      const { name, description, definition } = (await call(lena, 'GET', `/data_sets/${id}`)).data
      return { name, description, definition }
    },
    says: dataSet,
    change: (headers, id, word) => call(headers, 'PUT', `/data_sets/${id}`, { description: word }),
    unfinished: () => ({
      kind: 'data_set',
      ...dataSet('Half'),
      name: '',
      definition: { ...dataSet('Half').definition, fields: [] },
    }),
    refused: ['name', 'definition.fields'],
    remove: (id) => `/data_sets/${id}`,
  },
  dynamic_model: {
    live(word) {
      number += 1
      return made('dynamic_models', { ...model(word), type: 'csv' })
    },
    content: (word) => ({ kind: 'dynamic_model', ...model(word) }),
    async said(id) {
      const row = (await call(lena, 'GET', `/dynamic_models/${id}`)).data
      return Object.fromEntries(Object.keys(model('')).map((key) => [key, row[key]]))
    },
    says: model,
    change: (headers, id, word) => call(headers, 'PUT', `/dynamic_models/${id}`, { sample_file: `${word}.csv` }),
    unfinished: () => ({ kind: 'dynamic_model', ...model('Half'), primary_key: null }),
    refused: ['primary_key'],
    remove: (id) => `/dynamic_models/${id}`,
  },
  data_structure: {
    live(word) {
      number += 1
      return made('data_structures', { label: 'Items', ...itemsSaying(word) })
    },
    content: (word) => ({ kind: 'data_structure', ...itemsSaying(word) }),
    said: async (id) => (await call(lena, 'GET', `/data_structures/${id}`)).data.fields,
    says: fieldsSaying,
    change: (headers, id, word) =>
      call(headers, 'PUT', `/data_structures/${id}/config`, { fields: fieldsSaying(word) }),
    unfinished: () => ({ kind: 'data_structure', ...itemsSaying('Half'), fields: [...fieldsSaying('Half'), extra] }),
    refused: ['fields.2.name'],
    remove: (id) => `/data_structures/${id}`,
  },
}

const draftOf = (headers: Headers, id: string, content: object, more: object = {}) =>
  call(headers, 'PUT', `/definitions/${id}/draft`, { content, ...more })
const drafts = async (headers: Headers, id: string) => (await call(headers, 'GET', `/definitions/${id}/drafts`)).data
const publish = (headers: Headers, id: string, draft: { id: string; revision: number }, version: number, more = {}) =>
  call(headers, 'POST', `/definitions/${id}/drafts/${draft.id}/publish`, { version, revision: draft.revision, ...more })
const versions = async (id: string) => (await call(lena, 'GET', `/definitions/${id}/versions`)).data
const objects = () =>
  inScope(server.context.db, tenant.scope, async (trx) => {
    const rows = await trx.selectFrom('git_objects').select(['oid', 'draft']).orderBy('oid').execute()
    return { drafts: rows.filter(({ draft }) => draft).length, versions: rows.filter(({ draft }) => !draft) }
  })

for (const [kind, { live, content, said, says, change, unfinished, refused, remove }] of Object.entries(kinds))
  describe(`drafts of a ${kind}`, () => {
    test('one is saved at any time, also unfinished, told what is wrong, and what is live stays', async () => {
      const id = await live('Old')
      const { status, data, errors } = await draftOf(lena, id, unfinished())
      assert.equal(status, 200, JSON.stringify(errors))
      assert.deepEqual([data.content, data.revision, data.base_version, data.is_behind], [unfinished(), 1, 1, false])
      assert.equal(
        data.problems.some(({ level }: { level: string }) => level === 'error'),
        true,
      )
      assert.deepEqual(await said(id), says('Old'))
      const again = await draftOf(lena, id, content('Better'), { revision: 1 })
      assert.deepEqual([again.data.revision, again.data.content], [2, content('Better')])
      assert.deepEqual(
        again.data.problems.filter(({ level }: { level: string }) => level === 'error'),
        [],
      )
      const {
        version,
        drafts: [seen, ...others],
      } = await drafts(omar, id)
      assert.deepEqual([version, seen.author_email, seen.is_own, others], [1, 'lena@hanse.test', false, []])
    })

    test('one that is unfinished is refused with the fields it is about, and stays', async () => {
      const id = await live('Old')
      const { data: draft } = await draftOf(lena, id, unfinished())
      const { status, errors } = await publish(lena, id, draft, 1)
      assert.deepEqual([status, Object.keys(errors)], [422, refused])
      assert.equal((await drafts(lena, id)).drafts.length, 1)
      assert.deepEqual(await said(id), says('Old'))
    })

    test('it is compared with what is live and published with a name and a note, as one version', async () => {
      const id = await live('Old')
      const { data: draft } = await draftOf(lena, id, content('New'))
      const { data: beside } = await call(omar, 'GET', `/definitions/${id}/drafts/${draft.id}/diff`)
      assert.deepEqual(
        [/\bOld\b/.test(beside.before), beside.before.replace(/\bOld\b/g, 'New') === beside.after, beside.version],
        [true, true, 1],
      )
      const { status, data, errors } = await publish(lena, id, draft, 1, { name: 'Fair', message: 'Says what is new' })
      assert.deepEqual([status, data?.version], [200, 2], JSON.stringify(errors))
      assert.deepEqual(await said(id), says('New'))
      assert.deepEqual(await drafts(lena, id), { version: 2, drafts: [] })
      const [newest] = await versions(id)
      assert.deepEqual(
        [newest.name, newest.message, newest.author_email],
        ['Fair', 'Says what is new', 'lena@hanse.test'],
      )
    })

    test('nobody publishes over what somebody else has published without having seen it', async () => {
      const id = await live('Old')
      const { data: lenas } = await draftOf(lena, id, content('Lena'))
      const { data: omars } = await draftOf(omar, id, content('Omar'))
      assert.equal((await publish(omar, id, omars, 1)).status, 200)
      const late = await publish(lena, id, lenas, 1)
      assert.deepEqual([late.status, late.code], [409, 'VERSION_CONFLICT'])
      const {
        version,
        drafts: [head],
      } = await drafts(lena, id)
      assert.deepEqual([version, head.base_version, head.is_behind], [2, 1, true])
      const { data: beside } = await call(lena, 'GET', `/definitions/${id}/drafts/${lenas.id}/diff`)
      assert.deepEqual([/\bOmar\b/.test(beside.before), beside.version], [true, 2])
      const { data: both } = await draftOf(lena, id, content('Both'), { revision: 1, base_version: 2 })
      assert.deepEqual([both.base_version, both.is_behind], [2, false])
      assert.equal((await publish(lena, id, lenas, 2)).code, 'DRAFT_CONFLICT', 'that is not the draft that was seen')
      assert.equal((await publish(lena, id, both, 2)).status, 200)
      assert.deepEqual(await said(id), says('Both'))
    })

    test('what is saved directly is live at once, and a draft knows that it is behind', async () => {
      const id = await live('Old')
      await draftOf(lena, id, content('Draft'))
      await change(omar, id, 'Direct')
      assert.deepEqual(await said(id), says('Direct'))
      const {
        version,
        drafts: [head],
      } = await drafts(lena, id)
      assert.deepEqual([version, head.is_behind], [2, true])
    })

    test('two windows of one person do not overwrite each other, and each person has a draft', async () => {
      const id = await live('Old')
      const first = await draftOf(lena, id, content('One'), { revision: 0 })
      const german = { ...lena, 'accept-language': 'de' }
      const late = await draftOf(german, id, content('Two'), { revision: 0 })
      assert.deepEqual(
        [late.status, late.code, late.message],
        [
          409,
          'DRAFT_CONFLICT',
          'Sie haben diesen Entwurf inzwischen an anderer Stelle geändert. Bitte laden Sie ihn neu.',
        ],
      )
      const omars = await draftOf(omar, id, content('Mine'))
      assert.equal((await drafts(omar, id)).drafts.length, 2)
      const url = `/definitions/${id}/drafts/${first.data.id}`
      assert.deepEqual((await call(omar, 'GET', url)).data.content, content('One'))
      assert.equal((await call(omar, 'DELETE', url)).status, 404, 'nobody discards what another works on')
      assert.equal((await call(omar, 'POST', `${url}/publish`, { version: 1, revision: 1 })).status, 200)
      assert.deepEqual(await said(id), says('One'))
      assert.deepEqual(
        (await drafts(omar, id)).drafts.map((one: { id: string }) => one.id),
        [omars.data.id],
      )
    })

    test('an earlier version becomes a draft, and replaces one only where that was named', async () => {
      const id = await live('First')
      await change(lena, id, 'Second')
      const first = (await versions(id)).at(-1).commit
      const url = `/definitions/${id}/versions/${first}/draft`
      const { data } = await call(lena, 'POST', url, {})
      assert.deepEqual([data.content, data.base_version], [content('First'), 2])
      assert.deepEqual(await said(id), says('Second'))
      assert.equal((await call(lena, 'POST', url, {})).code, 'DRAFT_CONFLICT')
      assert.equal((await call(lena, 'POST', url, { revision: 1 })).data.revision, 2)
    })

    test('who may only look sees drafts and makes none; another tenant sees nothing', async () => {
      const id = await live('Old')
      const { data: draft } = await draftOf(lena, id, content('Draft'))
      const url = `/definitions/${id}/drafts/${draft.id}`
      const at = { version: 1, revision: 1 }
      assert.deepEqual((await call(viewer, 'GET', url)).data.content, content('Draft'))
      assert.equal((await draftOf(viewer, id, content('Mine'))).status, 403)
      assert.equal((await call(viewer, 'DELETE', url)).status, 403)
      assert.equal((await call(viewer, 'POST', `${url}/publish`, at)).status, 403)
      for (const [method, at_url, body] of [
        ['GET', `/definitions/${id}/drafts`, undefined],
        ['GET', url, undefined],
        ['GET', `${url}/diff`, undefined],
        ['PUT', `/definitions/${id}/draft`, { content: content('Mine') }],
        ['DELETE', url, undefined],
        ['POST', `${url}/publish`, at],
      ] as const)
        assert.equal((await call(foreign, method, at_url, body)).status, 404, `${method} ${at_url}`)
    })

    test('with the thing its drafts go, and all that only they needed', async () => {
      const before = await objects()
      const id = await live('Old')
      const { data: draft } = await draftOf(lena, id, content('Lena'))
      await draftOf(omar, id, content('Omar'))
      assert.equal((await call(boss, 'DELETE', remove(id))).status, 204)
      assert.equal((await objects()).drafts, before.drafts)
      assert.equal((await call(lena, 'GET', `/definitions/${id}/drafts/${draft.id}`)).status, 404)
      assert.equal((await draftOf(lena, id, content('Late'))).status, 404)
    })
  })

test('what a draft no longer needs goes with the save that replaces it, and all of it when it is discarded', async () => {
  const { live, content } = kinds['workflow']!
  const id = await live('Old')
  const before = await objects()
  for (let i = 0; i < 20; i += 1) await draftOf(lena, id, content(`Try ${i}`))
  const drafted = await objects()
  assert.ok(drafted.drafts - before.drafts <= 6, `${drafted.drafts} objects of drafts`)
  const {
    drafts: [{ id: draft }],
  } = await drafts(lena, id)
  assert.equal((await call(lena, 'DELETE', `/definitions/${id}/drafts/${draft}`)).status, 204)
  assert.deepEqual(await objects(), before)
})

test('a text of a workflow that cannot even be read is kept as it is', async () => {
  const id = await kinds['workflow']!.live('Old')
  const unreadable = `${source('Old')}  - id: half\n    element: [\n`
  const { data } = await draftOf(lena, id, { kind: 'workflow', source: unreadable })
  assert.equal(data.content.source, unreadable)
  assert.equal(data.problems.length > 0, true)
})

test('a version of an older form becomes a draft with what has a default since, or is refused with a sentence', async () => {
  const { live } = kinds['mapping']!
  const drafted = async (definition: string) => {
    const id = await live('Old')
    await inScope(server.context.db, tenant.scope, (trx) =>
      trx.updateTable('mappings').set({ definition }).where('id', '=', id).execute(),
    )
    await call(lena, 'PUT', `/definitions/${id}/versions/${(await versions(id))[0].commit}`, { name: 'Kept' })
    const [{ commit }] = await versions(id)
    return call(lena, 'POST', `/definitions/${id}/versions/${commit}/draft`, {})
  }
  assert.deepEqual((await drafted('{"connections": []}')).data.content.definition, {
    connections: [],
    transformers: [],
  })
  const refused = await drafted('[]')
  assert.deepEqual([refused.status, refused.code], [422, 'DRAFT_OF_OLDER_FORM'])
})

test('what is not drafted has no drafts, and a draft is of its own kind', async () => {
  const { data: queue } = await call(boss, 'POST', '/queues', { name: 'Night' })
  assert.equal((await call(lena, 'GET', `/definitions/${queue.id}/drafts`)).status, 404)
  const id = await kinds['mapping']!.live('Old')
  const { status, errors } = await draftOf(lena, id, kinds['workflow']!.content('New'))
  assert.deepEqual([status, Object.keys(errors)], [422, ['content.kind']])
})

/** Texts as they stand in definitions, some of which look like something else in YAML or in the store. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' yes',
    'no',
    'null',
    '~',
    '2026-01-31',
    '0x1f',
    '- a',
    'a: b',
    '#',
    'one\ntwo\n',
    '\n',
    ' \n x\t',
  ),
  fc.constantFrom(orders, `of ${sales}.`, 'ref:mapping/mapping-1', 'ref::field/orders/number'),
)
const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 3 }))
const named = fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), value, { maxKeys: 4 })
const anyMapping = fc.record({
  kind: fc.constant('mapping'),
  definition: fc.record({
    connections: fc.array(fc.record({ id: fc.uuid(), source_field_id: text, target_field_id: text }), { maxLength: 4 }),
    transformers: fc.array(
      fc.record({
        id: fc.uuid(),
        key: text,
        label: text,
        inputs: fc.array(fc.oneof(text, fc.constant(null)), { maxLength: 3 }),
        options: named,
        output: text,
        conditions: fc.constant([]),
        otherwise: fc.constantFrom('empty', 'pass'),
        position: fc.record({ x: fc.integer(), y: fc.integer() }),
      }),
      { maxLength: 3 },
    ),
  }),
})

const generated: Record<string, () => fc.Arbitrary<object>> = {
  workflow: () => fc.record({ kind: fc.constant('workflow'), source: fc.array(text).map((lines) => lines.join('\n')) }),
  mapping: () => anyMapping,
  data_set: () =>
    fc.record({
      kind: fc.constant('data_set'),
      name: text,
      description: text,
      definition: fc.record({
        ...Object.fromEntries(Object.entries(dataSet('').definition).map(([key, of]) => [key, fc.constant(of)])),
        fields: fc.array(fc.record({ name: text, of: text, field: text, label: text }), { maxLength: 3 }),
        filters: fc.array(fc.record({ of: text, field: text, operator: fc.constant('equals'), value })),
        zone: text,
      }),
    }),
  dynamic_model: () =>
    fc.record({
      kind: fc.constant('dynamic_model'),
      ...Object.fromEntries(Object.entries(model('')).map(([key, of]) => [key, fc.constant(of)])),
      model_name: text,
      sample_file: fc.oneof(text, fc.constant(null)),
      preview_rows: fc.integer(),
      options: named,
      primary_key: text,
    }),
  data_structure: () =>
    fc.record({
      kind: fc.constant('data_structure'),
      class_name: text,
      table_name: text,
      fields: fc.array(fc.record({ name: text, label: text }).map((one) => ({ ...wholeFields[1], ...one }))),
    }),
}

for (const [kind, anything] of Object.entries(generated))
  test(`whatever a draft of a ${kind} says is read back as it was sent`, async () => {
    const id = await kinds[kind]!.live('Old')
    await fc.assert(
      fc.asyncProperty(anything(), async (said) => {
        const content = structuredClone(said)
        const { status, data, errors } = await draftOf(lena, id, content)
        assert.equal(status, 200, JSON.stringify(errors))
        assert.deepEqual(data.content, content)
      }),
      { numRuns: 40 },
    )
  })
