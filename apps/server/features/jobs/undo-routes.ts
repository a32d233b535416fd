import { jobUndoContract } from '@weft/contracts/job-undos.ts'
import { planUndo, type StructureUndo } from '@weft/engine/undo/plan.server.ts'
import { inScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { isFinal } from '@weft/kit/define/job-status.ts'
import { can } from '@weft/kit/define/permissions.ts'
import { forbidden, notFound } from '@weft/kit/errors/common.ts'
import { Conflict, Invalid } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages, type Language } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { readUndo } from './undo.ts'

const texts = defineMessages({
  runs: {
    en: 'The run is not over yet. Only then can it be taken back.',
    de: 'Der Lauf ist noch nicht zu Ende. Erst dann lässt er sich rückgängig machen.',
  },
  underWay: { en: 'This run is already being taken back.', de: 'Dieser Lauf wird bereits rückgängig gemacht.' },
  nothing: {
    en: 'There is nothing of this run that could be taken back.',
    de: 'Von diesem Lauf lässt sich nichts rückgängig machen.',
  },
})

/** Taking back a run: shown before it is done, and done in the background. */
export const jobUndoRoutes =
  (context: AppContext<'db' | 'databases'>): FastifyPluginAsync =>
  async (app) => {
    const { db } = context
    const on = implementRoutes(app, jobUndoContract)

    on('GET /jobs/:id/undo', async ({ scope, params, language }) => {
      const job = await jobOf(scope, params.id)
      const structures = await planUndo(context, scope, job)
      const undo = await inScope(db, scope, (trx) => latestOf(trx, job.id, language))
      return { data: { structures: structures.map(viewOf), undo } }
    })

    on('POST /jobs/:id/undo', async ({ scope, params, user, language }, reply) => {
      const job = await jobOf(scope, params.id)
      if (!isFinal(job.status)) throw new Conflict('NOT_FINAL', texts.runs())
      const plans = (await planUndo(context, scope, job)).map(({ plan }) => plan)
      const total = plans.reduce((sum, plan) => sum + plan.remove + plan.put_back + plan.bring_back, 0)
      if (total === 0) throw new Invalid('NOTHING_TO_UNDO', texts.nothing())
      if (plans.some(({ remove }) => remove > 0) && !can(user, 'records', 'delete')) throw forbidden()
      const undo = await inScope(db, scope, async (trx) => {
        const { rows } = await sql<{ id: string }>`insert into job_undos (project_id, job_id, total, asked_by)
          values (${job.project_id}, ${job.id}, ${total}, ${scope.user_id ?? null}) on conflict do nothing returning id`.execute(
          trx,
        )
        if (!rows[0]) throw new Conflict('UNDO_UNDER_WAY', texts.underWay())
        return readUndo(trx, rows[0].id, language)
      })
      return reply.code(202).send({ data: undo })
    })

    on('GET /job_undos/:id', ({ scope, params, language }) =>
      inScope(db, scope, async (trx) => ({ data: await readUndo(trx, params.id, language) })),
    )

    async function jobOf(scope: Scope, id: string) {
      const job = await inScope(db, scope, (trx) =>
        trx
          .selectFrom('jobs')
          .select(['id', 'tenant_id', 'project_id', 'status'])
          .where('id', '=', id)
          .executeTakeFirst(),
      )
      if (!job) throw notFound()
      return job
    }
  }

async function latestOf(trx: Scoped, job_id: string, language: Language) {
  const found = await trx
    .selectFrom('job_undos')
    .select('id')
    .where('job_id', '=', job_id)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ? readUndo(trx, found.id, language) : null
}

function viewOf({ structure, steps, hindrance, plan }: StructureUndo) {
  const fields = structure.fields.map(({ name, label }) => ({ name, label: label ?? name }))
  const shown = (row: Record<string, unknown> | null) =>
    row && Object.fromEntries(fields.map(({ name }) => [name, row[name] ?? null]))
  return {
    structure_id: structure.id,
    label: structure.label,
    steps,
    hindrance,
    fields,
    ...plan,
    samples: plan.samples.map(({ now, then, ...sample }) => ({ ...sample, now: shown(now), then: shown(then) })),
  }
}
