import * as http from 'node:http'
import * as https from 'node:https'
import { buffer } from 'node:stream/consumers'
import type { Reach, TransferAnswer } from '@weft/kit/define/connector.ts'
import type { HttpRequest } from '@weft/kit/define/step-context.ts'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { quotedTexts } from '@weft/kit/messages/messages.ts'
import { repeating } from '../connections/http.server.ts'

/** Whoever reads slowly, as somebody who downloads over a thin line, may let the server wait so long. */
const longestPause_ms = 600_000
/** A line that nobody uses is given up before most servers do. */
const idle_ms = 4_000

type Sent = Pick<HttpRequest, 'method' | 'headers'> & {
  url: string
  body?: string | Uint8Array | undefined
  timeout_ms: number
  signal?: AbortSignal
}

/**
 * How the bucket of the installation is asked: by Node's own client. The other one, undici 7, ends the whole process when a server closes
 * a line whose answer waits to be read (https://github.com/nodejs/undici/issues/5360), and here that process serves everybody. Nothing
 * keeps it from addresses of the operator's own network, as nothing of a tenant's ever becomes a part of the address.
 */
export function openBucketTransport(): Pick<Reach, 'http' | 'transfer'> & { close(): void } {
  const lines = { keepAlive: true, timeout: idle_ms }
  const agents = { http: new http.Agent(lines), https: new https.Agent(lines) }

  const send = ({ url, body, timeout_ms, signal, ...more }: Sent) =>
    new Promise<TransferAnswer>((resolve, reject) => {
      const options = { ...more, timeout: timeout_ms, ...(signal && { signal }) }
      const request = url.startsWith('https:')
        ? https.request(url, { ...options, agent: agents.https })
        : http.request(url, { ...options, agent: agents.http })
      request.on('timeout', () => request.destroy(new Error(`no answer within ${timeout_ms / 1_000} seconds`)))
      // Once there is an answer, what goes wrong is an error of its stream.
      request.on('error', (cause) => reject(failed(cause)))
      request.on('response', (answer) => {
        request.setTimeout(longestPause_ms)
        const plain = Object.entries(answer.headers).map(([name, value]) => [name, String(value ?? '')])
        resolve({ status: answer.statusCode!, headers: Object.fromEntries(plain), body: answer })
      })
      request.end(body)
    })

  return {
    http: repeating(async ({ method, headers = {}, body, timeout_ms = 30_000 }, url) => {
      const signal = AbortSignal.timeout(timeout_ms)
      const answer = await send({ method, url: url.href, headers, body, timeout_ms, signal })
      return { ...answer, body: await buffer(answer.body).catch((cause: unknown) => Promise.reject(failed(cause))) }
    }),
    transfer: ({ method, url, headers = {}, timeout_ms = 60_000 }) => send({ method, url, headers, timeout_ms }),
    close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

const failed = (cause: unknown) => new Unavailable('HTTP_FAILED', quotedTexts(messageOf(cause)), { cause })
