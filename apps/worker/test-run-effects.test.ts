import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { bodies } from '@weft/catalogue/elements/all.server.ts'
import { elements } from '@weft/catalogue/elements/all.ts'
import { inTest } from '@weft/engine/test-runs/in-test.ts'
import { openPreviews } from '@weft/engine/test-runs/previews.ts'
import { withoutEffects } from '@weft/engine/test-runs/without-effects.ts'
import type { PlannedStep } from '@weft/engine/workflow-model/plan.ts'
import {
  exitsOf,
  type BarrierBody,
  type Body,
  type ControlBody,
  type Element,
  type SinkBody,
  type SourceBody,
  type TransformBody,
} from '@weft/kit/define/element.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { aUuid, settingsFor } from '@weft/kit/testing/settings.ts'
import { aStep, input } from '@weft/kit/testing/step.ts'
import fc from 'fast-check'

const all: readonly Element[] = elements
const known: Readonly<Record<string, Body>> = bodies
const record = { id: '1', sku: 'A-1', path: 'a.csv', email: 'kim@weser.example', lines: [{ n: 1 }] }

test('every element says what a test run does with it', () => {
  const silent = all.filter(({ in_test_run }) => in_test_run === undefined).map(({ key }) => key)
  assert.deepEqual(silent, [])
  const compared = all.filter(({ in_test_run }) => in_test_run === 'compared')
  for (const { key, body } of compared) assert.ok((body ?? known[key])?.compare, `${key} compares`)
})

test('an element that says nothing is held back', async () => {
  const { in_test_run: _, ...silent } = all.find(({ key }) => key === 'filter')!
  const previews = openPreviews()
  await tried(silent, { rules: [], match: 'all' }, previews)
  assert.deepEqual(previews.steps.get('step')!.counts, { held_back: 2 })
})

for (const element of all)
  test(`${element.key} changes nothing outside in a test run, whatever its settings`, async () => {
    let valid = 0
    await fc.assert(
      fc.asyncProperty(settingsFor(element), async (given) => {
        const settings = element.settings.safeParse(given)
        if (!settings.success) return
        valid += 1
        assert.deepEqual(await tried(element, settings.data, openPreviews()), [])
        // What is declared holds by itself; the guard is there for whoever declares too little.
        const bare = await tried(element, settings.data, openPreviews(), (context) => context)
        assert.deepEqual(
          bare.filter((what) => !ownAffairs.has(what)),
          [],
        )
      }),
      { numRuns: 40 },
    )
    assert.ok(valid > 0, 'some settings are valid')
  })

/** What a step keeps of itself for the next run, and a statement that may change something, the guard alone lets go. */
const ownAffairs = new Set(['states.set', 'states.keepAtEnd', 'query'])

test('outside of a test run the same world is told', async () => {
  const effects: string[] = []
  const settings = { structure_id: aUuid, mode: 'upsert', key: [] }
  const { body } = all.find(({ key }) => key === 'write_records')!
  await ran(
    'sink',
    body,
    aStep<DataRecord>(
      settings,
      worldOf((what) => effects.push(what)),
    ),
  )
  assert.deepEqual(effects, ['records.open', 'records.write'])
})

/** Does what the engine does with a step of a test run, and says what of it had an effect. */
async function tried(
  element: Element,
  settings: DataRecord,
  previews: ReturnType<typeof openPreviews>,
  guarded: (context: StepContext) => StepContext = withoutEffects,
) {
  const effects: string[] = []
  const context = guarded(worldOf((what) => effects.push(what)))
  const step = aStep(settings, context)
  const body = element.body ?? known[element.key]
  const exits = exitsOf(element, settings)
  const planned = { id: 'step', element, settings, body, exits, passes: false } as unknown as PlannedStep
  const { element: stood, body: own } = inTest(planned, previews)
  // What such a world answers fails many a step; only what it has done counts.
  await ran(stood.kind, own, step).catch(() => {})
  return effects
}

async function ran(kind: Element['kind'], body: Body | undefined, step: ReturnType<typeof aStep<DataRecord>>) {
  const records = [record, { ...record, id: '2' }]
  if (!body) return
  if (kind === 'transform') {
    const opened = await (body as TransformBody<DataRecord>).open(step)
    await opened.batch(records, 0)
    await opened.close?.()
  } else if (kind === 'sink') {
    const opened = await (body as SinkBody<DataRecord>).open(step)
    await opened.write(records, 0)
    await opened.finish?.({ records: 2, first: record })
    await opened.close?.()
  } else if (kind === 'barrier')
    await Array.fromAsync((body as BarrierBody<DataRecord>).gather(step, { in: input(records) }))
  else if (kind === 'control') await (body as ControlBody<DataRecord>).enter(step, input(records))
  else for await (const { settle } of (body as SourceBody<DataRecord>).read(step, record)) await settle?.()
}

/** A world in which everything can be done, and whatever changes it is told. */
function worldOf(tell: (what: string) => void): StepContext {
  const effect = (what: string, answer?: unknown) => async () => (tell(what), answer)
  const none = async function* () {}
  const file = { path: 'a.csv', size: 1, modified_at: '2026-11-21T10:00:00Z' }
  const files = {
    list: async () => [file],
    stat: async () => file,
    read: async () => Readable.from([Buffer.from('id,sku\n1,A-1\n')]),
    write: effect('files.write', file),
    move: effect('files.move'),
    remove: effect('files.remove'),
  }
  const close = async () => {}
  const asked = async ({ method, body }: { method: string; body?: unknown }) => {
    if (method !== 'GET' && method !== 'HEAD' && !String(body).includes('{')) tell(`http ${method}`)
    return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('[]') }
  }
  const table = { name: 't', kind: 'table', fields: [], key: ['id'], cursors: [], references: [] }
  const session = {
    discover: async () => [],
    describe: async () => table,
    lookup: async () => [],
    read: none,
    query: () => (tell('query'), none()),
    write: effect('connection.write', { write: effect('connection.write'), close }),
    close,
  }
  const world = {
    files,
    records: {
      open: effect('records.open', {
        write: effect('records.write', { written: [], rejected: [] }),
        finish: close,
        close,
      }),
      compare: async () => async (given: DataRecord[]) => given.map((one) => ({ verdict: 'added', record: one })),
      read: none,
      lookup: async () => new Map(),
      mark: effect('records.mark', 0),
      remove: effect('records.remove', 0),
    },
    mappings: { compile: async () => ({ run: async (out: DataRecord[]) => ({ out, rejected: [] }) }) },
    models: { read: none, retry: async () => ({ records: [], rejected: [] }) },
    formats: { read: none, retry: () => ({ records: [], rejected: [] }), write: async () => ({ records: 0 }) },
    data_sets: { read: none },
    http: asked,
    connections: {
      open: async () => session,
      capture: effect('capture'),
      files: async () => ({ ...files, close }),
      messages: effect('messages', { receive: none, send: effect('send', []), topics: async () => [], close }),
      mailbox: effect('mailbox', { receive: none, mark: effect('mark'), folders: async () => [], close }),
      mail: effect('mail sender', { send: effect('send'), close }),
      actions: effect('actions', { call: effect('call', {}), close }),
      http: async () => ({ base_url: 'https://shop.example/api', request: asked }),
    },
    states: { get: async () => undefined, set: effect('states.set'), keepAtEnd: effect('states.keepAtEnd') },
    references: { set: effect('references.set'), find: async () => new Map() },
    synced: {
      isRetry: false,
      note: effect('synced.note', new Set()),
      known: async () => new Map(),
      agree: effect('synced.agree'),
      hold: effect('synced.hold'),
    },
    signals: { get: async () => undefined, settle: effect('signals.settle') },
    rates: { claim: effect('rates.claim', 0) },
    callbackAddress: async () => 'https://weft.example/callback',
    answer: effect('answer'),
    approvals: { ask: effect('approvals.ask'), outcome: async () => undefined, expire: effect('approvals.expire') },
    mail: effect('mail'),
    inbox: { keep: effect('inbox.keep') },
    notify: effect('notify'),
    jobs: { start: effect('jobs.start', 'child'), outcome: async () => undefined },
    sandbox: { open: async () => ({ run: async (given: DataRecord[]) => given, close }) },
    configuration: async () => 'value',
  }
  return world as unknown as StepContext
}
