import { createHash } from 'node:crypto'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { header } from '@weft/kit/http/request.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const texts = defineMessages({
  running: { en: 'The same request is still being worked on.', de: 'Dieselbe Anfrage wird noch bearbeitet.' },
  other: { en: 'This Idempotency-Key was already used for another request.', de: 'Dieser Idempotency-Key wurde bereits für eine andere Anfrage verwendet.' },
})

const keyOf = (request: FastifyRequest) => (request.method === 'POST' && request.user ? header(request, 'idempotency-key') : undefined)

/** A POST with an `Idempotency-Key` is carried out once per user and key; a repetition is given the first answer again. */
export function answerOnce(app: FastifyInstance, db: Database) {
  app.addHook('preHandler', async (request, reply) => {
    const key = keyOf(request)
    if (!key) return
    const request_hash = createHash('sha256').update(`${request.url}\n${JSON.stringify(request.body)}`).digest()
    const user_id = request.user.id
    const before = await inScope(db, systemScope, async (trx) => {
      const { numInsertedOrUpdatedRows } = await trx.insertInto('idempotency_keys').values({ user_id, key, request_hash }).onConflict((oc) => oc.doNothing()).executeTakeFirst()
      return numInsertedOrUpdatedRows ? undefined : trx.selectFrom('idempotency_keys').selectAll().where('user_id', '=', user_id).where('key', '=', key).executeTakeFirst()
    })
    if (!before) return
    if (!before.request_hash.equals(request_hash)) throw new Conflict('IDEMPOTENCY_KEY_REUSED', texts.other())
    if (before.status === null) throw new Conflict('IN_PROGRESS', texts.running())
    return reply.code(before.status!).header('idempotent-replay', 'true').send(before.answer)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const key = keyOf(request)
    if (!key || reply.getHeader('idempotent-replay')) return payload
    const kept = reply.statusCode < 500 && reply.statusCode !== 409 && typeof payload === 'string'
    await inScope(db, systemScope, async (trx) => {
      const row = { user_id: request.user.id, key }
      if (kept) await trx.updateTable('idempotency_keys').set({ status: reply.statusCode, answer: payload || 'null' }).where('user_id', '=', row.user_id).where('key', '=', key).where('status', 'is', null).execute()
      else await trx.deleteFrom('idempotency_keys').where('user_id', '=', row.user_id).where('key', '=', key).where('status', 'is', null).execute()
    })
    return payload
  })
}
