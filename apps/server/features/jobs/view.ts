import { jobsQuery } from '@weft/contracts/jobs.ts'
import { elements } from '@weft/catalogue/elements/all.ts'
import type { Element } from '@weft/kit/define/element.ts'
import type { WorkflowDocument } from '@weft/engine/workflow-model/document.ts'
import { elementAvailability } from '@weft/engine/workflow-model/element-availability.server.ts'
import { settledState } from '@weft/engine/runtime/job.ts'
import { type Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { say, type Language, type Message } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import { jobsOn, type JobListRow } from './list.ts'

type Problem = { message: Message; code?: string; step?: string }
const problem = (error: unknown, language: Language) =>
  error ? { ...(error as Problem), message: say((error as Problem).message, language) } : null
/** A job in a list. */
export const jobRowView = (row: JobListRow, language: Language) => ({ ...row, error: problem(row.error, language) })

const all: readonly Element[] = elements

/** A job with its steps, as its workflow was when it was accepted; throws not found. */
export async function readJob(trx: Scoped, id: string, document: WorkflowDocument | undefined, language: Language) {
  const [found] = await jobsOn(trx, jobsQuery.parse({}), [sql`j.id = ${id}`])
  if (!found) throw notFound()
  const status = String(found.status)
  const more = await trx
    .selectFrom('jobs')
    .select(['parameters', 'payload', 'return_values', 'trigger_step', 'machine', 'moment', 'cancel_requested_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const steps = await trx
    .selectFrom('job_steps')
    .select(['step', 'state', 'records_in', 'exits', 'busy_ms', 'error', 'started_at', 'finished_at'])
    .where('job_id', '=', id)
    .execute()
  const segments = await trx
    .selectFrom('job_cursors')
    .select(['segment', 'batch', 'done'])
    .where('job_id', '=', id)
    .execute()
  const { children } = await trx
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number>().as('children'))
    .where('parent_job_id', '=', id)
    .executeTakeFirstOrThrow()
  const { payload, ...own } = more
  const known = new Map(steps.map((step) => [step.step, step]))
  const catalogue = new Map((await elementAvailability(trx, all)).elements.map((element) => [element.key, element]))
  return {
    ...jobRowView(found, language),
    ...own,
    children: Number(children),
    payload: payload && 'record' in (payload as object) ? (payload as { record: unknown }).record : null,
    payload_spooled: !!payload && 'spool' in (payload as object),
    segments,
    /** Every step of the workflow as it was, with what the job did there. */
    steps: (
      document?.steps ?? steps.map((step) => ({ id: step.step, element: '', label: '', position: { x: 0, y: 0 } }))
    ).map(({ id, element, label, position }) => {
      const row = known.get(id)
      const { kind, icon, group, labels } = catalogue.get(element) ?? {}
      return {
        step: id,
        element,
        label,
        position,
        ...(kind && { kind, icon, group }),
        exit_names: Object.fromEntries(
          Object.entries(labels?.exits ?? {}).map(([exit, text]) => [exit, text[language]]),
        ),
        state: settledState(row?.state ?? 'pending', status),
        records_in: row?.records_in ?? 0,
        exits: row?.exits ?? {},
        busy_ms: row?.busy_ms ?? 0,
        error: problem(row?.error, language),
        started_at: row?.started_at ?? null,
        finished_at: row?.finished_at ?? null,
      }
    }),
    edges:
      document?.edges.map(({ from, to }) => {
        const [step = '', exit = ''] = from.split('.')
        return {
          from,
          to,
          records: Number((known.get(step)?.exits as Record<string, number> | undefined)?.[exit] ?? 0),
        }
      }) ?? [],
  }
}
