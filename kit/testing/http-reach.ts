import { Agent, request, type Dispatcher } from 'undici'
import type { Reach } from '../define/connector.ts'
import { Unavailable } from '../errors/errors.ts'
import { quotedTexts } from '../messages/messages.ts'
import { messageOf } from '../errors/caught.ts'
import type { TlsIdentity } from '../define/step-context.ts'
import { localReach } from './reach.ts'

/** A way out over HTTP for connectors under test: as the product's, but without its guard, its repetitions and its redirects. */
export const httpReach: Reach = {
  ...localReach,
  async http({ method, url, query = {}, ...more }) {
    const address = new URL(url)
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    const answer = await sent(address.href, { method, ...more })
    return { ...answer, body: new Uint8Array(await answered(() => answer.body.arrayBuffer())) }
  },
  transfer: ({ url, ...more }) => sent(url, more),
}

type Sent = {
  method: string
  headers?: Record<string, string>
  body?: Dispatcher.DispatchOptions['body']
  tls?: TlsIdentity
}

async function sent(url: string, { method, headers = {}, body = null, tls }: Sent) {
  const dispatcher = tls && new Agent({ connect: { ca: tls.ca } })
  const answer = await answered(() =>
    request(url, { method: method as Dispatcher.HttpMethod, headers, body, ...(dispatcher && { dispatcher }) }),
  )
  const plain = Object.entries(answer.headers).map(([name, value]) => [name, String(value ?? '')])
  return { status: answer.statusCode, headers: Object.fromEntries(plain) as Record<string, string>, body: answer.body }
}

const answered = <T>(ask: () => Promise<T>): Promise<T> =>
  ask().catch((cause: unknown) => {
    throw new Unavailable('HTTP_FAILED', quotedTexts(messageOf(cause)), { cause })
  })
