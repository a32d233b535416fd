import { debugDataContract } from '@weft/contracts/debug-data.ts'
import type { DebugFlight } from '@weft/engine/debug-data/debug-trace.ts'
import type { DebugPreviews } from '@weft/engine/debug-data/document.ts'
import { readDebugData, readTrace } from '@weft/engine/debug-data/read.server.ts'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { say, type Language } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'

const inWords = (previews: DebugPreviews, language: Language) =>
  Object.fromEntries(
    Object.entries(previews).map(([step, { records, ...preview }]) => [
      step,
      {
        ...preview,
        records: Object.fromEntries(
          Object.entries(records).map(([verdict, all]) => [
            verdict,
            all.map(({ reason, ...one }) => ({ ...one, ...(reason && { reason: say(reason, language) }) })),
          ]),
        ),
      },
    ]),
  )

const flightInWords = ({ refused, would, failed, ...flight }: DebugFlight, language: Language) => ({
  ...flight,
  refused: refused.map((one) => ({ ...one, reason: say(one.reason, language) })),
  would: would.map(({ reason, ...one }) => ({ ...one, ...(reason && { reason: say(reason, language) }) })),
  ...(failed && { failed: say(failed, language) }),
})

/** What runs have let be looked at. Whose run it is row-level security says; the records lie in the tenant's own store. */
export const debugDataRoutes =
  ({ db, databases }: AppContext<'db' | 'databases'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, debugDataContract)

    async function runOf(scope: Scope, id: string) {
      const job = await inScope(db, scope, (trx) =>
        trx.selectFrom('jobs').select(['id', 'tenant_id', 'project_id']).where('id', '=', id).executeTakeFirst(),
      )
      if (!job) throw notFound()
      return { ...job, job_id: job.id }
    }

    async function debugDataOf(scope: Scope, id: string, language: Language) {
      const job = await runOf(scope, id)
      const kept = await readDebugData(databases, job)
      return kept.map(({ steps, previews, ...row }) => ({
        ...row,
        process_iteration_id: job.id,
        debug_data: Object.fromEntries(
          Object.entries(steps).map(([step, { exits, refused }]) => [
            step,
            { exits, refused: refused.map((one) => ({ ...one, reason: say(one.reason, language) })) },
          ]),
        ),
        ...(previews && { previews: inWords(previews, language) }),
      }))
    }

    on('GET /process_debug_data/:iterationId', async ({ scope, params, language }) => ({
      data: await debugDataOf(scope, params.iterationId, language),
    }))
    on('GET /process_debug_data/:iterationId/trace', async ({ scope, params, language }) => {
      const trace = await readTrace(databases, await runOf(scope, params.iterationId))
      return { data: trace && { ...trace, flights: trace.flights.map((one) => flightInWords(one, language)) } }
    })
    on('POST /process_debug_data', async ({ scope, body, language }) => ({
      data: await debugDataOf(scope, body.process_iteration_id, language),
    }))
  }
