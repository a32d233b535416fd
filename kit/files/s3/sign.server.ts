import { createHash, createHmac } from 'node:crypto'

/** Who asks, and for which part of which service. */
export type Signer = { access_key: string; secret_key: string; session_token: string; region: string }

type Unsigned = {
  method: string
  /** Its path already as it is sent. */
  url: URL
  headers: Record<string, string>
  body: string | Uint8Array
}

/**
 * The headers of a request with AWS Signature Version 4:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signed(
  { method, url, headers, body }: Unsigned,
  { access_key, secret_key, session_token, region }: Signer,
  now = new Date(),
): Record<string, string> {
  const at = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const scope = `${at.slice(0, 8)}/${region}/s3/aws4_request`
  const hash = sha256(body)
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': hash,
    'x-amz-date': at,
    ...(session_token !== '' && { 'x-amz-security-token': session_token }),
  }
  const names = Object.keys(all).toSorted()
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url),
    ...names.map((name) => `${name}:${all[name]!.trim().replace(/ +/g, ' ')}`),
    '',
    names.join(';'),
    hash,
  ].join('\n')
  const key = [at.slice(0, 8), region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${secret_key}`,
  )
  const signature = hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')).toString('hex')
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${access_key}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`,
  }
}

/** As Amazon encodes: everything but letters, digits and `-._~`. */
export const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

const canonicalQuery = (url: URL) =>
  [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&')

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
