import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFlow } from '@weft/kit/workflow-text/flow.ts'
import { flowChanges } from './flow-changes.ts'

const flowOf = (text: string) => readFlow(`weft: 1\nlabel: Orders\n${text}`).flow

test('steps and connections are told that came, went or mean something else, not those that only moved', () => {
  const before = flowOf(`steps:
  - { id: go, element: manual, position: { x: 0, y: 0 } }
  - { id: wait, element: wait, settings: { time: 1m } }
  - { id: log, element: write_journal, settings: { text: before } }
edges: [{ from: go.out, to: wait.in }, { from: wait.out, to: log.in }]
`)
  const after = flowOf(`steps:
  - { id: go, element: manual, position: { x: 40, y: 80 } }
  - { id: log, element: write_journal, settings: { text: after } }
  - { id: tell, element: notify }
edges: [{ from: go.out, to: log.in }, { from: log.out, to: tell.in }]
`)
  const { steps, lines } = flowChanges(before, after)
  assert.deepEqual(Object.fromEntries(steps), { log: 'changed', tell: 'added', wait: 'removed' })
  assert.deepEqual(Object.fromEntries(lines), {
    'go.out-log.in': 'added',
    'log.out-tell.in': 'added',
    'go.out-wait.in': 'removed',
    'wait.out-log.in': 'removed',
  })
  assert.deepEqual([...flowChanges(after, after).steps, ...flowChanges(after, after).lines], [])
})
