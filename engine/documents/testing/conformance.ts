import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import type { DocumentStore, FieldCondition, NewDocument, StoredDocument } from '../document-store.ts'
import type { JsonObject, JsonScalar, JsonValue } from '../json.ts'

/** What every kind of document store does alike, on a real one. */
export function storesDocuments(open: () => Promise<DocumentStore>): void {
  const project_id = randomUUID()
  const numbers = (documents: readonly StoredDocument[]) => documents.map(({ document }) => document['n'])

  test('a document comes back equal, whatever its fields are called and hold', async () => {
    const store = await open()
    const document = {
      '': 'nameless',
      'a.b': { $where: 1, '%2E': [[], {}, [null, { 'x.y': false }]] },
      ...JSON.parse('{"__proto__": {"id": 1}, "_id": "own", "constructor": null}'),
      text: 'Ä "x" \\ \'q\' 😀\n$1',
      whole: 9007199254740991,
      large: 1.7976931348623157e308,
      small: -5e-324,
      third: 0.1,
      none: null,
      yes: true,
    }
    const job_id = randomUUID()
    const id = await store.put('data_lake', {
      ...{ project_id, job_id, document },
      created_at: '2026-03-04T05:06:07.089Z',
      expires_at: '2299-01-01T00:00:00.000Z',
    })
    assert.deepEqual(await store.get('data_lake', id), {
      ...{ id, project_id, job_id, workflow_id: null, document },
      created_at: '2026-03-04T05:06:07.089Z',
      expires_at: '2299-01-01T00:00:00.000Z',
    })
    assert.deepEqual(
      (await store.find('data_lake', { ids: [id], fields: ['a.b', 'none', 'gone'] })).documents[0]!.document,
      {
        'a.b': document['a.b'],
        none: null,
      },
    )
    assert.equal(await store.get('payloads', id), undefined)
    assert.equal(await store.get('data_lake', id, { project_id: randomUUID() }), undefined)
    assert.equal(await store.get('data_lake', 'no id'), undefined)
  })

  test('what no store can hold is refused with a sentence', async () => {
    const store = await open()
    let deep: JsonObject = {}
    for (let i = 0; i < 81; i++) deep = { deep }
    for (const document of [{ text: 'a\0b' }, { text: '\ud800' }, { 'a\0': 1 }, deep])
      await assert.rejects(store.put('logs', { document }), { code: 'DOCUMENT_UNSUITABLE', status: 422 })
    await assert.rejects(store.put('logs', { document: { text: 'x'.repeat(13 * 1024 * 1024) } }), {
      code: 'DOCUMENT_TOO_LARGE',
    })
    await assert.rejects(store.find('logs', { conditions: [{ field: 'text', operator: 'equals', value: 'a\0b' }] }), {
      code: 'DOCUMENT_UNSUITABLE',
    })
    assert.equal(await store.count('logs', {}), 0)
  })

  test('written again under its id a document stands once, and another project’s is left alone', async () => {
    const store = await open()
    const [id, other] = [randomUUID(), randomUUID()]
    const first = { id, project_id, created_at: '2026-01-01T00:00:00.000Z', document: { n: 1, gone: true } }
    await store.put('payloads', first)
    await store.putMany('payloads', [
      { id, project_id, document: { n: 2 } },
      { id, project_id, document: { n: 3 } },
      { id: other, project_id, document: { n: 4 } },
    ])
    const kept = await store.get('payloads', id)
    assert.deepEqual([kept?.document, kept?.created_at], [{ n: 3 }, '2026-01-01T00:00:00.000Z'])
    assert.equal(await store.count('payloads', { ids: [id, other] }), 2)
    await assert.rejects(store.put('payloads', { id, project_id: randomUUID(), document: { n: 9 } }), {
      code: 'DOCUMENT_ELSEWHERE',
      status: 409,
    })
    assert.deepEqual((await store.get('payloads', id))?.document, { n: 3 })
  })

  test('pages follow each other without a gap, also among documents of the same moment', async () => {
    const store = await open()
    const job_id = randomUUID()
    const many: NewDocument[] = Array.from({ length: 2_500 }, (_, n) => ({
      ...{ project_id, job_id, document: { n } },
      created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 100)).toISOString(),
    }))
    assert.equal(new Set(await store.putMany('logs', many)).size, 2_500)
    for (const order of ['newest', 'oldest'] as const) {
      const seen: unknown[] = []
      for (let after: string | undefined, more = true; more;) {
        const page = await store.find('logs', { job_id, order, limit: 700, ...(after && { after }) })
        seen.push(...numbers(page.documents))
        after = page.next
        more = after !== undefined
      }
      assert.deepEqual([seen.length, new Set(seen).size], [2_500, 2_500])
      const moments = seen.map((n) => Math.floor(Number(n) / 100))
      assert.deepEqual(
        moments,
        moments.toSorted((a, b) => (order === 'oldest' ? a - b : b - a)),
      )
    }
    const all = numbers((await store.find('logs', { job_id, limit: 5_000 })).documents)
    assert.equal(all.length, 1_000)
    assert.deepEqual(
      numbers((await store.find('logs', { job_id, offset: 990, limit: 5 })).documents),
      all.slice(990, 995),
    )
    assert.deepEqual([await store.count('logs', { job_id }), await store.count('logs', { job_id }, 100)], [2_500, 100])
    const [from, before] = ['2026-01-01T00:00:00.003Z', '2026-01-01T00:00:00.005Z']
    assert.equal(await store.count('logs', { job_id, from, before }), 200)
    assert.equal(await store.removeBeyond('logs', 2_499, { job_id, from }), 0)
    assert.equal(await store.removeBeyond('logs', 100, { job_id }), 2_400)
    assert.deepEqual(
      numbers((await store.find('logs', { job_id })).documents).toSorted((a, b) => Number(a) - Number(b)),
      Array.from({ length: 100 }, (_, n) => 2_400 + n),
    )
    assert.deepEqual([await store.remove('logs', { job_id }), await store.count('logs', { job_id })], [100, 0])
  })

  test('a document is found by what it belongs to and by every word of its text', async () => {
    const store = await open()
    const [project, workflow_id] = [randomUUID(), randomUUID()]
    await store.putMany('mail_archive', [
      { project_id: project, workflow_id, document: { n: 1 }, text: 'Rechnung für Ada\nLovelace <ada@example.test>' },
      { project_id: project, document: { n: 2 }, text: '100 % (sicher) [a.b]* _ \\' },
      { project_id: project, document: { n: 3 } },
      { project_id: randomUUID(), document: { n: 4 }, text: 'RECHNUNG' },
    ])
    const found = async (search: string) =>
      numbers((await store.find('mail_archive', { project_id: project, search, order: 'oldest' })).documents)
    assert.deepEqual(await found('  EXAMPLE.test rechnung '), [1])
    assert.deepEqual(await found('FÜR'), [1])
    assert.deepEqual(await found('FÜR'.normalize('NFD')), [1])
    for (const search of ['100 %', '(sicher)', '[a.b]*', '_', '\\', '.b]'])
      assert.deepEqual(await found(search), [2], search)
    assert.deepEqual(await found('a%b'), [])
    assert.equal((await found(' \n')).length, 3)
    assert.equal(await store.count('mail_archive', { workflow_id }), 1)
    assert.equal(await store.count('mail_archive', { project_id: 'none' }), 0)
  })

  test('a change touches what it names', async () => {
    const store = await open()
    const id = await store.put('pinned_data', {
      project_id,
      document: { n: 1, 'a.b': { c: 1 }, stays: [1] },
      text: 'old',
    })
    assert.equal(
      await store.change('pinned_data', id, { set: { n: 2, 'a.b': null, $more: true }, text: 'New' }, { project_id }),
      true,
    )
    assert.deepEqual((await store.get('pinned_data', id))?.document, { n: 2, 'a.b': null, stays: [1], $more: true })
    assert.equal(await store.count('pinned_data', { search: 'new' }), 1)
    assert.equal(await store.change('pinned_data', id, {}), true)
    assert.equal(await store.change('pinned_data', id, { set: { n: 3 } }, { project_id: randomUUID() }), false)
    assert.equal(await store.change('pinned_data', randomUUID(), { set: { n: 3 } }), false)
  })

  test('what has expired is found by nobody, and goes with the next round', async () => {
    const store = await open()
    const past = '2026-01-01T00:00:00.000Z'
    const id = await store.put('debug_data', { project_id, expires_at: past, document: { n: 1 } })
    const kept = await store.put('debug_data', {
      project_id,
      expires_at: '2199-01-01T00:00:00.000Z',
      document: { n: 2 },
    })
    assert.equal(await store.get('debug_data', id), undefined)
    assert.equal(await store.change('debug_data', id, { expires_at: null }), false)
    assert.deepEqual(numbers((await store.find('debug_data', { project_id })).documents), [2])
    assert.equal(await store.expire(), 1)
    assert.equal(await store.expire(new Date('2199-01-01T00:00:00.000Z')), 1)
    assert.equal(await store.get('debug_data', kept), undefined)
    assert.equal(await store.expire(), 0)
  })

  test('any condition finds exactly the documents of which it holds', async () => {
    const store = await open()
    const name = fc.constantFrom('a', 'b', '0', 'a.b', '$x', '')
    const scalar: fc.Arbitrary<JsonScalar> = fc.oneof(
      fc.constantFrom<JsonScalar>(
        null,
        true,
        false,
        0,
        1,
        -1.5,
        1e21,
        5e-324,
        '',
        'a',
        'A',
        'ä',
        'ab',
        '\uffee',
        '😀',
        '1',
      ),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
      fc.string({ unit: 'binary', maxLength: 4 }).filter((text) => !text.includes('\0') && text.isWellFormed()),
    )
    const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        scalar,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
      ),
    }))
    const field = fc.oneof(name, fc.array(name, { minLength: 1, maxLength: 3 }))
    const text = scalar.filter((one) => typeof one === 'string')
    const ordered = scalar.filter((one) => typeof one === 'string' || typeof one === 'number')
    const condition: fc.Arbitrary<FieldCondition> = fc.oneof(
      fc.record({ field, operator: fc.constantFrom('equals', 'not_equals'), value: scalar }),
      fc.record({ field, operator: fc.constant('in'), value: fc.array(scalar, { maxLength: 3 }) }),
      fc.record({ field, operator: fc.constantFrom('starts_with', 'contains'), value: text }),
      fc.record({
        field,
        operator: fc.constantFrom('less', 'less_or_equal', 'greater', 'greater_or_equal'),
        value: ordered,
      }),
    ) as fc.Arbitrary<FieldCondition>
    const documents = fc.array(fc.dictionary(name, value, { maxKeys: 4, noNullPrototype: true }), {
      minLength: 1,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(documents, fc.array(condition, { minLength: 1, maxLength: 2 }), async (all, conditions) => {
        const job_id = randomUUID()
        const ids = await store.putMany(
          'data_lake',
          all.map((document) => ({ job_id, document })),
        )
        const found = (await store.find('data_lake', { job_id, conditions })).documents.map(({ id }) => id)
        const expected = ids.filter((_, i) => conditions.every((one) => holds(all[i]!, one)))
        assert.deepEqual(found.toSorted(), expected.toSorted())
        assert.equal(await store.remove('data_lake', { job_id }), all.length)
      }),
      { numRuns: 150 },
    )
  })

  test('what it takes up is told, and which database that is', async () => {
    const { place, bytes } = await (await open()).size()
    assert.equal(typeof bytes, 'number')
    assert.ok(bytes > 0 && place.length > 0)
  })
}

function holds(document: JsonObject, { field, operator, value }: FieldCondition): boolean {
  let at: JsonValue | undefined = document
  for (const name of typeof field === 'string' ? [field] : field)
    at = typeof at === 'object' && at !== null && !Array.isArray(at) && Object.hasOwn(at, name) ? at[name] : undefined
  const found = at ?? null
  switch (operator) {
    case 'equals':
      return found === value
    case 'not_equals':
      return found !== value
    case 'in':
      return value.some((one) => found === one)
    case 'starts_with':
      return typeof found === 'string' && found.startsWith(value)
    case 'contains':
      return typeof found === 'string' && found.includes(value)
    default: {
      if (typeof found !== typeof value) return false
      const way =
        typeof value === 'number'
          ? Number(found) - value
          : Buffer.compare(Buffer.from(String(found)), Buffer.from(value))
      const sign = typeof value === 'number' && Number(found) === value ? 0 : Math.sign(way)
      return { less: sign < 0, less_or_equal: sign <= 0, greater: sign > 0, greater_or_equal: sign >= 0 }[operator]
    }
  }
}
