import type { Reach, TransferAnswer } from '../../define/connector.ts'
import type { HttpAnswer } from '../../define/step-context.ts'
import { Invalid, type WeftError } from '../../errors/errors.ts'
import { longestAnswer, statusError } from '../http-files.server.ts'
import { defineMessages, quotedTexts } from '../../messages/messages.ts'
import { deniedError } from '../../network/line-error.ts'
import { readXml, textAt } from '../../xml/read-xml.ts'
import { encoded, signed } from './sign.server.ts'

const texts = defineMessages({
  noBucket: { en: 'There is no bucket {bucket} on {host}.', de: 'Auf {host} gibt es keinen Bucket {bucket}.' },
})

/** A bucket, and who asks there. */
export type Bucket = {
  /** Empty for Amazon. */ endpoint: string
  region: string
  bucket: string
  /** Whether the bucket stands in the path of the address or in the name of its host. */
  addressing: 'automatic' | 'path' | 'host'
  access_key: string
  secret_key: string
  session_token: string
  /** The authorities that vouch for the server, beside those that are known everywhere. */
  ca: string
}

type Asked = {
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: string | Uint8Array
}

/** Where the bucket is: Amazon wants it in the name of the host, most others take it in the path. */
export function bucketAddress({ endpoint, region, bucket, addressing }: Bucket): URL {
  const isAmazon = endpoint === ''
  const url = new URL(isAmazon ? `https://s3.${region}.amazonaws.com` : endpoint)
  // A dot in the name would be a host of its own, which no certificate is for.
  const isInHost = addressing === 'host' || (addressing === 'automatic' && isAmazon && !bucket.includes('.'))
  const path = url.pathname.replace(/\/+$/, '')
  if (isInHost) url.hostname = `${bucket}.${url.hostname}`
  url.pathname = isInHost ? `${path}/` : `${path}/${bucket}/`
  return url
}

/** Signed requests to a bucket. */
export function requestsTo(settings: Bucket, reach: Pick<Reach, 'http' | 'transfer'>) {
  const tls = settings.ca !== '' && { tls: { ca: settings.ca } }
  const base = bucketAddress(settings)

  function request(method: string, { key = '', query = {}, headers = {}, body = '' }: Asked) {
    const url = new URL(base)
    url.pathname += key.split('/').map(encoded).join('/')
    url.search = Object.entries(query)
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .join('&')
    const { host: _, ...sent } = signed({ method, url, headers, body }, settings)
    return { method, url: url.href, headers: sent, ...(body.length > 0 && { body }), ...tls }
  }

  return {
    host: base.host,
    bucket: settings.bucket,
    ask: (method: string, asked: Asked): Promise<HttpAnswer> =>
      reach.http({ ...request(method, asked), timeout_ms: 120_000, max_bytes: longestAnswer }),
    stream: (asked: Asked): Promise<TransferAnswer> => reach.transfer(request('GET', asked)),
  }
}

export type Requests = ReturnType<typeof requestsTo>

type Where = Pick<Requests, 'host' | 'bucket'>

/** Codes that say the key is wrong, not what it may do: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const signInCodes = new Set([
  'InvalidAccessKeyId',
  // What the Versity gateway says instead.
  'XAdminUserNotFound',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'InvalidToken',
  'RequestTimeTooSkewed',
  'AuthorizationHeaderMalformed',
])

/** What the store has refused; the error in the body says more than the status. */
export function refusal(
  { host, bucket }: Where,
  key: string,
  { status, body }: Pick<HttpAnswer, 'status' | 'body'>,
): WeftError {
  const { code, message } = errorIn(body)
  const said = [code, message].filter(Boolean).join(': ')
  if (code === 'NoSuchBucket') return new Invalid('BUCKET_MISSING', texts.noBucket({ bucket, host }))
  if (signInCodes.has(code)) return deniedError(host, quotedTexts(said))
  return statusError(host, key, status, said)
}

export function errorIn(body: Uint8Array): { code: string; message: string } {
  try {
    const root = readXml(Buffer.from(body.subarray(0, 20_000)).toString('utf8'))
    return { code: textAt(root, 'Code') ?? '', message: textAt(root, 'Message') ?? '' }
  } catch {
    // It says nothing that could be read, so the status has to do.
    return { code: '', message: '' }
  }
}
