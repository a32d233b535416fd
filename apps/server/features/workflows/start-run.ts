import { elements } from '@weft/catalogue/elements/all.ts'
import type { runOrder } from '@weft/contracts/workflow-runs.ts'
import type { Given } from '@weft/engine/isolation/perform.server.ts'
import { payloadOf } from '@weft/engine/queue/payload.server.ts'
import type { WorkflowDocument } from '@weft/engine/workflow-model/document.ts'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { parametersOf, testRecord } from './parameters.ts'
import { checkText } from './read-text.ts'
import { refuseWorkflow } from './refuse.ts'

const texts = defineMessages({
  noTrigger: {
    en: 'This workflow has no trigger of this name.',
    de: 'Dieser Workflow hat keinen Auslöser dieses Namens.',
  },
})

const kinds = new Map(elements.map((element) => [element.key as string, element.kind]))

/** Checked as publishing is; accepted for good when this answers. */
export async function startRun(
  context: AppContext<'db' | 'home' | 'isolation' | 'jobs'>,
  { scope, user }: { scope: Scope; user: Caller },
  id: string,
  asked: z.output<typeof runOrder>,
  given: Given,
) {
  const payload = testRecord(asked.test_data)
  const workflow = await inScope(context.db, scope, (trx) =>
    trx
      .selectFrom('workflows')
      .select(['id', 'source', 'version', 'tenant_id', 'project_id'])
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  if (!workflow) throw notFound()
  const { document, problems } = await checkText(context, scope, workflow.source, given)
  refuseWorkflow(problems)
  const parameters = parametersOf(document.parameters, asked.parameters as DataRecord)
  const { id: job_id, status } = await context.jobs.enqueue({
    tenant_id: scope.tenant_id!,
    project_id: workflow.project_id,
    workflow_id: id,
    started_by: 'hand',
    started_by_user: user.id,
    trigger_step: triggerOf(document, asked.trigger_step),
    parameters,
    source: workflow.source,
    version: workflow.version,
    ...(payload && (await payloadOf(context.home, payload))),
  })
  return { job_id, status }
}

/** The trigger a run by hand begins at: the one asked for, else the manual one, else the first. */
function triggerOf(document: WorkflowDocument, wanted: string | undefined): string {
  const triggers = document.steps.filter((step) => !step.disabled && kinds.get(step.element) === 'trigger')
  const found = wanted
    ? triggers.find((step) => step.id === wanted)
    : (triggers.find((step) => step.element === 'manual') ?? triggers[0])
  if (!found) throw invalidField('trigger_step', texts.noTrigger())
  return found.id
}
