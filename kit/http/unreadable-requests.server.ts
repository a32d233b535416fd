import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { WeftError } from '../errors/errors.ts'
import { defineMessages, type Language } from '../messages/messages.ts'
import { languageOf } from './request.server.ts'

const texts = defineMessages({
  address: {
    en: 'The address of the request is too long or cannot be read.',
    de: 'Die Adresse der Anfrage ist zu lang oder nicht lesbar.',
  },
  head: {
    en: 'The head of the request is too large or cannot be read.',
    de: 'Der Kopf der Anfrage ist zu groß oder nicht lesbar.',
  },
})

/** An address no route can be looked up for, answered as every other refusal. */
export function refuseAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = new WeftError(error.statusCode ?? 400, 'ADDRESS_UNREADABLE', texts.address())
  reply.code(refusal.status).send(bodyOf(refusal, languageOf(request)))
}

/** What is no HTTP, or has more headers than Node reads (16 KB): no request comes of it, so the socket itself is written to. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = statuses[error.code ?? ''] ?? 400
  const body = JSON.stringify(bodyOf(new WeftError(status, 'REQUEST_UNREADABLE', texts.head()), 'de'))
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]!}\r\ncontent-type: application/json; charset=utf-8\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    )
  socket.destroy(error)
}

const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

const bodyOf = (refusal: WeftError, language: Language) => ({ success: false, ...refusal.answer(language) })
