import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elements } from '@weft/catalogue/elements/all.ts'
import type { RunSamples } from '@weft/designers/workflow/data/samples.ts'
import type { Element } from '@weft/kit/define/element.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { readFlow } from '@weft/kit/workflow-text/flow.ts'
import { leavingRecords } from './leaving-records.ts'
import { unknownFields } from './unknown-fields.ts'

const catalogue = new Map<string, Element>(elements.map((element) => [element.key, element]))
const flowOf = (steps: string, edges: string) =>
  readFlow(`weft: 1\nlabel: Orders\nsteps:\n${steps}\nedges: [${edges}]\n`).flow
const order = { number: 'SO-1', mail: 'kim@weser.example', lines: [{ sku: 'A', qty: 2 }], address: { city: 'Kiel' } }
const begun: RunSamples = { go: { exits: { out: [order] }, refused: [] } }

const steps = `
  - { id: go, element: manual }
  - { id: lines, element: split_list, settings: { list: lines } }
  - { id: prices, element: set_fields, settings: { fields: [{ field: total, value: "{{ qty }}" }], remove: [mail] } }
  - { id: large, element: filter, settings: { rules: [{ field: total, operator: greater, value: "5" }] } }
  - { id: sorted, element: sort, settings: { by: [{ field: totl }] } }
  - { id: told, element: write_journal, settings: { text: "{{ number }} {{ address.town }} {{ item | default: '-' }} {{ job.id }}" } }`
const edges =
  '{ from: go.out, to: lines.in }, { from: lines.out, to: prices.in }, { from: prices.out, to: large.in }, { from: large.match, to: sorted.in }, { from: sorted.out, to: told.in }'

test('steps that need nothing but records say what will leave them before anything has run', async () => {
  const flow = flowOf(steps, edges)
  const known = await leavingRecords(flow, begun, catalogue)
  const line = { number: 'SO-1', address: { city: 'Kiel' }, sku: 'A', qty: 2, total: 2 }
  assert.deepEqual(known['prices']!.exits['out'], [line])
  assert.deepEqual(known['large']!.exits['rest'], [line])
  assert.deepEqual(known['large']!.exits['match'], [line], 'no record took this way, but all that do look like it')
  assert.deepEqual(known['sorted']!.exits['out'], [line])
})

test('a field that is named and not there is told with what it was probably meant to be, and so is a list that is none', async () => {
  const flow = flowOf(steps.replace('list: lines }', 'list: number }'), edges)
  const said = async (of: typeof flow) =>
    unknownFields(of, await leavingRecords(of, begun, catalogue), catalogue).map(
      ({ step, place, message, level }) => `${level} ${step} ${place}: ${say(message, 'en')}`,
    )
  assert.deepEqual(await said(flow), [
    'warning lines settings.list: In the records seen here so far, number holds no list.',
  ])
  assert.deepEqual(await said(flowOf(steps, edges)), [
    'warning sorted settings.by.0.field: No record seen here so far has a field totl. Similar: total.',
    'warning told settings.text: No record seen here so far has a field address.town.',
  ])
})

test('what a run has shown stands where a step cannot tell itself, and steps in a circle hold nobody up', async () => {
  const flow = flowOf(
    `
  - { id: go, element: manual }
  - { id: ask, element: http_request, settings: { url: "https://shop.example" } }
  - { id: first, element: delay }
  - { id: second, element: delay }`,
    '{ from: go.out, to: ask.in }, { from: first.out, to: second.in }, { from: second.out, to: first.in }',
  )
  const shown: RunSamples = { ...begun, ask: { exits: { out: [{ status: 200 }] }, refused: [] } }
  const known = await leavingRecords(flow, shown, catalogue)
  assert.deepEqual(known['ask']!.exits['out'], [{ status: 200 }])
  assert.deepEqual(Object.keys(known), ['go', 'ask'])
})
