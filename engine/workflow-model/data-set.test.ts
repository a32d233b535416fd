import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { defineElement, type Element } from '@weft/kit/define/element.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { dataSetProblems } from './data-set.ts'
import { parseWorkflow } from './document.ts'

const name = (en: string) => ({ en, de: en })
const changed = defineElement({
  key: 'changed',
  group: 'trigger',
  kind: 'trigger',
  icon: 'IconBolt',
  settings: z.object({}),
  inputs: [],
  exits: ['out'],
  data_set: { type: 'delta' },
  labels: { title: name('Changed'), help: name('.'), fields: {} },
})
const store = defineElement({
  key: 'store',
  group: 'data',
  kind: 'sink',
  icon: 'IconDatabase',
  settings: z.object({ mode: z.enum(['upsert', 'replace']).default('upsert') }),
  inputs: ['in'],
  exits: ['written'],
  data_set: { type: 'full', when: { setting: 'mode', is: 'replace' } },
  labels: { title: name('Store'), help: name('.'), fields: { mode: name('Mode') } },
})
const elements = [changed, store] as unknown as Element[]
const steps =
  'steps: [{ id: a, element: changed }, { id: b, element: store, settings: { mode: replace } }, { id: c, element: store }, { id: d, element: store, disabled: true, settings: { mode: replace } }]'

const problems = (type: string) =>
  dataSetProblems(parseWorkflow(`weft: 1\nlabel: A\n${steps}`).document!, elements, type).map(
    ({ step, place, level, message }) => [step, place, level ?? 'error', say(message, 'en')],
  )

test('of a workflow that says nothing of its data set, no step is wrong', () => {
  assert.deepEqual(problems(''), [])
})

test('with a delta, a step that removes what does not come is an error at its setting', () => {
  assert.deepEqual(problems('delta'), [
    [
      'b',
      'settings.mode',
      'error',
      'The runs of this workflow bring only what is new or changed, but this step removes whatever does not come. Let it insert or update, or choose another data set type in the properties.',
    ],
  ])
})

test('with a full data set, a step that brings only changes is a warning', () => {
  assert.deepEqual(problems('full'), [
    [
      'a',
      'element',
      'warning',
      'Every run of this workflow is to bring all records, but this step brings only what is new or changed.',
    ],
  ])
})
