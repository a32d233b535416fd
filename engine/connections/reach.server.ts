import type { Dispatcher } from 'undici'
import type { Reach, TransferAnswer, TransferRequest } from '@weft/kit/define/connector.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { Invalid, Unavailable, WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages, inserted } from '@weft/kit/messages/messages.ts'
import { networkReason } from '@weft/kit/network/reason.ts'
import type { WayOut } from './egress.server.ts'

const texts = defineMessages({
  url: { en: '"{url}" is no web address.', de: '„{url}“ ist keine Webadresse.' },
  failed: {
    en: 'The request to {host} could not be sent: {reason}',
    de: 'Die Anfrage an {host} konnte nicht gesendet werden: {reason}',
  },
})

/** How a connector leaves this process: behind the egress guard, through an agent or a tunnel. */
export const reachBy = (
  out: Pick<WayOut, 'way' | 'agent'>,
  http: StepContext['http'],
  token?: Reach['token'],
  file?: Reach['file'],
): Reach => ({
  async resolve(asked, wanted) {
    const { addresses, port } = await out.way(asked, wanted)
    return { host: addresses[0]!, port }
  },
  http,
  transfer: (request) => transfer(out, request),
  ...(token && { token }),
  ...(file && { file }),
})

/** One request whose body and answer are streams. */
async function transfer(
  out: Pick<WayOut, 'agent'>,
  { method, url, headers = {}, body, timeout_ms = 60_000, tls }: TransferRequest,
): Promise<TransferAnswer> {
  if (!URL.canParse(url)) throw new Invalid('URL_INVALID', texts.url({ url }))
  const { request } = await import('undici')
  try {
    const answer = await request(url, {
      method: method as Dispatcher.HttpMethod,
      headers: { 'user-agent': 'weft', ...headers },
      body: body ?? null,
      dispatcher: await out.agent(tls),
      headersTimeout: timeout_ms,
      bodyTimeout: timeout_ms,
    })
    return { status: answer.statusCode, headers: plainHeaders(answer.headers), body: answer.body }
  } catch (cause) {
    if (cause instanceof WeftError) throw cause
    const say = inserted(texts.failed({ host: new URL(url).host, reason: '' }), 'reason', networkReason(cause))
    throw new Unavailable('HTTP_FAILED', say, { cause })
  }
}

/** Headers by their names in small letters, each as one text. */
export const plainHeaders = (headers: Dispatcher.ResponseData['headers']) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
