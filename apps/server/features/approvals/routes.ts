import { approvalContract } from '@weft/contracts/approvals.ts'
import { tellStep } from '@weft/engine/waiting/tell.server.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { metaOf } from '@weft/kit/http/list-query.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { isAsked, listApprovals, readApproval } from './read.ts'

const texts = defineMessages({
  decided: {
    en: '{name} has decided this already.',
    de: 'Darüber hat {name} bereits entschieden.',
  },
  late: {
    en: 'The time for this decision is over; the run has gone on without it.',
    de: 'Die Zeit für diese Entscheidung ist abgelaufen; der Lauf ging ohne sie weiter.',
  },
  over: {
    en: 'The run has ended, so there is nothing to decide any more.',
    de: 'Der Lauf ist beendet, es gibt nichts mehr zu entscheiden.',
  },
})

const decisions = { approve: 'approved', reject: 'rejected' } as const

/** What runs ask people to decide. One decision counts, whoever makes it first. */
export const approvalRoutes =
  ({ db, jobs }: AppContext<'db' | 'jobs'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, approvalContract)

    on('GET /approvals', ({ scope, user, query }) =>
      inScope(db, scope, async (trx) => {
        const { rows, total } = await listApprovals(trx, user, query)
        return { data: rows, meta: metaOf(query, total) }
      }),
    )

    on('GET /approvals/:id', ({ scope, user, params }) =>
      inScope(db, scope, async (trx) => ({ data: await readApproval(trx, user, params.id) })),
    )

    for (const verb of ['approve', 'reject'] as const)
      on(`POST /approvals/:id/${verb}`, async ({ scope, user, params, body }) => {
        const data = await inScope(db, scope, async (trx) => {
          await decide(trx, user, params.id, { state: decisions[verb], comment: body.comment })
          return readApproval(trx, user, params.id)
        })
        await jobs.wake(data.job_id)
        return { data }
      })
  }

type Decision = { state: 'approved' | 'rejected'; comment: string }

async function decide(trx: Scoped, user: Caller, id: string, { state, comment }: Decision): Promise<void> {
  const { rows } = await sql<{ job_id: string; step: string }>`
    update approvals a set state = ${state}, comment = ${comment}, decided_by = ${user.id}, decided_at = clock_timestamp(),
      decided_by_name = coalesce((select nullif(trim(concat(first_name, ' ', last_name)), '') from users where id = ${user.id}), ${user.email})
    where a.id = ${id} and a.state = 'open' and ${isAsked(user)} returning a.job_id, a.step`.execute(trx)
  const [decided] = rows
  if (decided) {
    const told = await tellStep(trx, { ...decided, value: { state } })
    if (told !== 'told') throw new Conflict('APPROVAL_OVER', texts.over())
    return
  }
  const known = await readApproval(trx, user, id)
  if (known.state === 'timeout') throw new Conflict('APPROVAL_LATE', texts.late())
  if (known.state === 'open') throw notFound()
  throw new Conflict('APPROVAL_DECIDED', texts.decided({ name: known.decided_by_name }))
}
