import { rejectionCauseContract, type TriedRecord } from '@weft/contracts/rejection-causes.ts'
import type { Given } from '@weft/engine/isolation/perform.server.ts'
import { valueAt, withoutEntries, type ToMend } from '@weft/engine/mending/fields.ts'
import { mendRecords, mendValues, type Mend } from '@weft/engine/mending/mend-tasks.ts'
import { readMask } from '@weft/engine/runtime/configuration.server.ts'
import type { WorkflowStep } from '@weft/engine/workflow-model/document.ts'
import { inScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { readText } from '../workflows/read-text.ts'
import { findCause, samplesOf, toMend, valuesOf, type FoundCause } from './list.ts'
import { tryRecord, type TriedOut } from './trial.ts'

const texts = defineMessages({
  nothing: {
    en: 'This changes none of the records that wait.',
    de: 'Das ändert keinen der wartenden Datensätze.',
  },
})

/** So many records are mended by one call, and so many by one task. */
const most = 20_000
const atOnce = 1_000

type Context = AppContext<'databases' | 'db' | 'key' | 'isolation' | 'jobs' | 'sandbox'>

/** Mending the records of a cause: which values there are, what would become of them, and doing it. */
export const rejectionMendRoutes =
  (context: Context): FastifyPluginAsync =>
  async (app) => {
    const { db, key, isolation, jobs } = context
    const on = implementRoutes(app, rejectionCauseContract)

    const counted = (scope: Scope, id: string, field: string) =>
      inScope(db, scope, async (trx) => {
        await mustExist(trx, id)
        return { values: await valuesOf(trx, id, field), mask: await readMask(trx, key) }
      })

    on('GET /rejection_causes/:id/values', async ({ scope, params, query }) => {
      const { values, mask } = await counted(scope, params.id, query.field)
      return { data: values.map(({ value, records }) => ({ value: mask(value), records })) }
    })

    on('POST /rejection_causes/:id/preview', async (request, reply) => {
      const { scope, params, body } = request
      const mend = body.mend as Mend
      if (mend.way === 'as_is') return { data: [] }
      const { values, mask } = await counted(scope, params.id, mend.field)
      const given = { mend, values: values.map(({ value }) => value) }
      const { value: become } = await isolation.run(mendValues, given, isolated(request, reply))
      return {
        data: values.map(({ value, records }, i) => ({
          value: mask(value),
          records,
          matches: become[i] !== null,
          ...(become[i] && { becomes: mask(become[i].value) }),
        })),
      }
    })

    on('POST /rejection_causes/:id/try', async (request, reply) => {
      const { scope, params, body, language } = request
      const found = await inScope(db, scope, async (trx) => {
        const cause = await findCause(trx, params.id)
        if (!cause) throw notFound()
        return { cause, samples: await samplesOf(trx, params.id), mask: await readMask(trx, key) }
      })
      const { cause, samples, mask } = found
      const given = isolated(request, reply)
      const mend = body.mend as Mend
      const changed = new Map((await changedBy(mend, samples, given)).map(({ id, record }) => [id, record]))
      const { document } = await readText(context, cause.source, given)
      const asking = { context, scope, language, given }
      const untried = new Map<string, WorkflowStep>()
      const results: TriedRecord[] = []
      for (const sample of samples) {
        const record = changed.get(sample.id)
        const field = mend.way === 'as_is' ? undefined : mend.field
        const at = (of: DataRecord) => (field === undefined ? null : mask(valueAt({ ...sample, record: of }, field)))
        const shown = { id: sample.id, before: at(sample.record), after: record ? at(record) : null }
        if (!record || !document) {
          results.push({ ...shown, outcome: record ? 'untried' : 'unmatched' })
          continue
        }
        const { reason, field: named } = sample
        const retried = { record, reason, corrected: mend.way !== 'as_is', ...(named !== null && { field: named }) }
        const out = await tryRecord(asking, document, cause.step, retried)
        for (const step of out.untried) untried.set(step.id, step)
        results.push({ ...shown, ...resultOf(out, cause) })
      }
      return {
        data: { results, untried: [...untried.values()].map(({ id, label }) => ({ step: id, label: label || id })) },
      }
    })

    on('POST /rejection_causes/:id/apply', async (request, reply) => {
      const { scope, params, user } = request
      const mend = request.body.mend as Mend
      const found = await inScope(db, scope, async (trx) => {
        await mustExist(trx, params.id)
        return toMend(trx, params.id, most + 1)
      })
      const records = found.slice(0, most)
      const changed = await changedBy(mend, records, isolated(request, reply))
      if (changed.length === 0) throw new Invalid('NOTHING_MENDED', texts.nothing())
      await inScope(db, scope, (trx) =>
        sql`update rejection_causes set state = 'in_work', assigned_to = coalesce(assigned_to, ${user.id}) where id = ${params.id} and state <> 'mended'`.execute(
          trx,
        ),
      )
      const tried =
        mend.way === 'as_is'
          ? await jobs.retryRecords(
              scope,
              changed.map(({ id }) => id),
              user.id,
            )
          : await jobs.retryMended(scope, changed, user.id)
      return reply.code(202).send({
        data: { ...tried, unmatched: records.length - changed.length, more: found.length > most },
      })
    })

    /** What is too long for the journal is no whole record here. */
    async function changedBy(mend: Mend, records: ToMend[], given: Given) {
      if (mend.way === 'as_is') return records
      const whole = records.filter(({ record }) => typeof record['_whole'] !== 'string')
      const changed: { id: string; record: DataRecord }[] = []
      for (let at = 0; at < Math.max(1, whole.length); at += atOnce)
        changed.push(
          ...(await isolation.run(mendRecords, { mend, records: whole.slice(at, at + atOnce) }, given)).value,
        )
      return changed
    }
  }

function resultOf(
  { refused: [first], tried }: TriedOut,
  cause: FoundCause,
): Omit<TriedRecord, 'id' | 'before' | 'after'> {
  if (!first) return { outcome: tried === 0 ? 'untried' : 'through' }
  const { step, field, reason } = first
  return {
    outcome: 'refused',
    step_label: step.label || step.id,
    ...(field !== undefined && { field }),
    reason,
    same_cause: step.id === cause.step && withoutEntries(field ?? '') === cause.field,
  }
}

async function mustExist(trx: Scoped, id: string) {
  if (!(await trx.selectFrom('rejection_causes').select('id').where('id', '=', id).executeTakeFirst())) throw notFound()
}
