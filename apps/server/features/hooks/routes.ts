import { createHash } from 'node:crypto'
import { isFinal } from '@weft/kit/define/job-status.ts'
import { extensionSettings } from '@weft/catalogue/resources/setting/extensions.ts'
import type { CallersAnswer } from '@weft/engine/queue/callers-answer.server.ts'
import { payloadOf } from '@weft/engine/queue/payload.server.ts'
import { hookContract } from '@weft/contracts/hooks.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { isListed } from '@weft/kit/define/ip-range.ts'
import { settingsReader } from '@weft/kit/database/settings.server.ts'
import { pathOf, valueAt } from '@weft/kit/define/path.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { Conflict, Forbidden, WeftError } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { openAwaitedJobs } from './awaited-jobs.ts'
import { openCallLimit } from './call-limit.ts'
import { recordOf } from './call-record.ts'
import { callbackRoute } from './callback.ts'
import { noSuchHook, openHookTokens, type Hook } from './hook-tokens.ts'
import { openSignatureCheck } from './signed-calls.ts'
import { deliveryOf } from './signature.ts'
import { testCallRoute } from './test-calls.ts'

const texts = defineMessages({
  asleep: {
    en: 'The workflow behind this webhook is switched off.',
    de: 'Der Workflow hinter diesem Webhook ist ausgeschaltet.',
  },
  tenantAsleep: {
    en: 'The account behind this webhook is deactivated. Nothing was started.',
    de: 'Das Konto hinter diesem Webhook ist deaktiviert. Es wurde nichts gestartet.',
  },
  address: { en: 'Calls from your address are not allowed.', de: 'Aufrufe von Ihrer Adresse sind nicht erlaubt.' },
  off: {
    en: 'Webhooks are switched off here. Nothing was started.',
    de: 'Webhooks sind hier abgeschaltet. Es wurde nichts gestartet.',
  },
  method: {
    en: 'A webhook is called with POST; nothing was started.',
    de: 'Ein Webhook wird mit POST aufgerufen; es wurde nichts gestartet.',
  },
})

const largestBody = 10 * 1024 * 1024

/** `POST /hooks/{token}`: keeps the call for good and answers at once with the job's id, or at the end with what the workflow returns. */
export const hookRoutes =
  (context: AppContext<'announcements' | 'db' | 'fileStore' | 'isolation' | 'jobs' | 'key'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, hookContract)
    const find = openHookTokens(context)
    const allow = openCallLimit(context.db)
    const answerTo = openAwaitedJobs(context)
    const checkSignature = openSignatureCheck(context)
    const extensions = settingsReader(context.db, extensionSettings)
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestBody }, (_request, body, done) =>
      done(null, body),
    )

    on(
      'POST /hooks/:token',
      async (request, reply) => {
        if (!(await extensions()).webhooks) throw new Conflict('EXTENSION_OFF', texts.off())
        const hook = await find(request.params.token)
        if (!hook) throw noSuchHook()
        if (hook.whitelist && !isListed(request.ip, hook.whitelist))
          throw new Forbidden('AUTH_IP_DENIED', texts.address())
        await allow(hook.token_id)
        if (hook.asleep) throw new Conflict('TENANT_DEACTIVATED', texts.tenantAsleep())
        if (hook.closed) throw new Conflict('EXTENSION_OFF', texts.off())
        if (!hook.trigger || !hook.runs) throw new Conflict('WORKFLOW_INACTIVE', texts.asleep())
        const { settings } = hook.trigger
        await checkSignature(hook, settings, request)
        const record = recordOf(request, settings)
        const { id, status, again } = await enqueue(context, hook, record, {
          dedupe_key: dedupeKey(settings, record, request),
          delivery: deliveryOf(settings, request.headers, record),
        })
        if (settings.answer === 'now') return reply.code(202).send({ data: { id, status, again } })
        const ended = await answerTo(id)
        if ('headers' in ended) return sendAnswer(reply as FastifyReply, ended)
        return reply.code(isFinal(ended.status) ? 200 : 202).send({ data: { id, ...ended, again } })
      },
      { bodyLimit: largestBody, rateLimit: false },
    )

    callbackRoute(on, context, (request) => recordOf(request))
    testCallRoute(on, context)

    // Without this the pages would answer, and a caller would take their 200 for a start.
    for (const url of ['/hooks/:token', '/hooks/test/:token', '/hooks/callback/:job/:step/:proof'])
      app.route({
        method: ['GET', 'PUT', 'PATCH', 'DELETE'],
        url,
        config: { scope: 'public' },
        schema: { hide: true } as object,
        handler: refuseMethod,
      })
  }

/** What a step of the run has said; on the product's own address nothing of it may run in a browser. */
const sendAnswer = (reply: FastifyReply, { status, headers, body }: Extract<CallersAnswer, { body: string }>) =>
  reply
    .code(status)
    .headers({ ...headers, 'content-security-policy': "sandbox; default-src 'none'" })
    .send(Buffer.from(body))

function refuseMethod(_request: FastifyRequest, reply: FastifyReply): never {
  void reply.header('allow', 'POST')
  throw new WeftError(405, 'METHOD_NOT_ALLOWED', texts.method())
}

async function enqueue(
  context: AppContext<'db' | 'fileStore' | 'jobs'>,
  { tenant_id, project_id, workflow_id, trigger }: Hook,
  record: DataRecord,
  { dedupe_key, delivery }: { dedupe_key: string | undefined; delivery: string },
) {
  const job = { tenant_id, project_id, workflow_id, trigger_step: trigger!.step, started_by: 'webhook' }
  // A job has one key against repetition. Where the body has one, too, the delivery tells the job by its id.
  if (delivery === '' || dedupe_key === undefined) {
    const key = delivery === '' ? dedupe_key : `delivery ${delivery}`.slice(0, 500)
    return context.jobs.enqueue({ ...job, dedupe_key: key, ...(await payloadOf(context.fileStore.jobs, record)) })
  }
  const id = uuidOf(`${workflow_id} delivery ${delivery}`)
  const known = await inScope(context.db, systemScope, (trx) =>
    trx.selectFrom('jobs').select(['id', 'status']).where('id', '=', id).executeTakeFirst(),
  )
  if (known) return { ...known, again: true }
  return context.jobs.enqueue({
    ...job,
    dedupe_key,
    id,
    payload: (await payloadOf(context.fileStore.jobs, record, id)).payload,
  })
}

/** A UUID that stands for a text. */
function uuidOf(text: string) {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function dedupeKey(
  { dedupe_key }: { dedupe_key: string },
  record: DataRecord,
  request: FastifyRequest,
): string | undefined {
  const path = dedupe_key ? pathOf(dedupe_key) : undefined
  const value = path && valueAt(record, path)
  if (value !== undefined && value !== null && value !== '')
    return `body ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`.slice(0, 500)
  const header = request.headers['idempotency-key']
  return typeof header === 'string' && header !== '' ? `header ${header}`.slice(0, 500) : undefined
}
