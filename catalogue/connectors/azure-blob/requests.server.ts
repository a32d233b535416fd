import type { Reach, TransferAnswer } from '@weft/kit/define/connector.ts'
import type { HttpAnswer } from '@weft/kit/define/step-context.ts'
import { Invalid, type WeftError } from '@weft/kit/errors/errors.ts'
import { longestAnswer, statusError } from '@weft/kit/files/http-files.server.ts'
import { defineMessages, quotedTexts } from '@weft/kit/messages/messages.ts'
import { deniedError } from '@weft/kit/network/line-error.ts'
import type { z } from 'zod'
import type { azureBlob } from './azure-blob.ts'
import { sharedKey } from './sign.server.ts'

const texts = defineMessages({
  noContainer: {
    en: 'There is no container {container} on {host}.',
    de: 'Auf {host} gibt es keinen Container {container}.',
  },
})

export type Settings = z.output<typeof azureBlob.settings>

type Asked = {
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: string | Uint8Array
}

export function containerAddress({ account, endpoint, container }: Settings): URL {
  const url = new URL(endpoint === '' ? `https://${account}.blob.core.windows.net` : endpoint)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${container}`
  return url
}

/** Signed requests to a container. */
export function requestsTo(settings: Settings, reach: Reach) {
  const tls = settings.ca !== '' && { tls: { ca: settings.ca } }
  const base = containerAddress(settings)
  const { account, auth, secret } = settings
  const signature = auth === 'sas' ? secret.replace(/^\?/, '') : ''

  function addressOf(key: string, query: Record<string, string> = {}): URL {
    const url = new URL(base)
    if (key !== '') url.pathname += `/${key.split('/').map(encodeURIComponent).join('/')}`
    const own = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    url.search = [...own, signature].filter(Boolean).join('&')
    return url
  }

  function request(method: string, { key = '', query, headers = {}, body = '' }: Asked) {
    const url = addressOf(key, query)
    const sent: Record<string, string> = {
      'x-ms-version': '2021-12-02',
      'x-ms-date': new Date().toUTCString(),
      ...headers,
    }
    const length = Buffer.byteLength(body)
    if (auth === 'key') sent['authorization'] = sharedKey({ method, url, headers: sent, length }, account, secret)
    return { method, url: url.href, headers: sent, ...(length > 0 && { body }), ...tls }
  }

  return {
    host: base.host,
    container: settings.container,
    /** With the signature, where there is one: the store itself fetches from there. */
    sourceOf: (key: string) => addressOf(key).href,
    ask: (method: string, asked: Asked): Promise<HttpAnswer> =>
      reach.http({ ...request(method, asked), timeout_ms: 120_000, max_bytes: longestAnswer }),
    stream: (asked: Asked): Promise<TransferAnswer> => reach.transfer(request('GET', asked)),
  }
}

export type Requests = ReturnType<typeof requestsTo>

/** https://learn.microsoft.com/rest/api/storageservices/common-rest-api-error-codes */
const signInCodes = new Set(['AuthenticationFailed', 'InvalidAuthenticationInfo', 'NoAuthenticationInformation'])

/** What the store has refused, by the word it has for it. */
export function refusal(
  { host, container }: Pick<Requests, 'host' | 'container'>,
  key: string,
  { status, headers }: Pick<HttpAnswer, 'status' | 'headers'>,
): WeftError {
  const code = headers['x-ms-error-code'] ?? ''
  if (code === 'ContainerNotFound') return new Invalid('CONTAINER_MISSING', texts.noContainer({ container, host }))
  if (signInCodes.has(code)) return deniedError(host, quotedTexts(code))
  return statusError(host, key, status, code)
}
