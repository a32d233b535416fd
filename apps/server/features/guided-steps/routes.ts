import { guidedStepContract, guidedSteps, type GuideAnswer } from '@weft/contracts/guided-steps.ts'
import { inScope, type ProjectScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isDone } from './facts.ts'

type Step = (typeof guidedSteps)[number]
type Place = { id: string; workflow_id?: string } | undefined

/** What the caller has done of the first steps in the project. They begin when somebody first asks: what was done before does not count. */
export const guidedStepRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, guidedStepContract)

    on('GET /guided_steps', async ({ scope }) => ({ data: await guideOf(scope) }))

    on('PUT /guided_steps', async ({ scope, body }) => {
      await inScope(db, scope, (trx) =>
        trx
          .insertInto('guided_steps')
          .values({ dismissed: body.dismissed })
          .onConflict((conflict) => conflict.columns(['user_id', 'project_id']).doUpdateSet(body))
          .execute(),
      )
      return { data: await guideOf(scope) }
    })

    const guideOf = (scope: ProjectScope): Promise<GuideAnswer> =>
      inScope(db, scope, async (trx) => {
        await trx
          .insertInto('guided_steps')
          .defaultValues()
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        const { begun_at, done, dismissed } = await trx
          .selectFrom('guided_steps')
          .select(['begun_at', 'done', 'dismissed'])
          .where('project_id', '=', scope.project_id)
          .executeTakeFirstOrThrow()
        const noted = done as Record<string, unknown>
        const places = await targetsOfSteps(trx, scope.project_id)
        const isCalled = await wasCalled(trx, scope.project_id, begun_at)
        return {
          dismissed,
          steps: guidedSteps.map((key) => ({
            key,
            done: key === 'webhook' ? isCalled : isDone(key, noted),
            id: places[key]?.id ?? null,
            workflow_id: places[key]?.workflow_id ?? null,
          })),
        }
      })
  }

/** Whoever calls a webhook is nobody the server knows, so any call since then counts. */
async function wasCalled(trx: Scoped, project_id: string, since: string): Promise<boolean> {
  const call = await trx
    .selectFrom('jobs')
    .select('id')
    .where('project_id', '=', project_id)
    .where('created_at', '>=', since)
    .where('started_by', '=', 'webhook')
    .limit(1)
    .executeTakeFirst()
  return call !== undefined
}

/** What a step is best done with: the latest run, the cause at which most waits, a mapping, a workflow that can be called. */
async function targetsOfSteps(trx: Scoped, project_id: string): Promise<Partial<Record<Step, Place>>> {
  const job = await trx
    .selectFrom('jobs')
    .select(['id', 'workflow_id'])
    .where('project_id', '=', project_id)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const cause = await trx
    .selectFrom('rejection_causes')
    .select('id')
    .where('project_id', '=', project_id)
    .where('waiting', '>', 0)
    .orderBy('waiting', 'desc')
    .limit(1)
    .executeTakeFirst()
  const mapping = await trx
    .selectFrom('mappings')
    .select('id')
    .where('project_id', '=', project_id)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  const token = await trx
    .selectFrom('workflow_tokens')
    .select('id')
    .where('project_id', '=', project_id)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return { run: job, mend: cause, mapping, webhook: token }
}
