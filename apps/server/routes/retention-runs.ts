import { archiveFolder } from '@weft/engine/maintenance/archive-logs.server.ts'
import { localStorage } from '@weft/engine/storage/local.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { listQuery, metaOf, toLimitOffset } from '@weft/kit/http/list-query.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { AppContext } from '../context.ts'

/** What archiving and tidying have done, the latest first, and the provider's own archives. */
export const retentionRunRoutes =
  ({ db, home }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/retention_runs',
      {
        schema: { tags: ['settings'], summary: 'List what the retention of logs has done', querystring: listQuery },
        config: { scope: 'provider', may: ['system', 'view'] },
      },
      ({ scope, query }) =>
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

    const archives = localStorage(home, 'provider')
    app.get(
      '/retention_archives',
      {
        schema: { tags: ['settings'], summary: 'List the provider’s archives of logs, the latest first' },
        config: { scope: 'provider', may: ['system', 'view'] },
      },
      async () => {
        const files = (await archives.has(archiveFolder)) ? await archives.folder(archiveFolder) : []
        const data = files
          .map(({ name, size, modified_at }) => ({ name, size, modified_at, day: dayOf(name) }))
          .toSorted((a, b) => b.day.localeCompare(a.day) || a.name.localeCompare(b.name))
        return { data, meta: { page: 1, perPage: Math.max(1, data.length), total: data.length, lastPage: 1 } }
      },
    )

    app.get(
      '/retention_archives/:name',
      {
        schema: {
          tags: ['settings'],
          summary: 'Download an archive of logs',
          params: z.object({ name: z.string().regex(/^(audit|mail)-logs-\d{4}-\d{2}-\d{2}\.zip$/) }),
        },
        config: { scope: 'provider', may: ['system', 'export'] },
      },
      async ({ params }, reply) =>
        reply
          .type('application/zip')
          .header('content-disposition', `attachment; filename="${params.name}"`)
          .send(await archives.read(`${archiveFolder}/${params.name}`)),
    )
  }

const dayOf = (name: string) => /\d{4}-\d{2}-\d{2}/.exec(name)?.[0] ?? ''
