import { elements } from '@weft/catalogue/elements/all.ts'
import type { runOrder, testOrder } from '@weft/contracts/workflow-runs.ts'
import type { Given } from '@weft/engine/isolation/perform.server.ts'
import type { JobRequest } from '@weft/engine/queue/enqueue.server.ts'
import { payloadOf } from '@weft/engine/queue/payload.server.ts'
import { keepPinned } from '@weft/engine/test-runs/pinned.server.ts'
import { openPins } from '@weft/engine/test-runs/pins.server.ts'
import { dataSetProblems } from '@weft/engine/workflow-model/data-set.ts'
import { comingFrom, leadingTo } from '@weft/engine/workflow-model/leading-to.ts'
import type { WorkflowDocument } from '@weft/engine/workflow-model/document.ts'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { defaultsOf, parametersOf, sampleRecords, testRecord } from './parameters.ts'
import { checkText } from './read-text.ts'
import { refuseWorkflow } from './refuse.ts'
import { triggersIn, type Triggers } from './triggers.ts'

const texts = defineMessages({
  noTrigger: {
    en: 'This workflow has no trigger of this name.',
    de: 'Dieser Workflow hat keinen Auslöser dieses Namens.',
  },
  noStep: {
    en: 'This workflow has no step of this name.',
    de: 'Dieser Workflow hat keinen Schritt dieses Namens.',
  },
})

type Asking = { scope: Scope; user: Caller }

/** Checked as publishing is; accepted for good when this answers. */
export async function startRun(
  context: AppContext<'db' | 'fileStore' | 'isolation' | 'jobs'>,
  { scope, user }: Asking,
  id: string,
  asked: z.output<typeof runOrder>,
  given: Given,
) {
  const { job, source, document, known } = await readOrder(context, { scope, user }, { id, asked, given })
  return enqueued(context, { ...job, source, trigger_step: triggerOf(document, asked.trigger_step, known) })
}

/** The same without effects, also of a text that is not saved. */
export async function startTestRun(
  context: AppContext<'databases' | 'db' | 'fileStore' | 'isolation' | 'jobs'>,
  { scope, user }: Asking,
  id: string,
  { records, until, only, from, sample, source, trace, ...asked }: z.output<typeof testOrder>,
  given: Given,
) {
  const { job, document, known, ...order } = await readOrder(
    context,
    { scope, user },
    { id, asked, given, source, isAlone: only !== undefined },
  )
  if (only !== undefined) {
    const step = document.steps.find(({ id }) => id === only)
    if (!step || known.has(step.element)) throw invalidField('only', texts.noStep())
    const given = await payloadOf(context.fileStore.jobs, sampleRecords(sample))
    return enqueued(context, { ...job, ...given, source: order.source, trigger_step: only, test: { records, only } })
  }
  if (from !== undefined && !document.steps.some(({ id, element }) => id === from && !known.has(element)))
    throw invalidField('from', texts.noStep())
  const begun = from === undefined ? document : comingFrom(document, from)
  if (until !== undefined && !begun.steps.some(({ id }) => id === until)) throw invalidField('until', texts.noStep())
  const within = until === undefined ? begun : leadingTo(begun, until)
  const sampled = from === undefined ? {} : await payloadOf(context.fileStore.jobs, sampleRecords(sample))
  const { id: job_id = crypto.randomUUID() } = { ...job, ...sampled } as { id?: string }
  const whose = { tenant_id: job.tenant_id, project_id: job.project_id, workflow_id: id, user_id: user.id }
  const pins = await openPins(context.databases).list(whose)
  const pinned = await keepPinned(
    context.fileStore.jobs,
    job_id,
    pins.filter(({ step }) => step !== from && within.steps.some((one) => one.id === step && !one.disabled)),
  )
  return enqueued(context, {
    ...job,
    ...sampled,
    id: job_id,
    source: order.source,
    trigger_step: from ?? triggerOf(within, asked.trigger_step, known),
    test: {
      records,
      ...(until !== undefined && { until }),
      ...(from !== undefined && { from }),
      ...(trace && { trace }),
      ...(pinned && { pinned }),
    },
  })
}

type Order = {
  id: string
  asked: z.output<typeof runOrder>
  given: Given
  source?: string | undefined
  isAlone?: boolean
}

/** What is to be run, by whom and with what. */
async function readOrder(
  context: AppContext<'db' | 'fileStore' | 'isolation'>,
  { scope, user }: Asking,
  { id, asked, given, source, isAlone = false }: Order,
) {
  const payload = testRecord(asked.test_data)
  const { workflow, known } = await inScope(context.db, scope, async (trx) => ({
    workflow: await trx
      .selectFrom('workflows')
      .select(['id', 'source', 'version', 'tenant_id', 'project_id', 'dataset_type'])
      .where('id', '=', id)
      .executeTakeFirst(),
    known: await triggersIn(trx),
  }))
  if (!workflow) throw notFound()
  const text = source ?? workflow.source
  const { document, problems } = await checkText(context, scope, text, given)
  refuseWorkflow([...problems, ...dataSetProblems(document, elements, workflow.dataset_type)])
  const job = {
    tenant_id: scope.tenant_id!,
    project_id: workflow.project_id,
    workflow_id: id,
    started_by: 'hand',
    started_by_user: user.id,
    parameters: isAlone
      ? defaultsOf(document.parameters)
      : parametersOf(document.parameters, asked.parameters as DataRecord),
    version: workflow.version,
    ...(payload && (await payloadOf(context.fileStore.jobs, payload))),
  }
  return { job, source: text, document, known }
}

async function enqueued({ jobs }: AppContext<'jobs'>, job: JobRequest) {
  const { id: job_id, status } = await jobs.enqueue(job)
  return { job_id, status }
}

/** The trigger a run by hand begins at: the one asked for, else the manual one, else the first. */
function triggerOf(document: WorkflowDocument, wanted: string | undefined, known: Triggers): string {
  const triggers = document.steps.filter((step) => !step.disabled && known.has(step.element))
  const found = wanted
    ? triggers.find((step) => step.id === wanted)
    : (triggers.find((step) => step.element === 'manual') ?? triggers[0])
  if (!found) throw invalidField('trigger_step', texts.noTrigger())
  return found.id
}
