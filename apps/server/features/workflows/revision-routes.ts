import { workflowContract } from '@weft/contracts/workflows.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { metaOf } from '@weft/kit/http/list-query.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { toWorkflowProblems } from './refuse.ts'
import { checkText } from './read-text.ts'
import { revertMessage, sourceAt } from './revisions.ts'
import { readHead, readSource } from './rows.ts'
import { fileOf, saveWorkflow } from './save.ts'

/** The history of a workflow: its revisions, what changed, and back to one of them. */
export const workflowRevisionRoutes =
  (context: AppContext<'db' | 'history' | 'isolation'>): FastifyPluginAsync =>
  async (app) => {
    const { db, history } = context
    const on = implementRoutes(app, workflowContract)

    on('GET /workflows/:id/revisions', ({ scope, params, query }) =>
      inScope(db, scope, async (trx) => {
        await readHead(trx, params.id)
        const { revisions, total } = await history.log(trx, fileOf(params.id), query.page, query.perPage)
        return { data: revisions, meta: metaOf(query, total) }
      }),
    )

    on('GET /workflows/:id/revisions/:rev', ({ scope, params }) =>
      inScope(db, scope, async (trx) => {
        await readHead(trx, params.id)
        return { data: { commit: params.rev, source: await sourceAt(trx, history, params.id, params.rev) } }
      }),
    )

    on('GET /workflows/:id/revisions/:rev/diff', ({ scope, params, query }) =>
      inScope(db, scope, async (trx) => {
        await readHead(trx, params.id)
        return { data: await history.diff(trx, fileOf(params.id), params.rev, query.from) }
      }),
    )

    on('POST /workflows/:id/revisions/:rev/revert', async (request, reply) => {
      const {
        scope,
        params: { id, rev },
        user,
        language,
      } = request
      const before = await inScope(db, scope, (trx) => sourceAt(trx, history, id, rev))
      const checked = await checkText(context, scope, before, isolated(request, reply))
      return inScope(db, scope, async (trx) => {
        const { problems } = await saveWorkflow(trx, history, {
          id,
          checked,
          message: revertMessage(rev, language),
          user,
        })
        const { source, ...row } = await readSource(trx, id)
        return { data: { ...row, source, problems: toWorkflowProblems(problems, language) } }
      })
    })
  }
