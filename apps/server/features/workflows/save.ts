import { elements } from '@weft/catalogue/elements/all.ts'
import { accountDefaults } from '@weft/catalogue/resources/account-setting/defaults.ts'
import { cronOf, schedule } from '@weft/catalogue/elements/schedule/schedule.ts'
import { predecessor } from '@weft/catalogue/elements/predecessor/predecessor.ts'
import { workflowFailed } from '@weft/catalogue/elements/workflow-failed/workflow-failed.ts'
import type { Trigger } from '@weft/contracts/workflows.ts'
import { every as pollEvery, pollCrons } from '@weft/kit/define/polling.ts'
import { keepChanged } from '@weft/engine/history/keep.server.ts'
import { nextRun } from '@weft/engine/scheduler/next-run.ts'
import { dataSetProblems } from '@weft/engine/workflow-model/data-set.ts'
import type { WorkflowProblem, WorkflowDocument } from '@weft/engine/workflow-model/document.ts'
import { readAccountSettings } from '@weft/kit/database/account-settings.server.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { defineMessages, type Language } from '@weft/kit/messages/messages.ts'
import { authorOf } from '../../http/author.ts'
import { z } from 'zod'
import type { CheckedWorkflow } from './read-text.ts'
import { refuseWorkflow } from './refuse.ts'
import { triggersIn, type Triggers } from './triggers.ts'

const texts = defineMessages({
  moved: {
    en: 'Somebody else has saved this workflow in the meantime. Please load it again.',
    de: 'Jemand anderes hat diesen Workflow inzwischen gespeichert. Bitte laden Sie ihn neu.',
  },
})

const movedMeanwhile = () => new Conflict('VERSION_CONFLICT', texts.moved())

export type Saving = {
  id: string
  /** The new text, read and checked. */
  checked: CheckedWorkflow
  /** The text it was made of; when another one was saved in the meantime, that is a conflict. */
  basedOn?: string | undefined
  /** What the commit says. */
  message: string
  /** What the version is called. */
  name?: string | undefined
  user: Pick<Caller, 'id' | 'email'>
  language: Language
  /** The version the change was made on; another one in the meantime is a conflict. */
  version?: number | undefined
  /** From now on published; stays as it is where absent. */
  published?: boolean | undefined
}

/**
 * Keeps a workflow's checked text: committed, written to its row, what starts it set. All of it in the caller's transaction, so
 * nothing is ever half done. A draft may have problems, which come back; a published workflow may not.
 */
export async function saveWorkflow(trx: Scoped, saving: Saving): Promise<{ problems: WorkflowProblem[] }> {
  const row = await trx.selectFrom('workflows').selectAll().where('id', '=', saving.id).forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  const { source, document } = saving.checked
  const problems = [...saving.checked.problems, ...dataSetProblems(document, elements, row.dataset_type)]
  const moved =
    (saving.version !== undefined && saving.version !== row.version) ||
    (saving.basedOn !== undefined && saving.basedOn !== row.source)
  if (moved) throw movedMeanwhile()
  const published = saving.published ?? row.published
  if (published) refuseWorkflow(problems)
  const triggers = await triggersIn(trx)
  const isNew = source !== row.source || !row.commit
  await trx
    .updateTable('workflows')
    .set({
      source,
      label: document.label,
      description: document.description,
      published,
      version: isNew && row.commit ? row.version + 1 : row.version,
      triggers: JSON.stringify(triggersOf(document, triggers)),
    })
    .where('id', '=', saving.id)
    .execute()
  await setStarts(trx, { id: saving.id, runs: published && row.active }, { document, triggers })
  if (isNew) await keepWorkflow(trx, saving)
  return { problems }
}

async function keepWorkflow(trx: Scoped, { id, user, language, message, name }: Saving) {
  const commit = await keepChanged(trx, { author: () => authorOf(trx, user), language, message, name })
  if (commit) await trx.updateTable('workflows').set({ commit }).where('id', '=', id).execute()
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
  if (document)
    await setStarts(trx, { id, runs: row.published && active }, { document, triggers: await triggersIn(trx) })
}

const triggersOf = (document: WorkflowDocument, triggers: Triggers): Trigger[] =>
  document.steps
    .filter((step) => !step.disabled && triggers.has(step.element))
    .map(({ id, element, label, settings }) => ({ step: id, element, label, settings }))

type Starts = { document: Pick<WorkflowDocument, 'steps'>; triggers: Triggers }

/** What starts a workflow by itself: the clock, and ends of other runs. */
async function setStarts(trx: Scoped, workflow: { id: string; runs: boolean }, { document, triggers }: Starts) {
  await setSchedules(trx, workflow, { document, triggers })
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

function timesOf(step: WorkflowDocument['steps'][number], schedule_zone: string) {
  if (step.element === schedule.key) {
    const settings = schedule.settings.parse({ zone: schedule_zone, ...step.settings })
    return { cron: cronOf(settings), zone: settings.zone, missed: settings.missed, polls: false }
  }
  const { every } = z.object({ every: pollEvery }).parse(step.settings)
  return { cron: pollCrons[every], zone: 'UTC', missed: 'once' as const, polls: true }
}

/** One row for each schedule of a workflow that runs by itself, none otherwise. When it is due next changes only with its settings. */
async function setSchedules(trx: Scoped, workflow: { id: string; runs: boolean }, { document, triggers }: Starts) {
  // At their times, or to look for something new.
  const isClocked = (key: string) => ['time', 'poll'].includes(triggers.get(key)?.starts ?? '')
  const wanted = workflow.runs ? document.steps.filter((step) => isClocked(step.element) && !step.disabled) : []
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
