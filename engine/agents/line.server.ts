import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { StreamRefused } from '@weft/kit/agent/streams.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { lineSecret, signLine, type AskedLine } from './line-key.server.ts'
import { sealedLine } from './sealed-line.server.ts'

export const linePath = '/agent/line'
export const lineProtocol = 'weft-line'
/** The agent has fifteen seconds to reach the host. */
const answer_ms = 20_000
const largestRefusal = 4_000

/**
 * A line to a host behind an agent, from the process that holds the agent's socket: sealed bytes after the head of a request, since the
 * processes may stand on different machines. Throws
 * StreamRefused with the code of whoever could not or would not go on.
 */
export function askForLine(key: Keyring, url: string, asked: AskedLine): Promise<Duplex> {
  const { hostname, port } = new URL(url)
  const said = signLine(key, asked)
  return new Promise((resolve, reject) => {
    const asking = request({
      host: hostname,
      port,
      path: linePath,
      headers: { connection: 'Upgrade', upgrade: lineProtocol, authorization: said },
      createConnection: () =>
        connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), allowHalfOpen: true, noDelay: true }),
      timeout: answer_ms,
    })
    asking
      .once('upgrade', (_answer, socket: Socket, head) => {
        socket.setTimeout(0)
        if (head.length > 0) socket.unshift(head)
        resolve(sealedLine(socket, lineSecret(key, said), 'asks').on('error', ignore('a line to an agent was cut')))
      })
      .once('response', (answer) => {
        let text = ''
        answer
          .setEncoding('utf8')
          .on('data', (piece: string) => (text = (text + piece).slice(0, largestRefusal)))
          .once('end', () => reject(refusalIn(text, answer.statusCode ?? 0)))
          .once('error', reject)
      })
      .once('timeout', () => asking.destroy(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })))
      .once('error', reject)
      .end()
  })
}

/** As the holder writes it: a code and, behind a space, a reason. */
function refusalIn(text: string, status: number): StreamRefused {
  const [, code, reason] = /^(\w+) (.*)$/s.exec(text) ?? []
  return new StreamRefused(code ?? 'LINE_FAILED', reason ?? `the server answers ${status}`)
}
