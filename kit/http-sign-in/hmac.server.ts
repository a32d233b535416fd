import { createHash, createHmac } from 'node:crypto'
import type { HttpRequest } from '../define/step-context.ts'
import type { SignInSettings } from './sign-in-settings.ts'

/** The headers that sign a request whose address is complete. */
export function hmacHeaders(settings: SignInSettings, request: HttpRequest, now: Date): Record<string, string> {
  const timestamp = timestampAt(now, settings.hmac_time)
  const url = new URL(request.url)
  const body = Buffer.from(request.body ?? '')
  const values: Record<string, string | Buffer> = {
    method: request.method,
    host: url.host,
    path: url.pathname,
    query: url.search.slice(1),
    url: url.href,
    body,
    body_sha256: createHash('sha256').update(body).digest('hex'),
    timestamp,
  }
  const hmac = createHmac(settings.hmac_algorithm, settings.secret)
  for (const part of settings.hmac_template.split(/(\{\w+\})/)) hmac.update(values[part.slice(1, -1)] ?? part)
  const signature = hmac.digest(settings.hmac_encoding)
  return {
    [settings.name]: settings.hmac_value.replaceAll('{signature}', () => signature),
    ...(settings.hmac_time_header !== '' && { [settings.hmac_time_header]: timestamp }),
  }
}

function timestampAt(now: Date, form: SignInSettings['hmac_time']): string {
  if (form === 'iso') return now.toISOString()
  return String(form === 'seconds' ? Math.floor(now.getTime() / 1_000) : now.getTime())
}
