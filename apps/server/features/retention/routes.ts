import { retentionRunContract } from '@weft/contracts/retention-runs.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { archiveFolder } from '@weft/engine/maintenance/archive-logs.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { metaOf, toLimitOffset } from '@weft/kit/http/list-query.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'

/** What archiving and tidying have done, the latest first, and the provider's own archives. */
export const retentionRunRoutes =
  ({ db, fileStore }: AppContext<'db' | 'fileStore'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, retentionRunContract)
    on('GET /retention_runs', ({ scope, query }) =>
      inScope(db, scope, async (trx) => {
        const { limit, offset } = toLimitOffset(query)
        const data = await trx
          .selectFrom('retention_runs')
          .selectAll()
          .orderBy('started_at', 'desc')
          .orderBy('id')
          .limit(limit)
          .offset(offset)
          .execute()
        const { total } = await trx
          .selectFrom('retention_runs')
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow()
        return { data, meta: metaOf(query, Number(total)) }
      }),
    )

    const archives = fileStore.storage('provider')
    on('GET /retention_archives', async () => {
      const files = (await archives.has(archiveFolder)) ? await archives.folder(archiveFolder) : []
      const data = files
        .map(({ name, size, modified_at }) => ({ name, size, modified_at, day: dayOf(name) }))
        .toSorted((a, b) => b.day.localeCompare(a.day) || a.name.localeCompare(b.name))
      return { data, meta: { page: 1, perPage: Math.max(1, data.length), total: data.length, lastPage: 1 } }
    })

    on('GET /retention_archives/:name', async ({ params }, reply) => {
      void reply.type('application/zip').header('content-disposition', `attachment; filename="${params.name}"`)
      return reply.code(200).send(await archives.read(`${archiveFolder}/${params.name}`))
    })
  }

const dayOf = (name: string) => /\d{4}-\d{2}-\d{2}/.exec(name)?.[0] ?? ''
