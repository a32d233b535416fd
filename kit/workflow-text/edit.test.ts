import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copySteps, pasteSteps } from './clipboard.ts'
import { connect, removeEdges, lead } from './edges.ts'
import { lineOfStep, readFlow } from './flow.ts'
import { setHead, setParameters } from './head.ts'
import { addStep, changeSteps, moveSteps, removeSteps, renameStep, setSettings } from './steps.ts'
import { emptyDocument } from './text.ts'
import { changed, noPast, redone, undone } from './undo.ts'

const orders = `# Nightly import, asked for by finance
weft: 1
label: Import orders
steps:
  # the file the shop drops
  - id: read
    element: read_file
    label: "Read orders" # keep the quotes
    settings:
      path: incoming/*.csv # all of them
      encoding: utf-8
    position: { x: 0, y: 0 }

  - id: write
    element: write_records
    label: Write
    settings:
      mode: upsert
      key: [ order_id ]
    position: { x: 0, y: 128 }
edges:
  - { from: read.out, to: write.in } # straight through
`

test('a document is read with every default said', () => {
  const { flow, problems } = readFlow(orders)
  assert.deepEqual(problems, [])
  assert.equal(flow.label, 'Import orders')
  assert.deepEqual(flow.steps[0], {
    id: 'read',
    element: 'read_file',
    label: 'Read orders',
    settings: { path: 'incoming/*.csv', encoding: 'utf-8' },
    position: { x: 0, y: 0 },
    on_error: 'stop',
    retries: 0,
    timeout: '',
    wait: '',
    planned: '',
    note: '',
    disabled: false,
  })
  assert.deepEqual(flow.edges, [{ from: 'read', exit: 'out', to: 'write', input: 'in' }])
  assert.equal(lineOfStep(orders, 'write'), 14)
})

test('text that is no YAML is told with its line and is never overwritten', () => {
  const broken = 'weft: 1\nsteps:\n  - id: a\n   element: b\n'
  const { flow, problems } = readFlow(broken)
  assert.equal(problems[0]!.line, 4)
  assert.deepEqual(flow.steps, [])
  assert.equal(removeSteps(broken, ['a']), broken)
})

test('a step is added at the end and nothing else moves', () => {
  const { text, id } = addStep(orders, {
    element: 'read_file',
    label: 'Read lines',
    settings: { path: 'x.csv' },
    position: { x: 10.4, y: 20.6 },
  })
  assert.equal(id, 'read_file')
  assert.equal(
    text,
    orders.replace(
      'edges:\n',
      `  - id: read_file
    element: read_file
    label: Read lines
    settings:
      path: x.csv
    position: { x: 10, y: 21 }
edges:
`,
    ),
  )
  assert.equal(addStep(text, { element: 'read_file', label: '' }).id, 'read_file_2')
})

test('the first step of an empty workflow is written one line a key', () => {
  const { text } = addStep(emptyDocument('New'), { element: 'manual', label: 'Start' })
  assert.equal(
    text,
    'weft: 1\nlabel: New\nsteps:\n  - id: manual\n    element: manual\n    label: Start\n    settings: {}\nedges: []\n',
  )
  assert.equal(addStep('', { element: 'manual', label: 'Start' }).text.includes('- id: manual'), true)
})

test('settings change where they differ and comments beside the rest stay', () => {
  assert.equal(
    setSettings(orders, 'read', { path: 'incoming/*.csv', encoding: 'windows-1252' }),
    orders.replace('encoding: utf-8', 'encoding: windows-1252'),
  )
  assert.equal(
    setSettings(orders, 'write', { mode: 'upsert', key: ['order_id', 'line'] }),
    orders.replace('[ order_id ]', '\n        - order_id\n        - line').replace('key: \n', 'key:\n'),
  )
  assert.equal(setSettings(orders, 'read', { path: 'incoming/*.csv' }), orders.replace('      encoding: utf-8\n', ''))
  assert.equal(setSettings(orders, 'nobody', { a: 1 }), orders)
})

test('the first setting of a new step stands on a line of its own', () => {
  const { text, id } = addStep(emptyDocument('New'), { element: 'read_file', label: 'Read' })
  assert.match(setSettings(text, id, { path: 'a.csv' }), / {4}settings:\n {6}path: a.csv\nedges/)
})

test('code of several lines stands as a block', () => {
  const text = setSettings(orders, 'read', { code: 'const a = 1\nreturn a\n' })
  assert.match(text, / {4}settings:\n {6}code: \|\n {8}const a = 1\n {8}return a\n/)
})

test('what is as usual is not written', () => {
  const off = changeSteps(orders, ['write'], { disabled: true, on_error: 'continue', retries: 3, note: 'Ask Lena' })
  assert.match(off, /disabled: true\n {4}on_error: continue\n {4}retries: 3\n {4}note: Ask Lena\nedges:/)
  assert.equal(changeSteps(off, ['write'], { disabled: false, on_error: 'stop', retries: 0, note: '' }), orders)
})

test('moving keeps positions on one line', () => {
  assert.equal(moveSteps(orders, { read: { x: 96, y: 8 } }), orders.replace('{ x: 0, y: 0 }', '{ x: 96, y: 8 }'))
})

test('edges are drawn once, removed, and led through a new step', () => {
  const edge = { from: 'read', exit: 'out', to: 'write', input: 'in' }
  assert.equal(connect(orders, edge), orders)
  assert.equal(connect(orders, { ...edge, to: 'read' }), orders)
  assert.equal(connect(orders, { ...edge, exit: 'rejected' }), `${orders}  - { from: read.rejected, to: write.in }\n`)
  assert.deepEqual(readFlow(removeEdges(orders, [edge])).flow.edges, [])
  const { text, id } = addStep(orders, { element: 'mapping', label: 'Map' })
  assert.deepEqual(readFlow(lead(text, edge, { id, input: 'in', exit: 'out' })).flow.edges, [
    { from: 'read', exit: 'out', to: 'mapping', input: 'in' },
    { from: 'mapping', exit: 'out', to: 'write', input: 'in' },
  ])
})

test('a removed step takes its edges along and leaves the comments of the others', () => {
  const text = removeSteps(orders, ['write'])
  assert.deepEqual(readFlow(text).flow.edges, [])
  assert.match(text, /# Nightly import[\s\S]*# the file the shop drops[\s\S]*# keep the quotes[\s\S]*# all of them/)
})

test('a renamed step keeps its edges; a name that is taken or no name is refused', () => {
  const text = renameStep(orders, 'read', 'read_orders')
  assert.equal(text, orders.replace('id: read\n', 'id: read_orders\n').replace('read.out', 'read_orders.out'))
  assert.equal(renameStep(orders, 'read', 'write'), orders)
  assert.equal(renameStep(orders, 'read', 'Read Orders'), orders)
})

test('copied steps are pasted under new names with the edges between them', () => {
  const pasted = pasteSteps(orders, copySteps(orders, ['read', 'write']), { x: 400, y: 50 })!
  assert.deepEqual(pasted.ids, ['read_2', 'write_2'])
  const { flow } = readFlow(pasted.text)
  assert.deepEqual(
    flow.steps.slice(2).map(({ id, position, settings }) => ({ id, position, settings })),
    [
      { id: 'read_2', position: { x: 400, y: 50 }, settings: { path: 'incoming/*.csv', encoding: 'utf-8' } },
      { id: 'write_2', position: { x: 400, y: 178 }, settings: { mode: 'upsert', key: ['order_id'] } },
    ],
  )
  assert.deepEqual(flow.edges[1], { from: 'read_2', exit: 'out', to: 'write_2', input: 'in' })
  assert.deepEqual(pasteSteps('', copySteps(orders, ['write']))!.ids, ['write'])
  assert.equal(pasteSteps(orders, 'hello'), undefined)
  assert.equal(pasteSteps(orders, '{"weft":"steps"}'), undefined)
})

test('head and parameters', () => {
  assert.equal(
    setHead(orders, { label: 'Orders: nightly' }),
    orders.replace('label: Import orders', 'label: "Orders: nightly"'),
  )
  const asked = setParameters(orders, [{ name: 'day', label: 'Day', type: 'date', required: true, default: '' }])
  assert.deepEqual(readFlow(asked).flow.parameters, [
    { name: 'day', label: 'Day', type: 'date', required: true, default: undefined },
  ])
  assert.equal(setParameters(asked, []), orders)
})

test('a gesture is undone as a whole, and a new change forgets what was undone', () => {
  let past = changed(noPast, 'a', 'type label', 0)
  past = changed(past, 'b', 'type label', 400)
  past = changed(past, 'c', '', 500)
  const first = undone(past, 'd')!
  assert.equal(first.text, 'c')
  const second = undone(first.past, first.text)!
  assert.equal(second.text, 'a')
  assert.equal(undone(second.past, second.text), undefined)
  const again = redone(second.past, second.text)!
  assert.equal(again.text, 'c')
  assert.equal(redone(again.past, again.text)!.text, 'd')
  assert.equal(redone(changed(again.past, 'c', '', 0), 'x'), undefined)
})
