import { workflowContract } from '@weft/contracts/workflows.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { smallPictureOf } from '../media/picture-routes.ts'
import { readHead } from './rows.ts'

/** The logo of a workflow: made small, kept as WebP in the quality of the installation, at an address nobody can guess. */
export const workflowLogoRoutes =
  (context: AppContext<'db' | 'isolation'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, workflowContract)
    const { db } = context

    on('POST /workflows/:id/picture', async (request, reply) => {
      const {
        scope,
        params: { id },
      } = request
      await inScope(db, scope, (trx) => readHead(trx, id))
      const picture = await smallPictureOf(context, request)
      const logo = await inScope(db, scope, async (trx) => {
        await readHead(trx, id)
        await trx.deleteFrom('pictures').where('workflow_id', '=', id).execute()
        const made = await trx
          .insertInto('pictures')
          .values({ user_id: null, workflow_id: id, ...picture })
          .returning('id')
          .executeTakeFirstOrThrow()
        const logo = `/api/app/pictures/${made.id}`
        await trx.updateTable('workflows').set({ logo }).where('id', '=', id).execute()
        return logo
      })
      return reply.code(201).send({ data: { logo } })
    })

    on('DELETE /workflows/:id/picture', async ({ scope, params: { id } }, reply) => {
      await inScope(db, scope, async (trx) => {
        await readHead(trx, id)
        await trx.updateTable('workflows').set({ logo: null }).where('id', '=', id).execute()
        await trx.deleteFrom('pictures').where('workflow_id', '=', id).execute()
      })
      return reply.code(204).send(null)
    })
  }
