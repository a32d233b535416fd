import type { Reach } from '../define/connector.ts'
import { localReach } from './reach.ts'

/** A way out over HTTP for connectors under test: one try, redirects not followed, nothing guarded. */
export const webReach: Reach = {
  ...localReach,
  async http({ method, url, headers = {}, query = {}, body, key, timeout_ms = 30_000 }) {
    const address = new URL(url)
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    const answer = await fetch(address, {
      method,
      headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout_ms),
      ...(body !== undefined && { body: body as string }),
    })
    return {
      status: answer.status,
      headers: { ...Object.fromEntries(answer.headers), ...cookiesOf(answer.headers) },
      body: new Uint8Array(await answer.arrayBuffer()),
    }
  },
}

/** Several of them are one header, as the house gives them. */
const cookiesOf = (headers: Headers): Record<string, string> => {
  const cookies = headers.getSetCookie()
  return cookies.length > 0 ? { 'set-cookie': cookies.join(', ') } : {}
}
