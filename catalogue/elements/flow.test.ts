import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ControlBody, SinkBody, TransformBody } from '@weft/kit/define/element.ts'
import { Invalid, Unavailable } from '@weft/kit/errors/errors.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { quotedTexts, say } from '@weft/kit/messages/messages.ts'
import { aStep, exitsFrom, input, type TestStep } from '@weft/kit/testing/step.ts'
import { callWorkflow } from './call-workflow/call-workflow.ts'
import { code } from './code/code.ts'
import { delay } from './delay/delay.ts'
import { deleteRecords } from './delete-records/delete-records.ts'
import { finish } from './finish/finish.ts'
import { lookupRecord } from './lookup-record/lookup-record.ts'
import { loop } from './loop/loop.ts'
import { mapping } from './mapping/mapping.ts'
import { markRecords } from './mark-records/mark-records.ts'
import { notify } from './notify/notify.ts'
import { raiseError } from './raise-error/raise-error.ts'
import { sendMail } from './send-mail/send-mail.ts'
import { setFields } from './set-fields/set-fields.ts'
import { validateRecords } from './validate-records/validate-records.ts'
import { writeJournal } from './write-journal/write-journal.ts'
import { writeRecords } from './write-records/write-records.ts'

const id = '0b9d3f52-6d0c-4f39-8f3a-1f3f4c1f0a11'
type Answer = Awaited<ReturnType<ControlBody<unknown>['enter']>>
const enter = (element: { body: ControlBody<any> }, step: TestStep<any>, records: DataRecord[], memo?: unknown) =>
  element.body.enter(step, input(records), memo) as Promise<any>
const emitted = async (answer: Answer) =>
  exitsFrom((answer as { emit: AsyncIterable<{ exit: string; records: DataRecord[] }> }).emit)
const written = async (element: { body: SinkBody<any> }, step: TestStep<any>, records: DataRecord[], number = 0) => {
  const sink = await element.body.open(step)
  const outcome = await sink.write(records, number)
  await sink.finish?.()
  await sink.close?.()
  return outcome
}

test('loop hands on small batches and then says how many there were', async () => {
  const answer = await enter(loop, aStep({ batch_size: 2 }), [{ n: 1 }, { n: 2 }, { n: 3 }])
  const seen: unknown[] = []
  for await (const { exit, records } of answer.emit) seen.push([exit, records.length])
  assert.deepEqual(seen, [
    ['item', 2],
    ['item', 1],
    ['done', 1],
  ])
  assert.deepEqual(await emitted(await enter(loop, aStep({ batch_size: 1 }), [])), {
    done: [{ rounds: 0, records: 0 }],
  })
})

test('delay rests for a duration or until a moment, and then lets everything through', async () => {
  const started = Date.now()
  const rest = await enter(delay, aStep(delay.settings.parse({ for: '1h 30m' })), [{ n: 1 }])
  assert.ok(Math.abs(rest.wait.until.getTime() - started - 5_400_000) < 1_000)
  assert.deepEqual(await enter(delay, aStep(delay.settings.parse({ for: '1h' })), [{ n: 1 }], rest.memo), {
    through: 'out',
  })
  const until = await enter(delay, aStep(delay.settings.parse({ until: '{{ due }}' })), [
    { due: '2099-01-01T00:00:00Z' },
  ])
  assert.equal(until.wait.until.toISOString(), '2099-01-01T00:00:00.000Z')
  assert.deepEqual(await enter(delay, aStep(delay.settings.parse({ until: '2020-01-01' })), [{}]), { through: 'out' })
  assert.match(say((await enter(delay, aStep(delay.settings.parse({ until: 'soon' })), [{}])).fail, 'en'), /"soon"/)
  assert.deepEqual(await enter(delay, aStep(delay.settings.parse({ for: '1h' })), []), { through: 'out' })
  assert.equal(delay.settings.safeParse({}).error?.issues[0]?.path[0], 'for')
})

test('call_workflow starts one child, waits for it and gives its return values', async () => {
  const started: unknown[] = []
  let outcome: { status: string; return_values: DataRecord } | undefined
  const jobs = {
    start: async ({ records, ...child }: { records: AsyncIterable<DataRecord[]> }) => {
      started.push({ ...child, records: (await Array.fromAsync(records)).flat() })
      return 'child'
    },
    outcome: async () => outcome,
  } as unknown as StepContext['jobs']
  const step = (more = {}) =>
    aStep(callWorkflow.settings.parse({ workflow_id: id, parameters: { day: '{{ day }}' }, ...more }), { jobs })
  const waiting = await enter(callWorkflow, step(), [{ day: 1 }, { day: 2 }])
  assert.deepEqual(waiting, { wait: { children: ['child'] }, memo: { child: 'child' } })
  assert.deepEqual(started, [
    { key: 'step', workflow_id: id, parameters: { day: 1 }, records: [{ day: 1 }, { day: 2 }] },
  ])
  assert.deepEqual(await enter(callWorkflow, step(), [], waiting.memo), waiting)
  outcome = { status: 'warning', return_values: { total: '9.50' } }
  assert.deepEqual(await emitted(await enter(callWorkflow, step(), [], waiting.memo)), {
    out: [{ job_id: 'child', status: 'warning', total: '9.50' }],
  })
  outcome = { status: 'error', return_values: {} }
  assert.match(say((await enter(callWorkflow, step(), [], waiting.memo)).fail, 'de'), /Status error/)
  assert.deepEqual(await enter(callWorkflow, step({ wait: false, input: 'nothing' }), [{ day: 3 }]), { through: 'out' })
  assert.deepEqual(started[1], { key: 'step', workflow_id: id, parameters: { day: 3 }, records: [] })
  assert.deepEqual(await enter(callWorkflow, step(), []), { through: 'out' })
})

test('raise_error and finish act only when a record arrives', async () => {
  assert.equal(
    say((await enter(raiseError, aStep({ message: 'No stock for {{ sku }} {x}' }), [{ sku: 'A-1' }])).fail, 'de'),
    'No stock for A-1 {x}',
  )
  assert.deepEqual(await emitted(await enter(raiseError, aStep({ message: 'x' }), [])), {})
  const step = aStep(
    finish.settings.parse({
      status: 'warning',
      return_values: { total: '{{ sum }}', day: '{{ now | date: "yyyy-MM-dd" }}' },
    }),
  )
  assert.deepEqual(await enter(finish, step, [{ sum: '9.50' }]), {
    finish: { status: 'warning', return_values: { total: '9.50', day: '2026-11-21' } },
  })
  assert.deepEqual(await emitted(await enter(finish, step, [])), {})
})

test('write_records opens its structure for this attempt and tells the end', async () => {
  const calls: unknown[] = []
  const reason = quotedTexts('no')
  const records = {
    open: async (target: unknown) => (
      calls.push(target),
      {
        write: async (list: DataRecord[], batch: number) => (
          calls.push(batch),
          { written: list.slice(1), rejected: [{ record: list[0]!, reason }] }
        ),
        finish: async () => void calls.push('finish'),
        close: async () => void calls.push('close'),
      }
    ),
  } as unknown as StepContext['records']
  const outcome = await written(
    writeRecords,
    aStep(writeRecords.settings.parse({ structure_id: id, key: ['id'] }), { records }),
    [{ id: 1 }, { id: 2 }],
    7,
  )
  assert.deepEqual(outcome, { exits: { written: [{ id: 2 }] }, rejected: [{ record: { id: 1 }, reason }] })
  assert.deepEqual(calls, [
    { structure_id: id, mode: 'upsert', key: ['id'], job_id: 'job', step: 'step', attempt: 1 },
    7,
    'finish',
    'close',
  ])
})

test('mark_records marks what has an id and rejects the rest', async () => {
  const marked: unknown[] = []
  const records = { mark: async (target: unknown) => marked.push(target) } as unknown as StepContext['records']
  const outcome = await written(markRecords, aStep(markRecords.settings.parse({ structure_id: id }), { records }), [
    { _id: 5 },
    { name: 'x' },
    { _id: '6' },
  ])
  assert.deepEqual(marked, [{ structure_id: id, mark: 'clean', ids: ['5', '6'] }])
  assert.deepEqual([outcome.exits['out']!.length, outcome.rejected!.length], [2, 1])
})

test('delete_records deletes what has an id and rejects the rest', async () => {
  const removed: unknown[] = []
  const records = { remove: async (target: unknown) => removed.push(target) } as unknown as StepContext['records']
  const outcome = await written(deleteRecords, aStep(deleteRecords.settings.parse({ structure_id: id }), { records }), [
    { _id: 5 },
    { name: 'x' },
  ])
  assert.deepEqual(removed, [{ structure_id: id, ids: ['5'] }])
  assert.deepEqual([outcome.exits['out']!.length, outcome.rejected!.length], [1, 1])
})

test('send_mail sends one mail a record with a key of its own, and rejects wrong addresses', async () => {
  const mails: Parameters<StepContext['mail']>[0][] = []
  const mail: StepContext['mail'] = async (one) => {
    if (one.to[0] === 'gone@example.test') throw new Invalid('MAIL_REFUSED', quotedTexts('no such user'))
    if (one.to[0] === 'busy@example.test') throw new Unavailable('MAIL_UNREACHABLE', quotedTexts('busy'))
    mails.push(one)
  }
  const step = aStep(
    sendMail.settings.parse({
      to: '{{ email }}',
      subject: 'Order {{ id }}',
      text: 'Total {{ total | number }}',
      attachments: ['out/{{ id }}.pdf'],
    }),
    { mail },
  )
  const outcome = await written(
    sendMail,
    step,
    [
      { id: 1, email: 'a@b.de; c@d.de', total: '5' },
      { id: 2, email: 'nobody' },
      { id: 3, email: '' },
      { id: 4, email: 'gone@example.test' },
    ],
    3,
  )
  assert.deepEqual(mails, [
    {
      to: ['a@b.de', 'c@d.de'],
      subject: 'Order 1',
      text: 'Total 5,00',
      attachments: ['out/1.pdf'],
      key: 'job:step:3:0',
    },
  ])
  assert.deepEqual(
    outcome.rejected!.map(({ record, reason }) => [record['id'], say(reason, 'en')]),
    [
      [2, '"nobody" is no e-mail address.'],
      [3, '"" is no e-mail address.'],
      [4, 'no such user'],
    ],
  )
  await assert.rejects(written(sendMail, step, [{ id: 5, email: 'busy@example.test' }]), { code: 'MAIL_UNREACHABLE' })
})

test('notify and write_journal let the records through', async () => {
  const told: unknown[] = []
  const records = [{ n: 1 }, { n: 2 }]
  const one = await written(
    notify,
    aStep(notify.settings.parse({ title: 'Order {{ n }}', level: 'success' }), {
      notify: async (...all) => void told.push(all),
    }),
    records,
  )
  assert.deepEqual(one.exits, { out: records })
  assert.deepEqual(told[0], [
    'project',
    {
      level: 'success',
      title: 'Order 1',
      message: '',
      link: '/project/workflows/reporting/workflow/job/details',
      key: 'job:step:0:0',
    },
  ])
  const step = aStep(writeJournal.settings.parse({ text: 'Got {{ n }}', level: 'warning', most: 1 }))
  assert.deepEqual((await written(writeJournal, step, records)).exits, { out: records })
  assert.deepEqual(step.lines, ['warning: Got 1'])
})

const transformed = async (element: { body: TransformBody<any> }, step: TestStep<any>, records: DataRecord[]) =>
  (await element.body.open(step)).batch(records, 4)

test('mapping runs the compiled mapping at the job’s own time', async () => {
  const runs: unknown[] = []
  const mappings = {
    compile: async (mapping_id: string) => ({
      run: async (records: DataRecord[], moment: unknown) => (
        runs.push(mapping_id, moment),
        { out: records, rejected: [] }
      ),
    }),
  }
  await transformed(mapping, aStep({ mapping_id: id }, { mappings }), [{ a: 1 }])
  assert.deepEqual(runs, [id, { now: new Date('2026-11-21T10:00:00Z'), seed: 'job:step:4' }])
})

test('lookup_record asks once a batch and takes over fields', async () => {
  const asked: unknown[] = []
  const records = {
    lookup: async (query: { values: unknown[] }) => (
      asked.push(query.values),
      new Map([['7', { _id: 1, code: 7, name: 'seven', nested: { x: 1 } }]])
    ),
  } as unknown as StepContext['records']
  const step = aStep(
    lookupRecord.settings.parse({
      structure_id: id,
      key: 'code',
      value: 'ref',
      take: [
        { from: 'name', to: 'found.name' },
        { from: 'nested.x', to: 'x' },
      ],
    }),
    { records },
  )
  assert.deepEqual(await transformed(lookupRecord, step, [{ ref: 7 }, { ref: '7' }, { ref: '8' }, { ref: null }]), {
    exits: {
      found: [
        { ref: 7, found: { name: 'seven' }, x: 1 },
        { ref: '7', found: { name: 'seven' }, x: 1 },
      ],
      missing: [{ ref: '8' }, { ref: null }],
    },
  })
  assert.deepEqual(asked, [['7', '8']])
})

test('what cannot be converted or breaks a rule is rejected with field, value and reason', async () => {
  const set = await transformed(
    setFields,
    aStep(setFields.settings.parse({ fields: [{ field: 'n', value: '{{ x }}', type: 'number' }] })),
    [{ x: 'many' }],
  )
  assert.deepEqual(
    set.rejected!.map(({ field, value, reason }) => [field, value, say(reason, 'de')]),
    [['n', 'many', '„many“ ist keine Zahl.']],
  )
  const rules = [{ field: 'total', operator: 'greater', value: 0, message: 'Total {missing}' }]
  const valid = await transformed(validateRecords, aStep(validateRecords.settings.parse({ rules })), [{ total: -1 }])
  assert.deepEqual(
    valid.rejected!.map(({ field, value, reason }) => [field, value, say(reason, 'de')]),
    [['total', -1, 'Total {missing}']],
  )
})

test('code is handed to the sandbox and closed', async () => {
  const calls: unknown[] = []
  const sandbox: StepContext['sandbox'] = {
    openFiles: () => Promise.reject(new Error('not asked for')),
    open: async (program) => (
      calls.push(program),
      { run: async (records) => [...records, ...records], close: async () => void calls.push('closed') }
    ),
  }
  const opened = await (code.body as TransformBody<unknown>).open(
    aStep(code.settings.parse({ code: 'x' }), { sandbox }),
  )
  assert.deepEqual(await opened.batch([{ a: 1 }], 0), { exits: { out: [{ a: 1 }, { a: 1 }] } })
  await opened.close?.()
  assert.deepEqual(calls, [{ code: 'x', memory_mb: 128, timeout_ms: 30_000 }, 'closed'])
})
