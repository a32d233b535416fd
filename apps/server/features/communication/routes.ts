import { communicationContract } from '@weft/contracts/communication.ts'
import { openMailArchive } from '@weft/engine/mail/archive.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { readStream } from './stream.ts'

/** What is said around a project, in one stream. */
export const communicationRoutes =
  ({ db, databases }: AppContext<'databases' | 'db'>): FastifyPluginAsync =>
  async (app) => {
    const archive = openMailArchive(databases)
    const on = implementRoutes(app, communicationContract)

    on('GET /communication', async ({ scope, user, query }) => {
      const archived = await archive.withWords(scope, query.searchTerm)
      return inScope(db, scope, (trx) => readStream(trx, { project_id: scope.project_id, user, query, archived }))
    })
  }
