import { errorsQuery, jobContract } from '@weft/contracts/jobs.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { readMask, withoutMask } from '@weft/engine/runtime/configuration.server.ts'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { asQuery } from '@weft/kit/http/list-query.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { errorIds, listErrors } from './list.ts'

/** Records that were refused: looked at without secrets, tried again as they are or corrected, set aside. */
export const recordErrorRoutes =
  ({ db, jobs, key }: AppContext<'db' | 'jobs' | 'key'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, jobContract)

    on('GET /record_errors', ({ scope, query, language }) =>
      inScope(db, scope, async (trx) => {
        const { data, meta } = await listErrors(trx, query)
        const mask = await readMask(trx, key)
        const masked = ({ record, corrected, value }: (typeof data)[number]) => ({
          record: mask(record),
          corrected: mask(corrected),
          value: mask(value),
        })
        return { data: data.map((row) => ({ ...row, ...masked(row), reason: say(row.reason, language) })), meta }
      }),
    )

    on('POST /record_errors/retry', async ({ scope, body, user }, reply) =>
      reply.code(202).send({ data: await jobs.retryRecords(scope, await chosenErrors(scope, body), user.id) }),
    )

    on('POST /record_errors/:id/retry', async ({ scope, params, body, user }, reply) => {
      const record = await inScope(db, scope, async (trx) => {
        const was = await trx
          .selectFrom('record_errors')
          .select(['record', 'corrected'])
          .where('id', '=', params.id)
          .executeTakeFirst()
        return withoutMask(body.record, was?.corrected ?? was?.record, await readMask(trx, key)) as DataRecord
      })
      return reply.code(202).send({ data: await jobs.retryCorrected(scope, params.id, record, user.id) })
    })

    on('POST /record_errors/resolve', async ({ scope, body }) => {
      const ids = await chosenErrors(scope, body)
      const affected = await inScope(db, scope, async (trx) => {
        const { rows } =
          await sql`update record_errors set state = ${body.state}, retried_by = null where id = any(${ids}::uuid[]) returning id`.execute(
            trx,
          )
        return rows.length
      })
      return { data: { affected } }
    })

    const chosenErrors = async (
      scope: Scope,
      body: {
        ids?: string[] | undefined
        filter?: Record<string, string> | undefined
        searchTerm?: string | undefined
      },
    ) =>
      body.ids ??
      (body.filter || body.searchTerm
        ? inScope(db, scope, (trx) => errorIds(trx, errorsQuery.parse(asQuery(body))))
        : [])
  }
