import { isCallbackProof } from '@weft/engine/waiting/callbacks.server.ts'
import { tellStep } from '@weft/engine/waiting/tell.server.ts'
import type { hookContract } from '@weft/contracts/hooks.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { isUuid } from '@weft/kit/define/uuid.ts'
import { Conflict, NotFound } from '@weft/kit/errors/errors.ts'
import type { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'

const texts = defineMessages({
  unknown: { en: 'Nothing waits at this address.', de: 'Unter dieser Adresse wartet nichts.' },
  again: {
    en: 'This address was called before; it holds for one call.',
    de: 'Diese Adresse wurde schon aufgerufen; sie gilt für einen Aufruf.',
  },
  over: {
    en: 'The run behind this address waits no longer.',
    de: 'Der Lauf hinter dieser Adresse wartet nicht mehr.',
  },
})

/** A run keeps the whole call with its records. */
const largestCall = 1024 * 1024

/** `POST /hooks/callback/…`: tells the one step of the one run that waits for it. */
export function callbackRoute(
  on: ReturnType<typeof implementRoutes<typeof hookContract>>,
  { db, key, jobs }: AppContext<'db' | 'key' | 'jobs'>,
  recordOf: (request: FastifyRequest) => DataRecord,
): void {
  on(
    'POST /hooks/callback/:job/:step/:proof',
    async (request) => {
      const { job: job_id, step, proof } = request.params
      if (!isUuid(job_id) || !isCallbackProof(key, job_id, step, proof))
        throw new NotFound('CALLBACK_NOT_FOUND', texts.unknown())
      const value = { called: recordOf(request as FastifyRequest) }
      const outcome = await inScope(db, systemScope, (trx) => tellStep(trx, { job_id, step, value }))
      if (outcome !== 'told')
        throw new Conflict(outcome === 'again' ? 'CALLBACK_USED' : 'CALLBACK_OVER', texts[outcome]())
      await jobs.wake(job_id)
      return { data: { told: true } }
    },
    { bodyLimit: largestCall, rateLimit: false },
  )
}
