import { randomUUID } from 'node:crypto'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import type { Tables } from '@weft/kit/database/tables.ts'
import { Conflict, Invalid } from '@weft/kit/errors/errors.ts'
import { header } from '@weft/kit/http/request.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { seal, unseal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns, type SecretPlace } from '@weft/kit/secrets/sealed-columns.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql, type ExpressionBuilder } from 'kysely'
import type { AppContext } from '../context.ts'
import { requestFingerprint, hashBody } from './request-fingerprint.ts'

const texts = defineMessages({
  running: { en: 'The same request is still being worked on.', de: 'Dieselbe Anfrage wird noch bearbeitet.' },
  other: {
    en: 'This Idempotency-Key was already used for another request.',
    de: 'Dieser Idempotency-Key wurde bereits für eine andere Anfrage verwendet.',
  },
  length: {
    en: 'An Idempotency-Key has at most {most} characters.',
    de: 'Ein Idempotency-Key hat höchstens {most} Zeichen.',
  },
  gone: {
    en: 'This request was carried out already. Its answer is not kept.',
    de: 'Diese Anfrage wurde bereits ausgeführt. Die Antwort darauf wird nicht aufbewahrt.',
  },
})

const longestKey = 255
/** A request whose process has died may be carried out anew so many seconds later. */
const leaseSeconds = 60
const renewEvery = 15_000
/** An answer above this is not kept. */
const largestAnswer = 1_000_000
/** Headers of an answer that its repetition has as well. */
const keptHeaders = ['content-type', 'etag', 'location']
/** Answers that invite the caller to try the same again. */
const tryAgain: ReadonlySet<number> = new Set([408, 409, 423, 425, 429])

/** Another server may have taken over what this one held for too long. */
const mine =
  (user_id: string, { key, id }: Lease) =>
  (eb: ExpressionBuilder<Tables, 'idempotency_keys'>) =>
    eb.and({ user_id, key, lease: id })

type Lease = { key: string; id: string; stop: () => void }
type Kept = { headers: Record<string, string>; body: string }

declare module 'fastify' {
  interface FastifyRequest {
    /** What carries this request out under its Idempotency-Key; nobody else may answer for the key. */
    lease?: Lease
  }
}

const keyOf = (request: FastifyRequest) => (request.method === 'POST' ? header(request, 'idempotency-key') : undefined)

/**
 * A POST with an `Idempotency-Key` is carried out once per user and key, for a day: a repetition is given the first answer again, 409
 * while that is not there yet, and 422 when it is another request (draft-ietf-httpapi-idempotency-key-header).
 */
export function answerOnce(app: FastifyInstance, context: AppContext<'db' | 'home' | 'key'>) {
  const { db } = context
  app.decorateRequest('lease', undefined)
  hashBody(app, (request) => keyOf(request) !== undefined)

  app.addHook('preHandler', async (request, reply) => {
    const key = request.user && keyOf(request)
    if (!key) return
    if (key.length > longestKey) throw new Invalid('IDEMPOTENCY_KEY_TOO_LONG', texts.length({ most: longestKey }))
    const request_hash = await requestFingerprint(context, request, reply)
    const id = randomUUID()
    const before = await lease(db, { user_id: request.user.id, key, request_hash, id })
    if (!before) {
      request.lease = { key, id, stop: renewing(db, id) }
      return
    }
    if (!before.request_hash.equals(request_hash)) throw new Invalid('IDEMPOTENCY_KEY_REUSED', texts.other())
    if (before.status === null) throw new Conflict('IN_PROGRESS', texts.running())
    return repeat(
      reply,
      before.status,
      before.answer && opened(context.key, placeOf(request.user.id, key), before.answer),
    )
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const { lease } = request
    if (!lease) return payload
    lease.stop()
    delete request.lease
    const { statusCode: status } = reply
    // What was done is done: that its answer could not be kept is no reason to call it failed.
    await inScope(db, systemScope, async (trx) => {
      if (status >= 500 || tryAgain.has(status))
        await trx.deleteFrom('idempotency_keys').where(mine(request.user.id, lease)).execute()
      else
        await trx
          .updateTable('idempotency_keys')
          .set({ status, answer: sealed(context.key, placeOf(request.user.id, lease.key), reply, payload) })
          .where(mine(request.user.id, lease))
          .execute()
    }).catch((error: unknown) => request.log.error({ err: error }, 'the answer to an Idempotency-Key was not kept'))
    return payload
  })

  const removing = setInterval(
    () => void removeExpiredKeys(db).catch(ignore('expired idempotency keys are removed an hour later')),
    3_600_000,
  ).unref()
  app.addHook('onClose', async () => clearInterval(removing))
}

/** Keys are good for a day. */
export const removeExpiredKeys = (db: Database) =>
  inScope(db, systemScope, (trx) =>
    trx
      .deleteFrom('idempotency_keys')
      .where('created_at', '<', sql<string>`now() - interval '24 hours'`)
      .execute(),
  )

/** Takes the key for this request, or answers what stands under it: an earlier request that is over or still at work. */
async function lease(
  db: Database,
  { user_id, key, request_hash, id }: { user_id: string; key: string; request_hash: Buffer; id: string },
) {
  for (;;) {
    const found = await inScope(db, systemScope, async (trx) => {
      const { rows } = await sql`
        insert into idempotency_keys as k (user_id, key, request_hash, lease, leased_until)
        values (${user_id}, ${key}, ${request_hash}, ${id}, now() + make_interval(secs => ${leaseSeconds}))
        on conflict (user_id, key) do update
          set request_hash = excluded.request_hash, status = null, answer = null, lease = excluded.lease, leased_until = excluded.leased_until, created_at = now()
          where k.created_at < now() - interval '24 hours' or (k.status is null and k.leased_until < now() and k.request_hash = excluded.request_hash)
        returning k.lease`.execute(trx)
      if (rows.length > 0) return 'taken'
      return trx
        .selectFrom('idempotency_keys')
        .select(['request_hash', 'status', 'answer'])
        .where('user_id', '=', user_id)
        .where('key', '=', key)
        .executeTakeFirst()
    })
    if (found === 'taken') return undefined
    if (found) return found // otherwise it was given back in between, and is there to be taken
  }
}

/** Holds on to a lease while its request is being worked on, however long that takes. */
function renewing(db: Database, id: string): () => void {
  const timer = setInterval(() => {
    const leased_until = sql<string>`now() + make_interval(secs => ${leaseSeconds})`
    void inScope(db, systemScope, (trx) =>
      trx
        .updateTable('idempotency_keys')
        .set({ leased_until })
        .where('lease', '=', id)
        .where('status', 'is', null)
        .execute(),
    ).catch(ignore('the lease of an idempotency key is renewed at the next turn'))
  }, renewEvery).unref()
  return () => clearInterval(timer)
}

const placeOf = (user_id: string, key: string) => placeIn(sealedColumns.idempotent_answer, { user_id, key })

/** An answer as it is kept: encrypted, because it may hold a token that is shown only once. */
function sealed(keys: Keyring, place: SecretPlace, reply: FastifyReply, payload: unknown): Buffer | null {
  const body = payload === undefined || payload === null ? '' : payload
  if (typeof body !== 'string' || body.length > largestAnswer) return null
  const headers = Object.fromEntries(
    keptHeaders.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])),
  )
  return seal(keys, place, JSON.stringify({ headers, body } satisfies Kept))
}

function opened(keys: Keyring, place: SecretPlace, answer: Buffer): Kept | undefined {
  try {
    return JSON.parse(unseal(keys, place, answer)) as Kept
  } catch (error) {
    ignore('an answer that was kept under another key is not given again')(error)
    return undefined
  }
}

function repeat(reply: FastifyReply, status: number, kept: Kept | null | undefined) {
  if (!kept) throw new Conflict('IDEMPOTENT_ANSWER_GONE', texts.gone())
  return reply
    .code(status)
    .headers(kept.headers)
    .header('idempotent-replay', 'true')
    .serializer((text: string) => text)
    .send(kept.body)
}
