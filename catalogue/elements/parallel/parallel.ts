import { defineElement } from '@weft/kit/define/element.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { referenceList } from '@weft/kit/define/settings.ts'
import { template } from '@weft/kit/define/template.ts'
import { valuer } from '@weft/kit/define/values.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { firstRecord } from '@weft/kit/spill/batches.ts'
import { z } from 'zod'

const texts = defineMessages({
  failed: {
    en: '{count, plural, one {One called job} other {# called jobs}} failed: {jobs}',
    de: '{count, plural, one {Ein aufgerufener Job ist} other {# aufgerufene Jobs sind}} fehlgeschlagen: {jobs}',
  },
})

/** The jobs that were started, in the order of the workflows. */
type Memo = { jobs: string[] }

export const parallel = defineElement({
  key: 'parallel',
  group: 'flow',
  kind: 'control',
  icon: 'IconArrowsSplit',
  settings: z.strictObject({
    workflows: referenceList('workflow').min(1).max(50),
    at_once: z.int().min(1).max(50).default(5),
    input: z.enum(['records', 'nothing']).default('records'),
    parameters: z.record(z.string(), template).default({}).meta({ input: 'pairs' }),
    on_failure: z.enum(['fail', 'go_on']).default('fail'),
  }),
  inputs: ['in'],
  exits: ['out', 'failed'],
  in_test_run: 'held_back',
  labels: {
    title: { en: 'In parallel', de: 'Parallel ausführen' },
    help: {
      en: 'Starts several workflows side by side as child jobs, waits for all of them without a worker, and gives a record for each: its workflow, its status and its return values. Without records it starts nothing.',
      de: 'Startet mehrere Workflows nebeneinander als untergeordnete Jobs, wartet ohne Worker auf alle und gibt für jeden einen Datensatz aus: Workflow, Status und Rückgabewerte. Ohne Datensätze startet nichts.',
    },
    fields: {
      workflows: { en: 'Workflows', de: 'Workflows' },
      at_once: {
        label: { en: 'At most at once', de: 'Höchstens gleichzeitig' },
        help: {
          en: 'As soon as one has ended, the next one starts.',
          de: 'Sobald einer beendet ist, startet der nächste.',
        },
      },
      input: {
        label: { en: 'Hand over to each', de: 'Jedem übergeben' },
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
      on_failure: {
        label: { en: 'If one fails', de: 'Wenn einer scheitert' },
        options: {
          fail: {
            en: 'This step fails, once all have ended',
            de: 'Scheitert dieser Schritt, sobald alle beendet sind',
          },
          go_on: { en: 'Its record leaves by Failed', de: 'Geht sein Datensatz über Fehlgeschlagen hinaus' },
        },
      },
    },
    exits: { out: { en: 'Went well', de: 'Gelungen' }, failed: { en: 'Failed', de: 'Fehlgeschlagen' } },
  },
  body: {
    async enter(step, input, memo) {
      const { workflows, at_once, input: handed, parameters, on_failure } = step.settings
      const jobs = [...((memo as Memo | undefined)?.jobs ?? [])]
      const outcomes = await Promise.all(jobs.map((job) => step.context.jobs.outcome(job)))
      let running = outcomes.filter((outcome) => !outcome).length
      if (jobs.length < workflows.length && running < at_once) {
        const first = await firstRecord(input)
        if (!first) return { through: 'out' }
        const values = Object.fromEntries(
          Object.entries(parameters).map(([name, value]) => [name, valuer(step, value)(first)]),
        )
        for (const [at, workflow_id] of workflows.entries()) {
          if (at < jobs.length || running >= at_once) continue
          step.signal.throwIfAborted()
          const records = handed === 'records' ? input() : none()
          jobs.push(
            await step.context.jobs.start({ key: `${step.id}:${at}`, workflow_id, parameters: values, records }),
          )
          outcomes.push(undefined)
          running += 1
        }
      }
      const open = jobs.filter((_, i) => !outcomes[i])
      if (open.length > 0)
        return { wait: { children: open, any: jobs.length < workflows.length }, memo: { jobs } satisfies Memo }
      const results = outcomes.map((outcome, i) => ({
        workflow_id: workflows[i],
        job_id: jobs[i]!,
        status: outcome!.status,
        ...outcome!.return_values,
      }))
      const failed = results.filter(isFailed)
      if (failed.length > 0 && on_failure === 'fail')
        return { fail: texts.failed({ count: failed.length, jobs: failed.map(({ job_id }) => job_id).join(', ') }) }
      return {
        emit: both(
          results.filter((result) => !isFailed(result)),
          failed,
        ),
      }
    },
  },
})

const isFailed = ({ status }: { status: string }) => status === 'error' || status === 'aborted'

async function* both(out: DataRecord[], failed: DataRecord[]) {
  if (out.length > 0) yield { exit: 'out', records: out }
  if (failed.length > 0) yield { exit: 'failed', records: failed }
}
async function* none(): AsyncGenerator<DataRecord[]> {}
