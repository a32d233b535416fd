import * as http from 'node:http'
import * as https from 'node:https'
import type { Reach, TransferAnswer, TransferRequest } from '@weft/kit/define/connector.ts'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { quotedTexts } from '@weft/kit/messages/messages.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'

/** Whoever reads slowly, as somebody who downloads over a thin line, may let the server wait so long. */
const longestPause_ms = 600_000

/**
 * Requests whose answers are streams, by Node's own client. The other one, undici 7, ends the whole process when a server closes a line
 * whose answer waits to be read (https://github.com/nodejs/undici/issues/5360), and here that process serves everybody.
 */
export function openTransfer(): { transfer: Reach['transfer']; close(): void } {
  const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) }
  const transfer = ({ method, url, headers = {}, timeout_ms = 60_000 }: TransferRequest) =>
    new Promise<TransferAnswer>((resolve, reject) => {
      const more = { method, headers: { 'user-agent': 'weft', ...headers }, timeout: timeout_ms }
      const request = url.startsWith('https:')
        ? https.request(url, { ...more, agent: agents.https })
        : http.request(url, { ...more, agent: agents.http })
      request.on('timeout', () => request.destroy(new Error(`no answer within ${timeout_ms / 1_000} seconds`)))
      // Once there is an answer, what goes wrong is an error of its stream.
      request.on('error', (cause) => reject(new Unavailable('HTTP_FAILED', quotedTexts(messageOf(cause)), { cause })))
      request.on('response', (answer) => {
        request.setTimeout(longestPause_ms)
        const plain = Object.entries(answer.headers).map(([name, value]) => [name, String(value ?? '')])
        resolve({ status: answer.statusCode!, headers: Object.fromEntries(plain), body: answer })
      })
      request.end()
    })
  return {
    transfer,
    close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}
