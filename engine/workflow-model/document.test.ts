import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { say } from '@weft/kit/messages/messages.ts'
import { parseWorkflow, updateSource, writeWorkflow, type WorkflowDocument } from './document.ts'

const source = `# Nightly import
weft: 1
label: Import orders
steps:
  # the files of the night
  - id: read_orders
    element: read_file
    settings: { path: in/*.csv } # oldest first
    position: { x: 0, y: 0 }
  - id: map_orders
    element: mapping
    on_error: continue
edges:
  - { from: read_orders.out, to: map_orders.in }
`

test('a document is read with its defaults', () => {
  const { document } = parseWorkflow(source)
  assert.equal(document?.label, 'Import orders')
  assert.deepEqual(document?.steps[1], {
    id: 'map_orders',
    element: 'mapping',
    label: '',
    settings: {},
    position: { x: 0, y: 0 },
    on_error: 'continue',
    disabled: false,
    note: '',
    retries: 0,
  })
  assert.deepEqual(document?.edges, [{ from: 'read_orders.out', to: 'map_orders.in' }])
})

test('a broken text is refused with its line', () => {
  const { problems } = parseWorkflow('weft: 1\nlabel: "open\nsteps: []\n')
  assert.equal(problems[0]?.line, 4)
})

test('a wrong value is told at its line, step and place, in both languages', () => {
  const { problems } = parseWorkflow(
    source.replace('on_error: continue', 'on_error: shrug').replace('id: read_orders', 'id: Read'),
  )
  assert.deepEqual(
    problems.map((p) => [p.line, p.step, p.place]),
    [
      [6, 'Read', 'steps.0.id'],
      [12, 'map_orders', 'steps.1.on_error'],
    ],
  )
  assert.equal(
    say(problems[0]!.message, 'de'),
    'Beginnen Sie mit einem Buchstaben; erlaubt sind nur Kleinbuchstaben, Ziffern und _.',
  )
})

test('an unknown key is refused', () => {
  const { problems } = parseWorkflow('weft: 1\nlabel: A\nstepps: []\n')
  assert.deepEqual(
    problems.map((p) => [p.line, p.place]),
    [[3, 'stepps']],
  )
})

test('two steps of one name are refused at the second', () => {
  const { problems } = parseWorkflow(
    'weft: 1\nlabel: A\nsteps:\n  - { id: a, element: x }\n  - { id: a, element: y }\n',
  )
  assert.deepEqual(
    problems.map((p) => [p.line, say(p.message, 'en')]),
    [[5, 'There is more than one step called a.']],
  )
})

test('an edited document goes back into its text and the comments stay', () => {
  const document = parseWorkflow(source).document!
  const edited: WorkflowDocument = {
    ...document,
    label: 'Import all orders',
    steps: [
      { ...document.steps[0]!, position: { x: 40, y: 0 } },
      document.steps[1]!,
      { ...document.steps[1]!, id: 'third', on_error: 'stop' },
    ],
  }
  assert.equal(
    updateSource(source, edited),
    `# Nightly import
weft: 1
label: Import all orders
steps:
  # the files of the night
  - id: read_orders
    element: read_file
    settings: { path: in/*.csv } # oldest first
    position: { x: 40, y: 0 }
  - id: map_orders
    element: mapping
    on_error: continue
    position: { x: 0, y: 0 }
  - id: third
    element: mapping
    position: { x: 0, y: 0 }
edges:
  - { from: read_orders.out, to: map_orders.in }
`,
  )
})

test('a setting called as what every object has is taken away as any other', () => {
  const of = (settings: string) => `weft: 1
label: Strange
steps:
  - { id: go, element: code, settings: ${settings} }
edges: []
`
  const { document } = parseWorkflow(of('{ a: 1 }'))
  assert.deepEqual(parseWorkflow(updateSource(of('{ a: 1, valueOf: x }'), document!)).document, document)
})

test('what is written is read back the same', () => {
  const document = parseWorkflow(source).document!
  assert.deepEqual(parseWorkflow(writeWorkflow(document)).document, document)
  assert.deepEqual(parseWorkflow(updateSource(source, document)).document, document)
})

test('an alias bomb is refused', () => {
  const bomb = [
    'weft: 1',
    'label: A',
    'steps: []',
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefgh'.split('').map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[i]}`).join(',')}]`),
  ].join('\n')
  assert.ok(parseWorkflow(bomb).problems.length > 0)
})

test('a number in a workflow keeps its digits', () => {
  const { document } = parseWorkflow(
    'weft: 1\nlabel: A\nsteps: [{ id: a, element: x, settings: { n: [9007199254740993, 0.10000000000000000001, 12, 1e400, 0x1F, 1.50] } }]',
  )
  assert.deepEqual(document!.steps[0]!.settings, {
    n: ['9007199254740993', '0.10000000000000000001', 12, '1e400', 31, 1.5],
  })
})

test('a text that would take ages to read is refused at the place where it begins to be too much', () => {
  const said = (text: string) =>
    parseWorkflow(text).problems.map(({ message, line }) => [say(message, 'en'), say(message, 'de'), line])
  const deep = ['The text is nested deeper than 100 levels.', 'Der Text ist tiefer als 100 Ebenen verschachtelt.', 1]
  for (const unit of ['[', '{a: ', '- ']) assert.deepEqual(said(unit.repeat(20_000)), [deep])
  for (const text of ['? '.repeat(400), '? {a: 1}\n: 1\n'])
    assert.deepEqual(said(text), [['A key must be a plain text.', 'Ein Schlüssel muss ein einfacher Text sein.', 1]])
  const keys = Array.from({ length: 6_000 }, (_, i) => `k${i}: 1\n`).join('')
  assert.deepEqual(said(keys), [
    ['There are more than 5,000 keys beside each other here.', 'Hier stehen mehr als 5.000 Schlüssel beieinander.', 1],
  ])
  assert.deepEqual(said(`weft: 1\nlabel: A\nsteps: [${'1,'.repeat(110_000)}]\n`), [
    ['The text has more than 100,000 entries.', 'Der Text hat mehr als 100.000 Einträge.', 3],
  ])
  const many = said('}\n'.repeat(5_000))
  assert.deepEqual(
    [many.length, many.at(-1)],
    [101, ['There are 4,900 more problems in this text.', 'Der Text hat 4.900 weitere Probleme.', undefined]],
  )
})

test('whatever signs a text is made of, it is read or its problems are told', () => {
  const signs = fc.constantFrom(
    '- ',
    '? ',
    ': ',
    '[',
    ']',
    '{',
    '}',
    ', ',
    'a',
    '&a ',
    '*a ',
    '!!map ',
    '| ',
    '> ',
    '"',
    "'",
    '# ',
    '\n',
    '\n  ',
    '--- ',
    '%',
    '\t',
    '<<: ',
  )
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 400 }), fc.integer({ min: 1, max: 40 }), (parts, times) => {
      const { document, problems } = parseWorkflow(parts.join('').repeat(times))
      assert.ok(document || problems.length > 0)
    }),
    { numRuns: 100 },
  )
})
