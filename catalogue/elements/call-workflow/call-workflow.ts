import { firstOnly } from '@weft/kit/define/comparison.ts'
import { defineElement } from '@weft/kit/define/element.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { reference } from '@weft/kit/define/settings.ts'
import { template } from '@weft/kit/define/template.ts'
import { valuer } from '@weft/kit/define/values.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { firstRecord } from '@weft/kit/spill/batches.ts'
import { z } from 'zod'

const texts = defineMessages({
  failed: {
    en: 'The called job {job} ended with the status {status}.',
    de: 'Der aufgerufene Job {job} endete mit dem Status {status}.',
  },
})

export const callWorkflow = defineElement({
  key: 'call_workflow',
  group: 'flow',
  kind: 'control',
  icon: 'IconSubtask',
  settings: z.strictObject({
    workflow_id: reference('workflow'),
    wait: z.boolean().default(true),
    input: z.enum(['records', 'nothing']).default('records'),
    parameters: z.record(z.string(), template).default({}).meta({ input: 'pairs' }),
  }),
  inputs: ['in'],
  exits: ['out'],
  in_test_run: 'held_back',
  labels: {
    title: { en: 'Call workflow', de: 'Workflow aufrufen' },
    help: {
      en: 'Starts another workflow as a child job, once for all records. Without records it starts nothing.',
      de: 'Startet einen anderen Workflow als untergeordneten Job, einmal für alle Datensätze. Ohne Datensätze startet nichts.',
    },
    fields: {
      workflow_id: { en: 'Workflow', de: 'Workflow' },
      wait: {
        label: { en: 'Wait until it has ended', de: 'Warten, bis er beendet ist' },
        help: {
          en: 'Its return values then come out as one record, and its failure fails this step.',
          de: 'Seine Rückgabewerte kommen dann als ein Datensatz heraus, und sein Scheitern lässt diesen Schritt scheitern.',
        },
      },
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
          en: '{{ … }} takes values from the first record or the job.',
          de: '{{ … }} nimmt Werte aus dem ersten Datensatz oder dem Job.',
        },
      },
    },
    exits: { out: { en: 'Afterwards', de: 'Danach' } },
  },
  body: {
    calls(step) {
      const parameters = Object.entries(step.settings.parameters)
      const first = firstOnly()
      return (records) =>
        first(records).map((record) =>
          Object.fromEntries(parameters.map(([name, value]) => [name, valuer(step, value)(record)])),
        )
    },
    async enter(step, input, memo) {
      const { workflow_id, wait, input: handed, parameters } = step.settings
      const known = (memo as { child: string } | undefined)?.child
      if (known !== undefined) return afterwards(known, await step.context.jobs.outcome(known), memo)
      const first = await firstRecord(input)
      if (!first) return { through: 'out' }
      const child = await step.context.jobs.start({
        key: step.id,
        workflow_id,
        parameters: Object.fromEntries(
          Object.entries(parameters).map(([name, value]) => [name, valuer(step, value)(first)]),
        ),
        records: handed === 'records' ? input() : none(),
      })
      return wait ? { wait: { children: [child] }, memo: { child } } : { through: 'out' }
    },
  },
})

function afterwards(child: string, outcome: { status: string; return_values: DataRecord } | undefined, memo: unknown) {
  if (!outcome) return { wait: { children: [child] }, memo }
  const { status, return_values } = outcome
  if (status === 'error' || status === 'aborted') return { fail: texts.failed({ job: child, status }) }
  return { emit: one({ job_id: child, status, ...return_values }) }
}

async function* one(record: DataRecord) {
  yield { exit: 'out', records: [record] }
}
async function* none(): AsyncGenerator<DataRecord[]> {}
