import type { hookContract } from '@weft/contracts/hooks.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { NotFound, WeftError } from '@weft/kit/errors/errors.ts'
import type { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { recordOf } from './call-record.ts'
import { hashToken } from './hook-tokens.ts'
import { noSecret, openSecrets } from './signed-calls.ts'
import { deliveryOf, headerOf, signatureChecks, type Signing } from './signature.ts'

const texts = defineMessages({
  unknown: {
    en: 'Nobody listens at this address any more. Start listening in the designer again; it has a new address then.',
    de: 'An dieser Adresse wartet niemand mehr. Starten Sie das Warten im Designer erneut; es hat dann eine neue Adresse.',
  },
  full: {
    en: 'So many test calls are not kept. Start listening in the designer again.',
    de: 'So viele Testaufrufe werden nicht aufbewahrt. Starten Sie das Warten im Designer erneut.',
  },
})

const largestCall = 1024 * 1024
const mostCalls = 50

/** A test call as it is kept. */
export type TestCall = {
  status: number
  problem?: Message
  bytes: number
  signature?: { header: string; problem?: Message }
  time?: { age_ms?: number; problem?: Message }
  delivery: string
  record?: DataRecord
}

/** `POST /hooks/test/{token}`: looks at a call as a real one is looked at, and keeps it for whoever listens. It starts nothing. */
export function testCallRoute(
  on: ReturnType<typeof implementRoutes<typeof hookContract>>,
  context: AppContext<'db' | 'key'>,
): void {
  const { db } = context
  const secretOf = openSecrets(context)
  on(
    'POST /hooks/test/:token',
    async (request, reply) => {
      const listening = await inScope(db, systemScope, (trx) =>
        trx
          .selectFrom('hook_listenings')
          .select(['id', 'tenant_id', 'project_id', 'settings'])
          .select(({ selectFrom }) =>
            selectFrom('hook_test_calls')
              .whereRef('listening_id', '=', 'hook_listenings.id')
              .select(({ fn }) => fn.countAll<number>().as('count'))
              .as('calls'),
          )
          .where('token_hash', '=', hashToken(request.params.token))
          .where('until', '>', new Date().toISOString())
          .executeTakeFirst(),
      )
      if (!listening) throw new NotFound('HOOK_NOT_FOUND', texts.unknown())
      if (Number(listening.calls) >= mostCalls) throw new WeftError(429, 'TOO_MANY', texts.full())
      const settings = listening.settings as Signing
      const secret = settings.signature === 'none' ? undefined : await secretOf(listening, settings.secret)
      const { call, refusal } = examined(request as FastifyRequest, settings, secret)
      const { id: listening_id, tenant_id, project_id } = listening
      await inScope(db, systemScope, (trx) =>
        trx
          .insertInto('hook_test_calls')
          .values({ listening_id, tenant_id, project_id, call: JSON.stringify(call) })
          .execute(),
      )
      if (refusal) throw refusal
      return reply.code(202).send({ data: { received: true } })
    },
    { bodyLimit: largestCall },
  )
}

/** What of a call holds and what does not, and as what it would be refused. */
function examined(
  request: FastifyRequest,
  settings: Signing,
  secret: string | undefined,
): { call: TestCall; refusal?: WeftError } {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const checks =
    settings.signature === 'none'
      ? undefined
      : secret
        ? signatureChecks(settings, secret, { headers: request.headers, body, now: Date.now() })
        : { signature: noSecret() }
  const unsigned = checks?.signature ?? checks?.time?.problem
  let refusal = unsigned && new WeftError(401, 'HOOK_SIGNATURE', unsigned)
  let record: DataRecord | undefined
  try {
    record = recordOf(request, settings)
  } catch (error) {
    if (!(error instanceof WeftError)) throw error
    refusal ??= error
  }
  const call = {
    status: refusal?.status ?? 202,
    ...(refusal && { problem: refusal.say }),
    bytes: body.length,
    ...(checks && {
      signature: { header: headerOf(settings), ...(checks.signature && { problem: checks.signature }) },
      ...(checks.time && { time: checks.time }),
    }),
    delivery: record ? deliveryOf(settings, request.headers, record) : '',
    ...(record && { record }),
  }
  return { call, ...(refusal && { refusal }) }
}
