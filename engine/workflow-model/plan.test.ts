import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { defineElement, type Body, type Element, type ElementKind } from '@weft/kit/define/element.ts'
import { parseWorkflow } from './document.ts'
import { planWorkflow, type Catalogue } from './plan.ts'

const name = (en: string) => ({ en, de: en })
const element = (
  key: string,
  kind: ElementKind,
  inputs: string[],
  exits: string[],
  effect?: 'exactly_once' | 'at_least_once',
) =>
  defineElement({
    key,
    group: 'flow',
    kind,
    icon: 'IconBolt',
    settings: z.object({}),
    inputs,
    exits,
    ...(effect ? { effect } : {}),
    labels: { title: name(key), help: name('.'), fields: {} },
    body: {} as never,
  }) as unknown as Element

const catalogue: Catalogue = {
  elements: [
    element('start', 'trigger', [], ['out']),
    element('read', 'source', ['in'], ['out']),
    element('map', 'transform', ['in'], ['out', 'rejected']),
    element('store', 'sink', ['in'], ['written', 'rejected'], 'exactly_once'),
    element('send', 'sink', ['in'], ['out'], 'at_least_once'),
    element('sort', 'barrier', ['in'], ['out']),
    element('join', 'barrier', ['left', 'right'], ['out']),
    element('loop', 'control', ['in'], ['item', 'done']),
    element('wait', 'control', ['in'], ['out']),
  ],
  bodies: {} as Record<string, Body>,
}

/** `a:start b:read` and `a.out>b.in` → the segments as text. */
function plan(steps: string, edges: string, entry: { trigger: string } | { steps: string[] } = { trigger: 'a' }) {
  const text = `weft: 1\nlabel: A\nsteps: [${steps
    .split(' ')
    .map((s) => `{ id: ${s.split(':')[0]}, element: ${s.split(':')[1]} }`)
    .join(', ')}]\nedges: [${edges
    .split(' ')
    .map((e) => `{ from: ${e.split('>')[0]}, to: ${e.split('>')[1]} }`)
    .join(', ')}]`
  const { document } = parseWorkflow(text)
  return planWorkflow(document!, catalogue, entry).segments.map((s) => {
    const inputs = Object.entries(s.inputs)
      .map(([port, spools]) => `${port}=${spools.join('+')}`)
      .join(' ')
    return `${s.id}${s.head ? '' : ' (relay)'}: ${inputs ? `[${inputs}] ` : ''}${s.chain.map((c) => c.id).join(' ')}${s.spooled.size ? ` → ${[...s.spooled].join(' ')}` : ''}`
      .replace(/ +/g, ' ')
      .trim()
  })
}

test('a chain behind a source is one segment', () => {
  assert.deepEqual(plan('a:start b:read c:map d:store', 'a.out>b.in b.out>c.in c.out>d.in'), [
    'a: → a.out',
    'b: [in=a.out] c d',
  ])
})

test('a trigger, transforms and a sink run in one pass', () => {
  assert.deepEqual(plan('a:start c:map d:store', 'a.out>c.in c.out>d.in'), ['a: c d'])
})

test('a barrier cuts, and reads each port from its spools', () => {
  assert.deepEqual(
    plan(
      'a:start b:read c:read d:map e:join f:store',
      'a.out>b.in a.out>c.in b.out>d.in d.out>e.left c.out>e.right e.out>f.in',
    ),
    ['a: → a.out', 'b: [in=a.out] d → d.out', 'c: [in=a.out] → c.out', 'e: [left=d.out right=c.out] f'],
  )
})

test('branches that meet again inside one segment stay in it', () => {
  assert.deepEqual(plan('a:start b:map c:map d:store', 'a.out>b.in b.out>c.in b.rejected>d.in c.out>d.in'), [
    'a: b c d',
  ])
})

test('a step fed from two segments is a relay of its own', () => {
  assert.deepEqual(plan('a:start b:read c:read d:store', 'a.out>b.in a.out>c.in b.out>d.in c.out>d.in'), [
    'a: → a.out',
    'b: [in=a.out] → b.out',
    'c: [in=a.out] → c.out',
    'd (relay): [in=b.out+c.out] d',
  ])
})

test('what hangs on done runs after all that hangs on item', () => {
  assert.deepEqual(
    plan('a:start b:loop z:send c:map d:sort e:store', 'a.out>b.in b.done>z.in b.item>c.in c.out>d.in d.out>e.in'),
    ['a: → a.out', 'b: [in=a.out] c → b.done c.out', 'd: [in=c.out] e', 'z (relay): [in=b.done] z'],
  )
})

test('a run of failed records begins at the steps that refused them', () => {
  assert.deepEqual(plan('a:start b:read c:map d:store', 'a.out>b.in b.out>c.in c.out>d.in', { steps: ['c'] }), [
    'c (relay): [in=c.__retry+c.in.__retry] c d',
  ])
  assert.deepEqual(plan('a:start b:read c:map d:store', 'a.out>b.in b.out>c.in c.out>d.in', { steps: ['b'] }), [
    'b: [in=b.in.__retry] c d',
  ])
})

test('what a source or a trigger that reads has refused is put to it once more', () => {
  const refused = (step: string) => {
    const { document } = parseWorkflow(`weft: 1
label: A
steps: [{ id: a, element: start }, { id: b, element: read }, { id: c, element: map }]
edges: [{ from: a.out, to: b.in }, { from: b.out, to: c.in }]`)
    return planWorkflow(document!, catalogue, { steps: [step] }).segments[0]!.refused
  }
  assert.deepEqual([refused('a'), refused('b'), refused('c')], ['a.__retry', 'b.__retry', undefined])
})
