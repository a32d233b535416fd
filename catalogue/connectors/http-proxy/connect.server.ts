import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Reach } from '@weft/kit/define/connector.ts'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { defineMessages, inserted, quotedTexts, type Message } from '@weft/kit/messages/messages.ts'
import { deniedError, lineError } from '@weft/kit/network/line-error.ts'
import { closedEarly, openSocket } from '@weft/kit/network/open-socket.server.ts'
import type { z } from 'zod'
import type { httpProxy } from './http-proxy.ts'

const texts = defineMessages({
  closed: {
    en: '{host} does not lead on to {target}: {reason}',
    de: '{host} führt nicht weiter zu {target}: {reason}',
  },
  noHttp: {
    en: '{host} does not answer as an HTTP proxy does.',
    de: '{host} antwortet nicht wie ein HTTP-Proxy.',
  },
})

export type Settings = z.output<typeof httpProxy.settings>
type Answer = { status: number; phrase: string }

const patience_ms = 20_000
const longestHead = 16_384

export async function lineThrough(settings: Settings, reach: Reach, host: string, port: number): Promise<Duplex> {
  const socket = await openSocket(settings, reach)
  try {
    const answer = await askToConnect(socket, settings, host, port)
    if (isDenied(answer)) throw denied(settings, answer)
    if (answer.status >= 200 && answer.status < 300) return socket
    const reason = quotedTexts(`${answer.status} ${answer.phrase}`.trim())
    const say = inserted(texts.closed({ host: settings.host, target: `${host}:${port}`, reason: '' }), 'reason', reason)
    throw new Unavailable('TUNNEL_CLOSED', say)
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** 407 by RFC 9110; some, such as Tinyproxy, say 401 where the password is wrong. */
export const isDenied = ({ status }: Answer) => status === 407 || status === 401

export const denied = ({ host }: Settings, { status, phrase }: Answer) =>
  deniedError(host, quotedTexts(`${status} ${phrase}`.trim()) as Message)

/** RFC 9110, section 9.3.6. What follows the head of the answer belongs to the line and stays in the socket. */
export async function askToConnect(socket: Socket, settings: Settings, host: string, port: number): Promise<Answer> {
  const { user, password } = settings
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const lines = [`CONNECT ${target} HTTP/1.1`, `Host: ${target}`]
  if (user !== '' || password !== '')
    lines.push(`Proxy-Authorization: Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`)
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const head = await headOf(socket, settings.host)
  const status = /^HTTP\/1\.[01] (\d{3})(?: ([^\r\n]*))?\r?\n/.exec(head)
  if (!status) throw new Unavailable('NO_PROXY', texts.noHttp({ host: settings.host }))
  return { status: Number(status[1]), phrase: status[2]?.trim() ?? '' }
}

function headOf(socket: Socket, host: string): Promise<string> {
  return new Promise((done, fail) => {
    let read = Buffer.alloc(0)
    const stop = () => {
      clearTimeout(timer)
      socket.off('readable', more).off('error', failed).off('close', ended)
    }
    const failed = (error: Error) => {
      stop()
      fail(lineError(host, error))
    }
    const ended = () => failed(closedEarly())
    const timer = setTimeout(() => failed(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })), patience_ms)
    function more() {
      for (let chunk: Buffer | null; (chunk = socket.read() as Buffer | null);) {
        read = Buffer.concat([read, chunk])
        const end = read.indexOf('\r\n\r\n')
        if (end < 0 && read.length <= longestHead) continue
        stop()
        if (end < 0) return fail(new Unavailable('NO_PROXY', texts.noHttp({ host })))
        if (end + 4 < read.length) socket.unshift(read.subarray(end + 4))
        return done(read.subarray(0, end + 4).toString('latin1'))
      }
    }
    socket.on('readable', more).once('error', failed).once('close', ended)
  })
}
