import { conditions, matches } from '@weft/kit/define/condition.ts'
import { duration, durationOf } from '@weft/kit/define/duration.ts'
import { defineElement } from '@weft/kit/define/element.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { reference } from '@weft/kit/define/settings.ts'
import { template } from '@weft/kit/define/template.ts'
import { tester, valuer } from '@weft/kit/define/values.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { firstRecord } from '@weft/kit/spill/batches.ts'
import { z } from 'zod'

const texts = defineMessages({
  failed: {
    en: 'Round {round}: the called job {job} ended with the status {status}.',
    de: 'Durchgang {round}: Der aufgerufene Job {job} endete mit dem Status {status}.',
  },
})

/** `child` is under way, or what the round before has answered waits for the next one. */
type Memo = { round: number; child: string; last: DataRecord } | { round: number; last: DataRecord }

export const loopUntil = defineElement({
  key: 'loop_until',
  group: 'flow',
  kind: 'control',
  icon: 'IconRefreshDot',
  settings: z.strictObject({
    workflow_id: reference('workflow'),
    until: conditions.min(1),
    match: matches.default('all'),
    most: z.int().min(1).max(1_000).default(10),
    wait: duration.default('0s'),
    input: z.enum(['records', 'nothing']).default('records'),
    parameters: z.record(z.string(), template).default({}).meta({ input: 'pairs' }),
  }),
  inputs: ['in'],
  exits: ['done', 'exhausted'],
  in_test_run: 'held_back',
  labels: {
    title: { en: 'Repeat until', de: 'Wiederholen bis' },
    help: {
      en: 'Calls another workflow again and again until its return values meet a condition. Waiting in between needs no worker. Without records it calls nothing.',
      de: 'Ruft einen anderen Workflow immer wieder auf, bis seine Rückgabewerte eine Bedingung erfüllen. Das Warten dazwischen braucht keinen Worker. Ohne Datensätze wird nichts aufgerufen.',
    },
    fields: {
      workflow_id: { en: 'Workflow', de: 'Workflow' },
      until: {
        label: { en: 'Until', de: 'Bis' },
        help: {
          en: 'Looks at the return values of the workflow, and at status and round.',
          de: 'Betrachtet die Rückgabewerte des Workflows sowie status und round.',
        },
      },
      match: {
        label: { en: 'Must hold', de: 'Zutreffen müssen' },
        options: { all: { en: 'All rules', de: 'Alle Regeln' }, any: { en: 'At least one', de: 'Mindestens eine' } },
      },
      most: { en: 'Rounds at most', de: 'Höchstens so viele Durchgänge' },
      wait: { label: { en: 'Wait between rounds', de: 'Pause zwischen zwei Durchgängen' } },
      input: {
        label: { en: 'Hand over', de: 'Übergeben' },
        options: {
          records: { en: 'All records', de: 'Alle Datensätze' },
          nothing: { en: 'Only the parameters', de: 'Nur die Parameter' },
        },
      },
      parameters: {
        label: { en: 'Parameters', de: 'Parameter' },
        help: {
          en: '{{ … }} takes values from the first record or the job, {{ round }} the number of the round and {{ last.name }} what the round before returned.',
          de: '{{ … }} nimmt Werte aus dem ersten Datensatz oder dem Job, {{ round }} die Nummer des Durchgangs und {{ last.name }} einen Rückgabewert des vorigen.',
        },
      },
    },
    exits: {
      done: { en: 'Condition met', de: 'Bedingung erfüllt' },
      exhausted: { en: 'Never met', de: 'Nie erfüllt' },
    },
  },
  body: {
    async enter(step, input, memo) {
      const { workflow_id, until, match, most, wait, input: handed, parameters } = step.settings
      const known = memo as Memo | undefined
      const begin = async (round: number, last: DataRecord) => {
        const first = await firstRecord(input)
        if (!first) return { through: 'done' }
        const child = await step.context.jobs.start({
          key: `${step.id}:${round}`,
          workflow_id,
          parameters: Object.fromEntries(
            Object.entries(parameters).map(([name, value]) => [name, valuer(step, value)({ ...first, round, last })]),
          ),
          records: handed === 'records' ? input() : none(),
        })
        return { wait: { children: [child] }, memo: { round, child, last } satisfies Memo }
      }
      if (!known) return begin(1, {})
      if (!('child' in known)) return begin(known.round + 1, known.last)
      const { round, child } = known
      const outcome = await step.context.jobs.outcome(child)
      if (!outcome) return { wait: { children: [child] }, memo }
      const { status, return_values } = outcome
      if (status === 'error' || status === 'aborted') return { fail: texts.failed({ round, job: child, status }) }
      const result = { ...return_values, status, round }
      const met = tester(step, until, match)(result)
      if (met || round >= most)
        return { emit: one(met ? 'done' : 'exhausted', { job_id: child, ...return_values, status, rounds: round }) }
      const pause = durationOf(wait) ?? 0
      if (pause === 0) return begin(round + 1, return_values)
      return { wait: { until: new Date(Date.now() + pause) }, memo: { round, last: return_values } satisfies Memo }
    },
  },
})

async function* one(exit: string, record: DataRecord) {
  yield { exit, records: [record] }
}
async function* none(): AsyncGenerator<DataRecord[]> {}
