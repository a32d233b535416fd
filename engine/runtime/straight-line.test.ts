import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { defineElement, type Element, type ElementKind } from '@weft/kit/define/element.ts'
import { parseWorkflow } from '../workflow-model/document.ts'
import { planWorkflow } from '../workflow-model/plan.ts'
import type { Running } from './running.server.ts'
import { straightLine } from './straight-line.ts'

const element = (key: string, kind: ElementKind, exits: string[]) =>
  defineElement({
    ...{ key, kind, exits, group: 'flow', icon: 'IconBolt', settings: z.object({}), inputs: ['in'], body: {} as never },
    labels: { title: { en: key, de: key }, help: { en: key, de: key }, fields: {} },
  }) as unknown as Element

const elements = [
  element('start', 'trigger', ['out']),
  element('read', 'source', ['out', 'rejected']),
  element('map', 'transform', ['out', 'rejected']),
  element('store', 'sink', ['written', 'rejected']),
  element('sort', 'barrier', ['out']),
]

/** Whether the segment that reads stands in a straight line, in a run like this. */
function isStraight(steps: string[], edges: string, run: object = {}) {
  const { document } = parseWorkflow(
    JSON.stringify({
      ...{ weft: 1, label: 'Import' },
      steps: steps.map((step) => ({
        id: step.split(':')[0],
        element: step.split(':')[1],
        disabled: step.endsWith('!'),
      })),
      edges: edges.split(' ').map((edge) => ({ from: edge.split('>')[0], to: `${edge.split('>')[1]}.in` })),
    }).replaceAll('!', ''),
  )
  const { segments } = planWorkflow(document!, { elements, bodies: {} }, { trigger: 'a' })
  return (
    straightLine(
      { job: {}, ...run } as Running,
      segments.find(({ id }) => id === 'b')!,
    ) !== undefined
  )
}

const usual = ['a:start', 'b:read', 'c:map', 'd:store']
const line = 'a.out>b b.out>c c.out>d'

test('a source, a transform and a sink stand in a straight line where nothing else gets their records', () => {
  assert.equal(isStraight(usual, line), true)
  assert.equal(isStraight([...usual, 'e:store'], `${line} c.rejected>e`), false)
  assert.equal(isStraight([...usual, 'e:store'], `${line} b.out>e`), false)
  assert.equal(isStraight([...usual, 'e:sort'], `${line} d.written>e`), false)
  assert.equal(isStraight([...usual, 'e:map'], 'a.out>b b.out>c c.out>e e.out>d'), false)
  assert.equal(isStraight(usual, 'a.out>b b.rejected>c c.out>d'), false)
  assert.equal(isStraight(['a:start', 'b:read', 'd:store'], 'a.out>b b.out>d'), false)
  assert.equal(isStraight(['a:start', 'b:read', 'c:map:!', 'd:store'], line), false)
})

test('in a run in which somebody looks at each record there is none', () => {
  assert.equal(isStraight(usual, line, { job: { content_identifier: 'order_no' } }), false)
  assert.equal(isStraight(usual, line, { job: { test: {} } }), false)
  assert.equal(isStraight(usual, line, { trace: {} }), false)
})
