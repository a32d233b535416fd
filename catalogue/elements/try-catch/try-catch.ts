import { defineElement } from '@weft/kit/define/element.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { reference } from '@weft/kit/define/settings.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { template } from '@weft/kit/define/template.ts'
import { valuer } from '@weft/kit/define/values.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages, inserted, say, type Message } from '@weft/kit/messages/messages.ts'
import { firstRecord } from '@weft/kit/spill/batches.ts'
import { z } from 'zod'

const texts = defineMessages({
  failed: {
    en: 'The called job {job} ended with the status {status}.',
    de: 'Der aufgerufene Job {job} endete mit dem Status {status}.',
  },
  caught: {
    en: 'The called workflow failed; the records go on by the exit failed: {problem}',
    de: 'Der aufgerufene Workflow ist fehlgeschlagen; die Datensätze gehen über den Ausgang failed weiter: {problem}',
  },
})

type Caught = { code: string; message: Message; job?: string }
type Memo = { child: string } | { caught: Caught }
type Outcome = NonNullable<Awaited<ReturnType<StepContext['jobs']['outcome']>>>

export const tryCatch = defineElement({
  key: 'try_catch',
  group: 'flow',
  kind: 'control',
  icon: 'IconLifebuoy',
  settings: z.strictObject({
    workflow_id: reference('workflow'),
    input: z.enum(['records', 'nothing']).default('records'),
    parameters: z.record(z.string(), template).default({}).meta({ input: 'pairs' }),
    gives: z.enum(['records', 'result']).default('records'),
  }),
  inputs: ['in'],
  exits: ['out', 'failed'],
  in_test_run: 'held_back',
  labels: {
    title: { en: 'Try and catch', de: 'Versuchen und abfangen' },
    help: {
      en: 'Runs another workflow as a child job and waits for it. Where it fails, this job goes on: the records leave by Failed as they came, with the reason in _error.',
      de: 'Startet einen anderen Workflow als untergeordneten Job und wartet auf ihn. Scheitert er, läuft dieser Job weiter: Die Datensätze gehen unverändert über Fehlgeschlagen hinaus, mit dem Grund in _error.',
    },
    fields: {
      workflow_id: { en: 'Workflow', de: 'Workflow' },
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
      gives: {
        label: { en: 'Where it ends well', de: 'Wenn er gut endet' },
        options: {
          records: { en: 'The records go on', de: 'Die Datensätze gehen weiter' },
          result: { en: 'Its return values go on', de: 'Seine Rückgabewerte gehen weiter' },
        },
      },
    },
    exits: { out: { en: 'Went well', de: 'Gelungen' }, failed: { en: 'Failed', de: 'Fehlgeschlagen' } },
  },
  body: {
    async enter(step, input, memo) {
      const { workflow_id, input: handed, parameters, gives } = step.settings
      const known = memo as Memo | undefined
      const caught = (what: Caught) => {
        const { code, message, job } = what
        step.log('info', inserted(texts.caught({ problem: '' }), 'problem', message))
        const _error = { step: step.id, code, message: say(message, 'en'), ...(job && { job_id: job }) }
        return { emit: marked(input(), _error) }
      }
      if (known && 'caught' in known) return caught(known.caught)
      if (known) {
        const outcome = await step.context.jobs.outcome(known.child)
        if (!outcome) return { wait: { children: [known.child] }, memo }
        if (outcome.status === 'error' || outcome.status === 'aborted')
          return caught({ ...reasonOf(known.child, outcome), job: known.child })
        if (gives === 'records') return { through: 'out' }
        return { emit: one({ job_id: known.child, status: outcome.status, ...outcome.return_values }) }
      }
      const first = await firstRecord(input)
      if (!first) return { through: 'out' }
      try {
        const child = await step.context.jobs.start({
          key: step.id,
          workflow_id,
          parameters: Object.fromEntries(
            Object.entries(parameters).map(([name, value]) => [name, valuer(step, value)(first)]),
          ),
          records: handed === 'records' ? input() : none(),
        })
        return { wait: { children: [child] }, memo: { child } satisfies Memo }
      } catch (error) {
        if (!(error instanceof WeftError) || error.status >= 500) throw error
        // Kept before anything goes on: a workflow that is there again at a repetition must not change what was decided.
        return {
          wait: { until: new Date() },
          memo: { caught: { code: error.code, message: error.say } } satisfies Memo,
        }
      }
    },
  },
})

const reasonOf = (job: string, { status, error }: Outcome) =>
  error ?? { code: status === 'aborted' ? 'ABORTED' : 'FAILED', message: texts.failed({ job, status }) }

async function* marked(batches: AsyncIterable<DataRecord[]>, _error: DataRecord) {
  for await (const records of batches)
    yield { exit: 'failed', records: records.map((record) => ({ ...record, _error })) }
}
async function* one(record: DataRecord) {
  yield { exit: 'out', records: [record] }
}
async function* none(): AsyncGenerator<DataRecord[]> {}
