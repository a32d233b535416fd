import { randomBytes } from 'node:crypto'
import { hookListeningContract } from '@weft/contracts/hook-listenings.ts'
import { inScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { say, type Language } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { readHead } from '../workflows/rows.ts'
import { hashToken } from './hook-tokens.ts'
import { signedHeaders, type Signing } from './signature.ts'
import { openSecrets } from './signed-calls.ts'
import type { TestCall } from './test-calls.ts'

const minutes = 2
const body = '{"event":"order.placed","order":{"number":"SO-1001","total":"184.40"}}'

/** The designer listens for test calls of a webhook: an address for two minutes, and what comes there. */
export const hookListeningRoutes =
  (context: AppContext<'db' | 'key'>): FastifyPluginAsync =>
  async (app) => {
    const { db } = context
    const on = implementRoutes(app, hookListeningContract)
    const secretOf = openSecrets(context)

    /** Without its secret a call cannot be signed; the step says that it is missing. */
    async function exampleFor(scope: Scope, settings: Signing) {
      const project = scope as { tenant_id: string; project_id: string }
      const secret = settings.signature === 'none' ? undefined : await secretOf(project, settings.secret)
      const headers =
        settings.signature === 'none' || secret ? signedHeaders(settings, secret ?? '', body, Date.now()) : {}
      return { headers: { 'Content-Type': 'application/json', ...headers }, body }
    }

    on('POST /workflows/:id/listenings', async ({ scope, params, body: { settings } }, reply) => {
      const token = randomBytes(32).toString('base64url')
      const row = await inScope(db, scope, async (trx) => {
        await readHead(trx, params.id)
        return trx
          .insertInto('hook_listenings')
          .values({
            workflow_id: params.id,
            settings: JSON.stringify(settings),
            token_hash: hashToken(token),
            until: longer,
          })
          .returning(['id', 'until'])
          .executeTakeFirstOrThrow()
      })
      const example = await exampleFor(scope, settings)
      return reply.code(201).send({ data: { ...row, path: `/hooks/test/${token}`, example } })
    })

    on('POST /workflows/:id/listenings/:listeningId', async ({ scope, params, body: { settings } }) => {
      const row = await inScope(db, scope, (trx) =>
        trx
          .updateTable('hook_listenings')
          .set({ settings: JSON.stringify(settings), until: longer })
          .where('id', '=', params.listeningId)
          .where('workflow_id', '=', params.id)
          .returning('until')
          .executeTakeFirst(),
      )
      if (!row) throw notFound()
      return { data: { ...row, example: await exampleFor(scope, settings) } }
    })

    on('GET /workflows/:id/listenings/:listeningId', ({ scope, params, language }) =>
      inScope(db, scope, async (trx) => {
        const row = await trx
          .selectFrom('hook_listenings')
          .select('until')
          .where('id', '=', params.listeningId)
          .where('workflow_id', '=', params.id)
          .executeTakeFirst()
        if (!row) throw notFound()
        return { data: { ...row, calls: await callsOf(trx, params.listeningId, language) } }
      }),
    )

    on('DELETE /workflows/:id/listenings/:listeningId', async ({ scope, params }, reply) => {
      await inScope(db, scope, async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('hook_listenings')
          .where('id', '=', params.listeningId)
          .where('workflow_id', '=', params.id)
          .executeTakeFirst()
        if (numDeletedRows === 0n) throw notFound()
      })
      return reply.code(204).send(null)
    })
  }

const longer = sql<string>`now() + make_interval(mins => ${minutes})`

async function callsOf(trx: Scoped, listening_id: string, language: Language) {
  const rows = await trx
    .selectFrom('hook_test_calls')
    .select(['id', 'received_at', 'call'])
    .where('listening_id', '=', listening_id)
    .orderBy('received_at')
    .execute()
  const seen = new Set<string>()
  const calls = rows.map(({ call, ...row }) => {
    const { problem, signature, time, delivery, record, ...kept } = parseJson(call) as TestCall
    const again = seen.has(delivery)
    if (!problem) seen.add(delivery) // one that is refused is none
    return {
      ...row,
      ...kept,
      problem: problem ? say(problem, language) : null,
      signature: signature
        ? { header: signature.header, problem: signature.problem ? say(signature.problem, language) : null }
        : null,
      time: time ? { age_ms: time.age_ms ?? null, problem: time.problem ? say(time.problem, language) : null } : null,
      delivery: delivery === '' ? null : { id: delivery, again },
      record: record ?? null,
    }
  })
  return calls.reverse()
}
