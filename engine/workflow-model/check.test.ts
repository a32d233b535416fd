import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { defineElement, type Element } from '@weft/kit/define/element.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { checkWorkflow } from './check.ts'
import { parseWorkflow } from './document.ts'

const name = (en: string) => ({ en, de: en })
const start = defineElement({
  key: 'start',
  group: 'trigger',
  kind: 'trigger',
  icon: 'IconBolt',
  settings: z.object({}),
  inputs: [],
  exits: ['out'],
  labels: { title: name('Start'), help: name('.'), fields: {} },
})
const clock = defineElement({
  key: 'clock',
  group: 'trigger',
  kind: 'trigger',
  icon: 'IconClock',
  settings: z.object({ cron: z.string().min(1), zone: z.string().default('Europe/Berlin') }),
  inputs: [],
  exits: ['out'],
  labels: { title: name('Clock'), help: name('.'), fields: { cron: name('Cron'), zone: name('Zone') } },
})
const store = defineElement({
  key: 'store',
  group: 'data',
  kind: 'sink',
  effect: 'exactly_once',
  icon: 'IconDatabase',
  settings: z.object({
    structure_id: z.uuid().meta({ reference: 'data_structure' }),
    mode: z.enum(['insert', 'upsert']).default('insert'),
  }),
  inputs: ['in'],
  exits: ['written', 'rejected'],
  labels: { title: name('Store'), help: name('.'), fields: { structure_id: name('Structure'), mode: name('Mode') } },
})
const elements = [start, clock, store] as unknown as Element[]
const id = '0198c0de-0000-7000-8000-000000000001'

const problems = async (text: string, known: string[] = [id]) => {
  const { document } = parseWorkflow(`weft: 1\nlabel: A\n${text}`)
  assert.ok(document)
  return (await checkWorkflow(document, elements, () => new Set(known))).map(
    (p) => `${p.step ?? '-'} ${p.place}: ${say(p.message, 'en')}`,
  )
}

test('a sound workflow has no problems', async () => {
  assert.deepEqual(
    await problems(
      `steps: [{ id: a, element: start }, { id: b, element: store, settings: { structure_id: ${id} } }]\nedges: [{ from: a.out, to: b.in }]`,
    ),
    [],
  )
})

test('unknown elements, exits, inputs and steps are told', async () => {
  assert.deepEqual(
    await problems(
      `steps: [{ id: a, element: start }, { id: b, element: magic }, { id: c, element: store, settings: { structure_id: ${id} } }]\nedges: [{ from: a.nope, to: c.in }, { from: a.out, to: c.side }, { from: a.out, to: d.in }]`,
    ),
    [
      'b element: There is no element called magic.',
      'a edges.0.from: The step a has no exit called nope.',
      'c edges.1.to: The step c has no input called side.',
      '- edges.2.to: There is no step called d.',
      'b : No trigger leads to this step, so it never runs.',
    ],
  )
})

test('wrong and missing settings are told at their place', async () => {
  assert.deepEqual(
    await problems(
      'steps: [{ id: a, element: start }, { id: b, element: store, settings: { mode: burn } }]\nedges: [{ from: a.out, to: b.in }]',
    ),
    ['b settings.structure_id: This field is required.', 'b settings.mode: Please choose one of: insert, upsert.'],
  )
})

test('a reference to something that is gone is told', async () => {
  assert.deepEqual(
    await problems(
      `steps: [{ id: a, element: start }, { id: b, element: store, settings: { structure_id: ${id} } }]\nedges: [{ from: a.out, to: b.in }]`,
      [],
    ),
    ['b settings.structure_id: What is chosen here does not exist any more.'],
  )
})

test('a schedule that never comes due or cannot be read is told', async () => {
  assert.deepEqual(await problems(`steps: [{ id: a, element: clock, settings: { cron: '0 0 30 2 *' } }]`), [
    'a settings.cron: The schedule 0 0 30 2 * never comes due.',
  ])
  assert.match(
    (await problems(`steps: [{ id: a, element: clock, settings: { cron: 'every day' } }]`))[0]!,
    /^a settings.cron: The schedule every day cannot be read/,
  )
  assert.deepEqual(await problems(`steps: [{ id: a, element: clock, settings: { cron: '0 1 * * *' } }]`), [])
})

test('a circle is told with its steps', async () => {
  const store = (step: string) => `{ id: ${step}, element: store, settings: { structure_id: ${id} } }`
  assert.deepEqual(
    await problems(
      `steps: [{ id: a, element: start }, ${store('b')}, ${store('c')}]\nedges: [{ from: a.out, to: b.in }, { from: b.written, to: c.in }, { from: c.written, to: b.in }]`,
    ),
    ['b edges: These steps form a circle: b → c → b. Use a loop instead.'],
  )
})

test('a workflow without a trigger and an error exit that leads nowhere are told', async () => {
  assert.deepEqual(
    await problems(`steps: [{ id: b, element: store, on_error: error_port, settings: { structure_id: ${id} } }]`),
    [
      'b on_error: Errors are to leave by the exit error, but nothing is connected to it.',
      '- steps: The workflow has no trigger, so nothing would ever start it.',
      'b : No trigger leads to this step, so it never runs.',
    ],
  )
})

test('a header with a secret in clear is warned of, and one that names a configuration value is not', async () => {
  const call = defineElement({
    key: 'call',
    group: 'data',
    kind: 'transform',
    icon: 'IconWorld',
    settings: z.object({ headers: z.array(z.object({ name: z.string(), value: z.string() })) }),
    inputs: ['in'],
    exits: ['out'],
    labels: { title: name('Call'), help: name('.'), fields: { headers: name('Headers') } },
  })
  const headers = [
    ['Authorization', 'Bearer abc'],
    ['X-Api-Key', 'abcdef'],
    ['X-Api-Key', '{{ config.shop.key }}'],
    ['Accept', 'text/plain'],
    ['X-Api-Key', ''],
    ['X-Trace', 'sk_live_1234'],
  ].map(([key, value]) => `{ name: ${key}, value: "${value}" }`)
  const { document } = parseWorkflow(
    `weft: 1\nlabel: A\nsteps: [{ id: a, element: start }, { id: b, element: call, settings: { headers: [${headers.join(', ')}] } }]\nedges: [{ from: a.out, to: b.in }]`,
  )
  const found = await checkWorkflow(document!, [...elements, call as unknown as Element])
  assert.deepEqual(
    found.map(({ place, level }) => [place, level]),
    [
      ['settings.headers.0.value', 'warning'],
      ['settings.headers.1.value', 'warning'],
      ['settings.headers.5.value', 'warning'],
    ],
  )
  assert.match(
    say(found[0]!.message, 'en'),
    /^Authorization looks like a secret .* write its name here: \{\{ config\.name \}\}$/,
  )
})
