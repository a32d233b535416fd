import { mapping } from '@weft/catalogue/elements/mapping/mapping.ts'
import { rejectionCauseContract, type CauseRow } from '@weft/contracts/rejection-causes.ts'
import { readMask } from '@weft/engine/runtime/configuration.server.ts'
import type { Given } from '@weft/engine/isolation/perform.server.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages, say, type Language } from '@weft/kit/messages/messages.ts'
import { sql, type RawBuilder } from 'kysely'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { readText } from '../workflows/read-text.ts'
import {
  choices,
  countsByState,
  daysOf,
  findCause,
  listCauses,
  openRecords,
  samplesOf,
  type FoundCause,
} from './list.ts'
import { addComment, commentsOf, peopleOf } from './people.ts'
import { badgeOf, fieldsOf, ruleInWords, targetOf } from './view.ts'

const texts = defineMessages({
  nobody: {
    en: 'Nobody of this tenant who is active has this id.',
    de: 'Niemand Aktives dieses Mandanten hat diese Id.',
  },
})

type Context = AppContext<'db' | 'key' | 'isolation'>
type Found = FoundCause & { source: string }

/** Rejected records by cause over all runs of a project: what there is, one of them, and who looks after it. */
export const rejectionCauseRoutes =
  (context: Context): FastifyPluginAsync =>
  async (app) => {
    const { db, key } = context
    const on = implementRoutes(app, rejectionCauseContract)

    on('GET /rejection_causes', async (request, reply) => {
      const { scope, query, user, language } = request
      const found = await inScope(db, scope, async (trx) => {
        const { rows, meta } = await listCauses(trx, query, user.id)
        return {
          rows,
          meta,
          days: await daysOf(
            trx,
            rows.map(({ id }) => id),
          ),
          all: (await daysOf(trx)).get('') ?? [],
          states: await countsByState(trx, user.id),
          open: await openRecords(trx),
          offered: await choices(trx),
          mask: await readMask(trx, key),
        }
      })
      const labels = await stepLabels(context, found.rows, isolated(request, reply))
      const { waiting, largest } = found.open
      return {
        data: found.rows.map((row) => viewOf(row, found.days.get(row.id) ?? [], labels, language)),
        meta: {
          ...found.meta,
          states: found.states,
          waiting,
          largest: largest.map((one) => ({ ...one, reason: ruleInWords(one, language) })),
          days: found.all,
          workflows: found.offered.workflows,
          steps: found.offered.steps.map((step) => ({ step, label: labelOf(labels, step) })),
          fields: found.offered.fields,
        },
      }
    })

    on('GET /rejection_causes/:id', async (request, reply) => {
      const { scope, params, language } = request
      const found = await inScope(db, scope, async (trx) => {
        const row = await findCause(trx, params.id)
        if (!row) throw notFound()
        const days = (await daysOf(trx, [row.id])).get(row.id) ?? []
        const number = await jobNumber(trx, row.last_job_id)
        const mask = await readMask(trx, key)
        return {
          row,
          days,
          number,
          mask,
          samples: await samplesOf(trx, row.id),
          comments: await commentsOf(trx, row.id),
        }
      })
      const { document } = await readText(context, found.row.source, isolated(request, reply))
      const step = document?.steps.find(({ id }) => id === found.row.step)
      const labels = new Map([[found.row.workflow_id, new Map([[found.row.step, step?.label ?? '']])]])
      const { mask, samples } = found
      const fields = fieldsOf(samples)
      return {
        data: {
          fields,
          target: targetOf(found.row.field, fields, samples),
          ...viewOf(found.row, found.days, labels, language),
          comments: found.comments,
          last_job_number: found.number,
          mapping_id:
            step?.element === mapping.key ? (mapping.settings.safeParse(step.settings).data?.mapping_id ?? null) : null,
          samples: samples.map(({ record, value, reason, ...more }) => ({
            ...more,
            record: mask(record),
            value: mask(value),
            reason: say(reason, language),
          })),
        },
      }
    })

    on('GET /rejection_causes/people', ({ scope }) =>
      inScope(db, scope, async (trx) => ({ data: await peopleOf(trx) })),
    )

    on('POST /rejection_causes/assign', ({ scope, body: { ids, user_id } }) =>
      inScope(db, scope, async (trx) => {
        if (user_id !== null && !(await peopleOf(trx)).some(({ id }) => id === user_id))
          throw invalidField('user_id', texts.nobody())
        return changed(
          trx,
          ids,
          sql`assigned_to = ${user_id}, state = case
            when ${user_id}::uuid is not null and state in ('open', 'came_back') then 'in_work'
            when ${user_id}::uuid is null and state = 'in_work' then 'open' else state end`,
        )
      }),
    )

    on('POST /rejection_causes/:id/comments', async ({ scope, params, body, user }, reply) => {
      const data = await inScope(db, scope, async (trx) => {
        if (!(await findCause(trx, params.id))) throw notFound()
        return addComment(trx, params.id, { ...body, user })
      })
      return reply.code(201).send({ data })
    })

    on('POST /rejection_causes/reopen', ({ scope, body }) =>
      inScope(db, scope, (trx) =>
        changed(
          trx,
          body.ids,
          sql`assigned_to = null, state = 'open', ignored_reason = '', ignored_until = null, ignored_above = null`,
          sql`state in ('in_work', 'ignored')`,
        ),
      ),
    )

    on('POST /rejection_causes/ignore', ({ scope, body: { ids, reason, until, above } }) =>
      inScope(db, scope, (trx) =>
        changed(
          trx,
          ids,
          sql`state = 'ignored', ignored_reason = ${reason}, ignored_until = ${until}, ignored_above = ${above}`,
        ),
      ),
    )
  }

async function changed(trx: Scoped, ids: string[], changes: RawBuilder<unknown>, where = sql`true`) {
  await sql`select from rejection_causes where id = any(${ids}::uuid[]) order by id for update`.execute(trx)
  const { rows } = await sql`
    update rejection_causes set ${changes} where id = any(${ids}::uuid[]) and ${where} returning id`.execute(trx)
  return { data: { affected: rows.length } }
}

const jobNumber = async (trx: Scoped, id: string) =>
  (
    await sql<{ number: string }>`
      select coalesce(number, left(id::text, 8)) as number from jobs where id = ${id}`.execute(trx)
  ).rows[0]?.number ?? id.slice(0, 8)

type Labels = ReadonlyMap<string, ReadonlyMap<string, string>>

/** What the steps of the workflows are called, by the workflows' ids. */
async function stepLabels(context: Context, rows: Found[], given: Given): Promise<Labels> {
  const labels = new Map<string, Map<string, string>>()
  for (const { workflow_id, source } of rows) {
    if (labels.has(workflow_id)) continue
    const { document } = await readText(context, source, given)
    labels.set(workflow_id, new Map((document?.steps ?? []).map(({ id, label }) => [id, label])))
  }
  return labels
}

const labelOf = (labels: Labels, step: string) => [...labels.values()].map((own) => own.get(step)).find(Boolean) || step

function viewOf(
  { source: _, value, varies, ...row }: Found,
  days: CauseRow['days'],
  labels: Labels,
  language: Language,
): CauseRow {
  return {
    ...row,
    days,
    badge: badgeOf(row.first_seen_at, days, new Date()),
    reason: ruleInWords({ reason: row.reason, value, varies }, language),
    step_label: labels.get(row.workflow_id)?.get(row.step) || row.step,
  }
}
