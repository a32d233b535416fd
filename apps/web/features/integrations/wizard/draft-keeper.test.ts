import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integrationDraft, type IntegrationDraft } from '@weft/kit/integrations/draft.ts'
import type { Draft } from '../api.ts'
import { draftKeeper, type Change } from './draft-keeper.ts'

type Sent = Change & { data: IntegrationDraft }

/** A draft here, and a server that answers when it is told to. */
function aDraft() {
  let draft = { id: 'd', step: 'basicConfig', profiles: {}, data: integrationDraft.parse({ label: 'Shop' }) } as Draft
  const requests: { sent: Sent; answer(more?: Partial<Draft>): void; refuse(): void }[] = []
  const told: string[] = []
  const keep = draftKeeper({
    current: () => draft,
    put: (fresh) => (draft = fresh),
    send: (sent) =>
      new Promise((done, fail) =>
        requests.push({
          sent,
          answer: (more = {}) => done(structuredClone({ ...draft, data: sent.data, ...more })),
          refuse: () => fail(new Error('gone')),
        }),
      ),
    tell: (keeping) => told.push(keeping),
  })
  const type = (changes: Partial<IntegrationDraft>) => (draft = { ...draft, data: { ...draft.data, ...changes } })
  return { keep, type, requests, told, now: () => draft }
}
const rest = () => new Promise((done) => setImmediate(done))

test('what is typed while a request is under way stays, and goes with the next one', async () => {
  const { keep, type, requests, now } = aDraft()
  type({ label: 'Shop K' })
  const first = keep({ step: 'tableConfig' })
  await rest()
  type({ label: 'Shop Kiel' })
  requests[0]!.answer({ step: 'tableConfig', connection_label: 'Kiel' })
  await first
  assert.deepEqual(
    [now().data.label, now().step, now().connection_label, requests[0]!.sent.data.label],
    ['Shop Kiel', 'tableConfig', 'Kiel', 'Shop K'],
  )
  void keep()
  await rest()
  assert.equal(requests[1]!.sent.data.label, 'Shop Kiel')
})

test('what the server has changed is taken where nothing was typed', async () => {
  const { keep, type, requests, now } = aDraft()
  type({ tables: [{ name: 'shop.line' } as never] })
  const kept = keep({ connection_id: 'other' })
  await rest()
  type({ label: 'Shop Kiel' })
  const { data } = requests[0]!.sent
  requests[0]!.answer({ data: { ...data, tables: [] } })
  await kept
  assert.deepEqual([now().data.label, now().data.tables], ['Shop Kiel', []])
})

test('requests go one after another, each with all there is by then', async () => {
  const { keep, type, requests, told } = aDraft()
  const [one, two] = [keep(), keep()]
  await rest()
  assert.equal(requests.length, 1)
  type({ label: 'Shop Kiel' })
  requests[0]!.answer()
  await one
  await rest()
  assert.deepEqual(
    requests.map(({ sent }) => sent.data.label),
    ['Shop', 'Shop Kiel'],
  )
  requests[1]!.answer()
  await two
  assert.deepEqual(told, ['saving', 'saving', 'saved'])
})

test('a refused request is told, throws to whoever asked, and does not stop the next', async () => {
  const { keep, type, requests, told, now } = aDraft()
  const refused = assert.rejects(keep(), { message: 'gone' })
  await rest()
  type({ label: 'Shop Kiel' })
  requests[0]!.refuse()
  await refused
  assert.deepEqual([told.at(-1), now().data.label], ['failed', 'Shop Kiel'])
  const kept = keep()
  await rest()
  assert.equal(requests[1]!.sent.data.label, 'Shop Kiel')
  requests[1]!.answer()
  await kept
  assert.equal(told.at(-1), 'saved')
})
