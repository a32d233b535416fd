import { accountDefaults } from '@weft/catalogue/resources/account-setting/defaults.ts'
import { cronOf, schedule } from '@weft/catalogue/elements/schedule/schedule.ts'
import { elements } from '@weft/catalogue/elements/all.ts'
import { predecessor } from '@weft/catalogue/elements/predecessor/predecessor.ts'
import { workflowFailed } from '@weft/catalogue/elements/workflow-failed/workflow-failed.ts'
import type { Trigger } from '@weft/contracts/workflows.ts'
import type { Element } from '@weft/kit/define/element.ts'
import { every as pollEvery, pollCrons } from '@weft/kit/define/polling.ts'
import type { GitHistory } from '@weft/engine/history/history.server.ts'
import { nextRun } from '@weft/engine/scheduler/next-run.ts'
import type { WorkflowProblem, WorkflowDocument } from '@weft/engine/workflow-model/document.ts'
import { readAccountSettings } from '@weft/kit/database/account-settings.server.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { authorOf } from './author.ts'
import { z } from 'zod'
import type { CheckedWorkflow } from './read-text.ts'
import { refuseWorkflow } from './refuse.ts'

const texts = defineMessages({
  moved: {
    en: 'Somebody else has saved this workflow in the meantime. Please load it again.',
    de: 'Jemand anderes hat diesen Workflow inzwischen gespeichert. Bitte laden Sie ihn neu.',
  },
})

const movedMeanwhile = () => new Conflict('VERSION_CONFLICT', texts.moved())

/** Where a workflow stands in the tenant's repository. */
export const fileOf = (id: string) => `workflows/${id}.yaml`

export type Saving = {
  id: string
  /** The new text, read and checked. */
  checked: CheckedWorkflow
  /** The text it was made of; when another one was saved in the meantime, that is a conflict. */
  basedOn?: string | undefined
  /** What the commit says. */
  message: string
  user: Pick<Caller, 'id' | 'email'>
  /** The version the change was made on; another one in the meantime is a conflict. */
  version?: number | undefined
  /** From now on published; stays as it is where absent. */
  published?: boolean | undefined
}

/**
 * Keeps a workflow's checked text: committed, written to its row, what starts it set. All of it in the caller's transaction, so
 * nothing is ever half done. A draft may have problems, which come back; a published workflow may not.
 */
export async function saveWorkflow(
  trx: Scoped,
  history: GitHistory,
  saving: Saving,
): Promise<{ problems: WorkflowProblem[] }> {
  const row = await trx.selectFrom('workflows').selectAll().where('id', '=', saving.id).forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  const { source, document, problems } = saving.checked
  const moved =
    (saving.version !== undefined && saving.version !== row.version) ||
    (saving.basedOn !== undefined && saving.basedOn !== row.source)
  if (moved) throw movedMeanwhile()
  const published = saving.published ?? row.published
  if (published) refuseWorkflow(problems)
  const isNew = source !== row.source || !row.commit
  const commit = isNew
    ? await history.commit(trx, {
        files: { [fileOf(saving.id)]: source },
        message: saving.message,
        author: await authorOf(trx, saving.user),
      })
    : row.commit
  await trx
    .updateTable('workflows')
    .set({
      source,
      label: document.label,
      description: document.description,
      published,
      commit,
      version: isNew && row.commit ? row.version + 1 : row.version,
      triggers: JSON.stringify(triggersOf(document)),
    })
    .where('id', '=', saving.id)
    .execute()
  await setStarts(trx, { id: saving.id, runs: published && row.active }, document)
  return { problems }
}

/** Switches a workflow on or off, and what starts it with it. What it was decided on has to be there still, or that is a conflict. */
export async function setActive(
  trx: Scoped,
  {
    id,
    active,
    document,
    ...decidedOn
  }: {
    id: string
    active: boolean
    document: WorkflowDocument | undefined
    source: string
    published: boolean
  },
): Promise<void> {
  const row = await trx
    .selectFrom('workflows')
    .select(['source', 'published'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  if (row.source !== decidedOn.source || row.published !== decidedOn.published) throw movedMeanwhile()
  await trx.updateTable('workflows').set({ active }).where('id', '=', id).execute()
  if (document) await setStarts(trx, { id, runs: row.published && active }, document)
}

const triggerKeys = new Set<string>(
  elements.filter((element) => element.kind === 'trigger').map((element) => element.key),
)

const triggersOf = (document: WorkflowDocument): Trigger[] =>
  document.steps
    .filter((step) => !step.disabled && triggerKeys.has(step.element))
    .map(({ id, element, label, settings }) => ({ step: id, element, label, settings }))

/** What starts a workflow by itself: the clock, and ends of other runs. */
async function setStarts(
  trx: Scoped,
  workflow: { id: string; runs: boolean },
  document: Pick<WorkflowDocument, 'steps'>,
) {
  await setSchedules(trx, workflow, document)
  await setFollowers(trx, workflow, document)
}

/** One row for each trigger that waits for the end of other runs. */
async function setFollowers(
  trx: Scoped,
  { id: workflow_id, runs }: { id: string; runs: boolean },
  document: Pick<WorkflowDocument, 'steps'>,
) {
  await trx.deleteFrom('workflow_followers').where('workflow_id', '=', workflow_id).execute()
  for (const step of document.steps) {
    const element = [predecessor, workflowFailed].find((one) => one.key === step.element)
    if (!runs || !element || step.disabled) continue
    const settings = element.settings.parse(step.settings)
    const delay = 'delay' in settings ? Number(settings.delay) : 0
    await trx
      .insertInto('workflow_followers')
      .values({
        workflow_id,
        step: step.id,
        element: element.key,
        watched: settings.workflows,
        statuses: settings.statuses,
        delay,
      })
      .execute()
  }
}

/** Triggers that the clock starts: at their times, or to look for something new. */
const clocked = new Set<string>(
  (elements as readonly Element[]).filter(({ starts }) => starts === 'time' || starts === 'poll').map(({ key }) => key),
)

function timesOf(step: WorkflowDocument['steps'][number], schedule_zone: string) {
  if (step.element === schedule.key) {
    const settings = schedule.settings.parse({ zone: schedule_zone, ...step.settings })
    return { cron: cronOf(settings), zone: settings.zone, missed: settings.missed, polls: false }
  }
  const { every } = z.object({ every: pollEvery }).parse(step.settings)
  return { cron: pollCrons[every], zone: 'UTC', missed: 'once' as const, polls: true }
}

/** One row for each schedule of a workflow that runs by itself, none otherwise. When it is due next changes only with its settings. */
async function setSchedules(
  trx: Scoped,
  workflow: { id: string; runs: boolean },
  document: Pick<WorkflowDocument, 'steps'>,
) {
  const wanted = workflow.runs ? document.steps.filter((step) => clocked.has(step.element) && !step.disabled) : []
  const steps = wanted.map((step) => step.id)
  await trx
    .deleteFrom('schedules')
    .where('workflow_id', '=', workflow.id)
    .$if(steps.length > 0, (query) => query.where('step', 'not in', steps))
    .execute()
  const { schedule_zone } = await readAccountSettings(trx, accountDefaults)
  for (const step of wanted) {
    const { cron, zone, missed, polls } = timesOf(step, schedule_zone)
    const next_at = nextRun(cron, zone, new Date())?.toISOString() ?? null
    await trx
      .insertInto('schedules')
      .values({ workflow_id: workflow.id, step: step.id, cron, zone, missed, polls, next_at })
      .onConflict((conflict) =>
        conflict
          .columns(['workflow_id', 'step'])
          .doUpdateSet({ cron, zone, missed, polls, next_at })
          .where((eb) =>
            eb.or([
              eb('schedules.cron', '!=', cron),
              eb('schedules.zone', '!=', zone),
              eb('schedules.missed', '!=', missed),
            ]),
          ),
      )
      .execute()
  }
}
