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
import { loopUntil } from './loop-until/loop-until.ts'
import { mapping } from './mapping/mapping.ts'
import { markRecords } from './mark-records/mark-records.ts'
import { notify } from './notify/notify.ts'
import { parallel } from './parallel/parallel.ts'
import { raiseError } from './raise-error/raise-error.ts'
import { sendMailBody } from './send-mail/send-mail.server.ts'
import { sendMail } from './send-mail/send-mail.ts'
import { setFields } from './set-fields/set-fields.ts'
import { tryCatch } from './try-catch/try-catch.ts'
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
  await sink.finish?.({ records: records.length, first: records[0] })
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

/** Children that are started and end as a test says. */
function children() {
  const started: { key: string; workflow_id: string; parameters: DataRecord; records: DataRecord[] }[] = []
  const ended: Record<string, Awaited<ReturnType<StepContext['jobs']['outcome']>>> = {}
  const jobs: StepContext['jobs'] = {
    async start({ records, ...child }) {
      started.push({ ...child, records: (await Array.fromAsync(records)).flat() })
      return child.key
    },
    outcome: async (id) => ended[id],
  }
  return { started, ended, jobs }
}

test('loop_until calls again until the condition holds, rests in between, and ends at its most', async () => {
  const { started, ended, jobs } = children()
  const settings = {
    workflow_id: id,
    until: [{ field: 'open', operator: 'equals', value: 0 }],
    parameters: { round: '{{ round }}', before: '{{ last.open }}' },
    most: 3,
  }
  const step = (more = {}) => aStep(loopUntil.settings.parse({ ...settings, ...more }), { jobs })
  const first = await enter(loopUntil, step(), [{ n: 1 }])
  assert.deepEqual(first, { wait: { children: ['step:1'] }, memo: { round: 1, child: 'step:1', last: {} } })
  assert.deepEqual(await enter(loopUntil, step(), [{ n: 1 }], first.memo), first)
  ended['step:1'] = { status: 'stopped', return_values: { open: 2 } }
  const resting = await enter(loopUntil, step({ wait: '5m' }), [{ n: 1 }], first.memo)
  assert.deepEqual(resting.memo, { round: 1, last: { open: 2 } })
  assert.ok(Math.abs(resting.wait.until.getTime() - Date.now() - 300_000) < 5_000)
  const second = await enter(loopUntil, step(), [{ n: 1 }], resting.memo)
  assert.deepEqual(second, { wait: { children: ['step:2'] }, memo: { round: 2, child: 'step:2', last: { open: 2 } } })
  assert.deepEqual(started[1]!.parameters, { round: 2, before: 2 })
  assert.deepEqual(started[1]!.records, [{ n: 1 }])
  ended['step:2'] = { status: 'info', return_values: { open: 0 } }
  assert.deepEqual(await emitted(await enter(loopUntil, step(), [{ n: 1 }], second.memo)), {
    done: [{ job_id: 'step:2', open: 0, status: 'info', rounds: 2 }],
  })
  assert.deepEqual(await emitted(await enter(loopUntil, step({ most: 1 }), [{ n: 1 }], first.memo)), {
    exhausted: [{ job_id: 'step:1', open: 2, status: 'stopped', rounds: 1 }],
  })
  ended['step:2'] = { status: 'error', return_values: {} }
  assert.match(say((await enter(loopUntil, step(), [{ n: 1 }], second.memo)).fail, 'de'), /^Durchgang 2: .*error\.$/)
  assert.deepEqual(await enter(loopUntil, step(), []), { through: 'done' })
})

test('try_catch lets the records through where the called job ends well, and out of failed as they came where not', async () => {
  const { started, ended, jobs } = children()
  const step = (more = {}) => aStep(tryCatch.settings.parse({ workflow_id: id, ...more }), { jobs })
  const records = [{ n: 1 }, { n: 2 }]
  const waiting = await enter(tryCatch, step(), records)
  assert.deepEqual(waiting, { wait: { children: ['step'] }, memo: { child: 'step' } })
  assert.deepEqual(started[0]!.records, records)
  ended['step'] = { status: 'warning', return_values: { total: 3 } }
  assert.deepEqual(await enter(tryCatch, step(), records, waiting.memo), { through: 'out' })
  assert.deepEqual(await emitted(await enter(tryCatch, step({ gives: 'result' }), records, waiting.memo)), {
    out: [{ job_id: 'step', status: 'warning', total: 3 }],
  })
  ended['step'] = { status: 'error', return_values: {}, error: { code: 'BROKEN', message: quotedTexts('No {stock}') } }
  const _error = { step: 'step', code: 'BROKEN', message: 'No {stock}', job_id: 'step' }
  assert.deepEqual(await emitted(await enter(tryCatch, step(), records, waiting.memo)), {
    failed: [
      { n: 1, _error },
      { n: 2, _error },
    ],
  })
  assert.deepEqual(await enter(tryCatch, step(), []), { through: 'out' })
})

test('try_catch catches that a workflow is gone, and keeps to it', async () => {
  let gone = true
  const jobs = {
    start: async () => {
      if (gone) throw new Invalid('WORKFLOW_NOT_FOUND', quotedTexts('gone'))
      return 'child'
    },
  } as unknown as StepContext['jobs']
  const step = aStep(tryCatch.settings.parse({ workflow_id: id }), { jobs })
  const { wait, memo } = await enter(tryCatch, step, [{ n: 1 }])
  assert.ok(wait.until <= new Date())
  gone = false
  assert.deepEqual(await emitted(await enter(tryCatch, step, [{ n: 1 }], memo)), {
    failed: [{ n: 1, _error: { step: 'step', code: 'WORKFLOW_NOT_FOUND', message: 'gone' } }],
  })
  assert.deepEqual(step.lines, ['info: The called workflow failed; the records go on by the exit failed: gone'])
})

test('parallel has so many jobs under way as it may, and gives a record for each', async () => {
  const { started, ended, jobs } = children()
  const workflows = [1, 2, 3].map((n) => `0b9d3f52-6d0c-4f39-8f3a-1f3f4c1f0a1${n}`)
  const step = (more = {}) => aStep(parallel.settings.parse({ workflows, at_once: 2, ...more }), { jobs })
  const first = await enter(parallel, step(), [{ n: 1 }])
  assert.deepEqual(first, {
    wait: { children: ['step:0', 'step:1'], any: true },
    memo: { jobs: ['step:0', 'step:1'] },
  })
  ended['step:1'] = { status: 'error', return_values: {} }
  const second = await enter(parallel, step(), [{ n: 1 }], first.memo)
  assert.deepEqual(second, {
    wait: { children: ['step:0', 'step:2'], any: false },
    memo: { jobs: ['step:0', 'step:1', 'step:2'] },
  })
  assert.deepEqual(
    started.map(({ key, workflow_id, records }) => [key, workflow_id, records.length]),
    [
      ['step:0', workflows[0], 1],
      ['step:1', workflows[1], 1],
      ['step:2', workflows[2], 1],
    ],
  )
  ended['step:0'] = { status: 'stopped', return_values: { a: 1 } }
  ended['step:2'] = { status: 'info', return_values: {} }
  assert.equal(
    say((await enter(parallel, step(), [{ n: 1 }], second.memo)).fail, 'en'),
    'One called job failed: step:1',
  )
  assert.deepEqual(await emitted(await enter(parallel, step({ on_failure: 'go_on' }), [{ n: 1 }], second.memo)), {
    out: [
      { workflow_id: workflows[0], job_id: 'step:0', status: 'stopped', a: 1 },
      { workflow_id: workflows[2], job_id: 'step:2', status: 'info' },
    ],
    failed: [{ workflow_id: workflows[1], job_id: 'step:1', status: 'error' }],
  })
  assert.deepEqual(await enter(parallel, step(), []), { through: 'out' })
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
  assert.deepEqual(removed, [{ structure_id: id, ids: ['5'], job_id: 'job', step: 'step' }])
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
    { body: sendMailBody },
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
  await assert.rejects(written({ body: sendMailBody }, step, [{ id: 5, email: 'busy@example.test' }]), {
    code: 'MAIL_UNREACHABLE',
  })
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
