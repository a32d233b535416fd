import { workflowContract } from '@weft/contracts/workflows.ts'
import { versionsOf } from '@weft/engine/history/history.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { metaOf } from '@weft/kit/http/list-query.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { toWorkflowProblems } from './refuse.ts'
import { checkText } from './read-text.ts'
import { revertMessage, sourceAt, sourcesCompared } from './revisions.ts'
import { readHead, readSource } from './rows.ts'
import { saveWorkflow } from './save.ts'

/** The history of a workflow: its revisions, what changed, and back to one of them. */
export const workflowRevisionRoutes =
  (context: AppContext<'db' | 'isolation'>): FastifyPluginAsync =>
  async (app) => {
    const { db } = context
    const on = implementRoutes(app, workflowContract)

    on('GET /workflows/:id/revisions', ({ scope, params, query }) =>
      inScope(db, scope, async (trx) => {
        await readHead(trx, params.id)
        const { revisions, total } = await versionsOf(trx, params.id, query)
        return { data: revisions, meta: metaOf(query, total) }
      }),
    )

    on('GET /workflows/:id/revisions/:rev', ({ scope, params }) =>
      inScope(db, scope, async (trx) => {
        await readHead(trx, params.id)
        return { data: { commit: params.rev, source: await sourceAt(trx, params.id, params.rev) } }
      }),
    )

    on('GET /workflows/:id/revisions/:rev/diff', ({ scope, params, query }) =>
      inScope(db, scope, async (trx) => {
        await readHead(trx, params.id)
        return { data: await sourcesCompared(trx, params.id, params.rev, query.from) }
      }),
    )

    on('POST /workflows/:id/revisions/:rev/revert', async (request, reply) => {
      const {
        scope,
        params: { id, rev },
        user,
        language,
      } = request
      const before = await inScope(db, scope, (trx) => sourceAt(trx, id, rev))
      const checked = await checkText(context, scope, before, isolated(request, reply))
      return inScope(db, scope, async (trx) => {
        const { problems } = await saveWorkflow(trx, {
          id,
          checked,
          message: revertMessage(rev, language),
          user,
          language,
        })
        const { source, ...row } = await readSource(trx, id)
        return { data: { ...row, source, problems: toWorkflowProblems(problems, language) } }
      })
    })
  }
