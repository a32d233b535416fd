import { elements } from '@weft/catalogue/elements/all.ts'
import { mapping } from '@weft/catalogue/elements/mapping/mapping.ts'
import { recordLineageContract } from '@weft/contracts/record-lineage.ts'
import type { Given } from '@weft/engine/isolation/perform.server.ts'
import { recordStore } from '@weft/engine/records/store.server.ts'
import { keyFieldOf, type Structure } from '@weft/engine/records/structure.ts'
import { findStructure } from '@weft/engine/records/structures.server.ts'
import type { WorkflowDocument, WorkflowStep } from '@weft/engine/workflow-model/document.ts'
import { inScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { Element } from '@weft/kit/define/element.ts'
import type { JobStatusName } from '@weft/kit/define/job-status.ts'
import { can } from '@weft/kit/define/permissions.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { NotFound } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { readText } from '../workflows/read-text.ts'
import { madeVersions } from './lineage.ts'

type Context = AppContext<'databases' | 'db' | 'isolation'>
type JobOfRun = {
  id: string
  number: string
  workflow_id: string
  workflow_label: string
  version: number
  status: JobStatusName
  source: string
  began_at: string
  steps: string[]
}

const catalogue = new Map<string, Element>(elements.map((element) => [element.key, element]))
/** So many runs of a record are looked into; older ones are named without their steps. */
const mostRuns = 20
const mostReferences = 50

/** Where a record comes from, as far as it is known. */
export const recordLineageRoutes =
  (context: Context): FastifyPluginAsync =>
  async (app) => {
    const { db } = context
    const on = implementRoutes(app, recordLineageContract)

    on('GET /data_structures/:id/records/:record/lineage', async (request, reply) => {
      const { scope, params, language, user } = request
      const { structure, since } = await inScope(db, scope, async (trx) => ({
        structure: await findStructure(trx, params.id),
        since: await tracedSince(trx, params.id),
      }))
      const store = await recordStore(context.databases, scope.tenant_id)
      const now = await store.one(structure, params.record).catch((error: unknown) => {
        if (error instanceof NotFound) return undefined // deleted: what is kept of it still says where it came from
        throw error
      })
      const kept = await store.earlierVersions(structure, params.record)
      if (!now && kept.length === 0) throw notFound()
      const made = madeVersions(kept, now, since).toReversed()
      const writers = [...new Set(made.flatMap(({ writer }) => writer ?? []))]
      const { undos, jobs, references } = await inScope(db, scope, async (trx) => {
        const found = await undosOf(trx, writers)
        const ids = [...new Set([...writers, ...found.values().map(({ job_id }) => job_id)])]
        return {
          undos: found,
          jobs: await jobsOf(trx, structure.id, ids),
          references: can(user, 'references', 'view')
            ? await referencesOf(trx, structure, now ?? kept[0]!.record)
            : null,
        }
      })
      const runs = new Map<string, Awaited<ReturnType<typeof runOf>>>()
      if (can(user, 'jobs', 'view'))
        for (const job of jobs.slice(0, mostRuns)) {
          const run = await runOf(context, scope, job, isolated(request, reply), language)
          runs.set(job.id, can(user, 'workflows', 'view') ? run : { ...run, sources: [], mappings: [] })
        }
      return {
        data: {
          keeps_versions: structure.data_versioning,
          is_whole: made.at(-1)?.kind === 'created',
          events: made.map(({ writer, ...event }, i) => {
            // A record comes back only by the undoing of the run that has deleted it.
            const undo =
              event.kind === 'brought_back'
                ? undos.values().find(({ job_id }) => job_id === made[i + 1]?.writer)
                : undos.get(writer ?? '')
            const run = runs.get(undo?.job_id ?? writer ?? '') ?? null
            const isRun = jobs.some(({ id }) => id === writer)
            const by = undo ? ('undo' as const) : isRun ? ('run' as const) : writer === null ? ('hand' as const) : null
            const gone = typeof writer === 'string' ? ('removed_run' as const) : ('unknown' as const)
            return { ...event, by: by ?? gone, run, asked_by_name: undo?.asked_by_name ?? null }
          }),
          references,
        },
      }
    })
  }

async function tracedSince(trx: Scoped, structure_id: string): Promise<string | undefined> {
  const found = await trx
    .selectFrom('traced_structures')
    .select('since')
    .where('structure_id', '=', structure_id)
    .executeTakeFirst()
  return found && new Date(found.since).toISOString()
}

type UndoneRun = { id: string; job_id: string; asked_by_name: string | null }

/** Which of the writers are the undoing of a run, and every undoing of those that are runs. */
async function undosOf(trx: Scoped, writers: string[]): Promise<Map<string, UndoneRun>> {
  if (writers.length === 0) return new Map()
  const rows = await trx
    .selectFrom('job_undos as o')
    .leftJoin('users as u', 'u.id', 'o.asked_by')
    .select(['o.id', 'o.job_id'])
    .select(sql<string | null>`nullif(trim(concat(u.first_name, ' ', u.last_name)), '')`.as('asked_by_name'))
    .where((eb) => eb.or([eb('o.id', 'in', writers), eb('o.job_id', 'in', writers)]))
    .orderBy('o.created_at', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function jobsOf(trx: Scoped, structure_id: string, ids: string[]): Promise<JobOfRun[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<JobOfRun>`
    select j.id, coalesce(j.number, left(j.id::text, 8)) as number, j.workflow_id, w.label as workflow_label, j.version, j.status, s.source,
      coalesce(j.started_at, j.created_at) as began_at,
      array(select s.step from job_structures s where s.job_id = j.id and s.structure_id = ${structure_id} order by s.opened_at) as steps
    from jobs j join workflows w on w.id = j.workflow_id join workflow_sources s on s.id = j.source_id where j.id = any(${ids}::uuid[]) order by j.created_at desc`.execute(
    trx,
  )
  return rows
}

/** Cross-references that name the record's key on either side. */
async function referencesOf(trx: Scoped, structure: Structure, record: DataRecord) {
  const key = keyFieldOf(structure)
  const value = key && record[key.name]
  if (value === undefined || value === null) return []
  return trx
    .selectFrom('cross_references')
    .select(['name', 'left_id', 'right_id'])
    .where((eb) => eb.or([eb('left_id', '=', String(value)), eb('right_id', '=', String(value))]))
    .orderBy('name')
    .limit(mostReferences)
    .execute()
}

async function runOf(context: Context, scope: Scope, job: JobOfRun, given: Given, language: Language) {
  const { source, began_at, steps, ...run } = job
  const { document } = await readText(context, source, given)
  const viewOf = (id: string) => {
    const step = document?.steps.find((one) => one.id === id)
    const { labels } = catalogue.get(step?.element ?? '') ?? {}
    return { id, label: step?.label || id, element: labels?.title[language] ?? step?.element ?? '' }
  }
  const before = document ? stepsBefore(document, steps) : []
  return {
    ...run,
    steps: steps.map(viewOf),
    mappings: await mappingsOf(context, scope, before, began_at),
    sources: before
      .filter(({ element }) => ['source', 'trigger'].includes(catalogue.get(element)?.kind ?? ''))
      .map((step) => ({ ...viewOf(step.id), ...placeOfStep(step) })),
  }
}

/** The steps whose records may have come to these, the nearest first. */
function stepsBefore({ steps, edges }: WorkflowDocument, of: string[]): WorkflowStep[] {
  const found = new Set(of)
  for (const id of found) for (const { from, to } of edges) if (to.split('.')[0] === id) found.add(from.split('.')[0]!)
  return [...found].flatMap((id) => (of.includes(id) ? [] : steps.filter((step) => step.id === id)))
}

/** What a step says of where it reads. */
function placeOfStep({ settings }: WorkflowStep) {
  const said = (names: string[]) => names.map((name) => settings[name]).find((value) => typeof value === 'string') ?? ''
  return {
    connection: String(said(['connection'])),
    place: String(said(['path', 'table', 'topic', 'queue', 'folder'])),
  }
}

/** Which version of a mapping held when the run began. */
async function mappingsOf({ db }: Context, scope: Scope, steps: WorkflowStep[], began_at: string) {
  const ids = steps.flatMap(({ element, settings }) =>
    element === mapping.key ? (mapping.settings.safeParse(settings).data?.mapping_id ?? []) : [],
  )
  if (ids.length === 0) return []
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<{ id: string; label: string; version: number | null }>`
      select m.id, m.label, (select g.version from git_changes g where g.definition_id = m.id and g.created_at <= ${began_at}::timestamptz order by g.id desc limit 1) as version
      from mappings m where m.id = any(${ids}::uuid[])`.execute(trx)
    return rows
  })
}
