import { failureCauseContract } from '@weft/contracts/failure-causes.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { sql, type RawBuilder } from 'kysely'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { peopleOf } from '../rejection-causes/people.ts'
import { requeueCause } from './requeue.ts'
import { addToTrail } from './trail.ts'

const texts = defineMessages({
  nobody: {
    en: 'Nobody of this tenant who is active has this id.',
    de: 'Niemand Aktives dieses Mandanten hat diese Id.',
  },
})

/** What is done about causes of failures: who looks after them, what is said of them, and their runs started again. */
export const failureActionRoutes =
  (context: AppContext<'db' | 'jobs'>): FastifyPluginAsync =>
  async (app) => {
    const { db } = context
    const on = implementRoutes(app, failureCauseContract)

    on('POST /failure_causes/:id/requeue', async ({ scope, params, body, user, language }) => ({
      data: await requeueCause(context, { scope, user, language }, { cause: params.id, ...body }),
    }))

    on('POST /failure_causes/:id/comments', async ({ scope, params, body, user }, reply) => {
      const [data] = await inScope(db, scope, (trx) =>
        addToTrail(trx, { causes: [params.id], user, kind: 'comment', ...body }),
      )
      if (!data) throw notFound()
      return reply.code(201).send({ data })
    })

    on('POST /failure_causes/assign', ({ scope, body: { ids, user_id } }) =>
      inScope(db, scope, async (trx) => {
        if (user_id !== null && !(await peopleOf(trx)).some(({ id }) => id === user_id))
          throw invalidField('user_id', texts.nobody())
        const changed = await change(
          trx,
          ids,
          sql`assigned_to = ${user_id}, state = case
            when ${user_id}::uuid is not null and state in ('open', 'came_back') then 'in_work'
            when ${user_id}::uuid is null and state = 'in_work' then 'open' else state end`,
        )
        return { data: { affected: changed.length } }
      }),
    )

    on('POST /failure_causes/fix', ({ scope, body, user }) =>
      inScope(db, scope, async (trx) => {
        const causes = await change(
          trx,
          body.ids,
          sql`state = 'fixed', fixed_at = clock_timestamp(), ignored_reason = ''`,
          sql`state <> 'fixed'`,
        )
        await addToTrail(trx, { causes, user, kind: 'fixed' })
        return { data: { affected: causes.length } }
      }),
    )

    on('POST /failure_causes/reopen', ({ scope, body, user }) =>
      inScope(db, scope, async (trx) => {
        const causes = await change(
          trx,
          body.ids,
          sql`state = 'open', assigned_to = null, ignored_reason = '', fixed_at = null`,
          sql`state in ('in_work', 'fixed', 'ignored')`,
        )
        await addToTrail(trx, { causes, user, kind: 'reopened' })
        return { data: { affected: causes.length } }
      }),
    )

    on('POST /failure_causes/ignore', ({ scope, body: { ids, reason }, user }) =>
      inScope(db, scope, async (trx) => {
        const causes = await change(trx, ids, sql`state = 'ignored', ignored_reason = ${reason}`)
        await addToTrail(trx, { causes, user, kind: 'ignored', comment: reason })
        return { data: { affected: causes.length } }
      }),
    )
  }

/** Changes causes, always locked in the order of their ids; answers which were changed. */
async function change(trx: Scoped, ids: string[], changes: RawBuilder<unknown>, where = sql`true`): Promise<string[]> {
  await sql`select from failure_causes where id = any(${ids}::uuid[]) order by id for update`.execute(trx)
  const { rows } = await sql<{ id: string }>`
    update failure_causes set ${changes} where id = any(${ids}::uuid[]) and ${where} returning id`.execute(trx)
  return rows.map(({ id }) => id)
}
