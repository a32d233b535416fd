import { createHmac } from 'node:crypto'

type Unsigned = {
  method: string
  /** Its path already as it is sent. */
  url: URL
  headers: Record<string, string>
  length: number
}

/** In this order, whether they are sent or not: https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key */
const signedHeaders = [
  'content-encoding',
  'content-language',
  'content-length',
  'content-md5',
  'content-type',
  'date',
  'if-modified-since',
  'if-match',
  'if-none-match',
  'if-unmodified-since',
  'range',
]

/** What signs a request with the key of an account, which is base64. */
export function sharedKey({ method, url, headers, length }: Unsigned, account: string, key: string): string {
  const all: Record<string, string> = { ...headers, 'content-length': length > 0 ? String(length) : '' }
  const own = Object.keys(all).filter((name) => name.startsWith('x-ms-'))
  const queried = [...url.searchParams].map(([name, value]) => `\n${name.toLowerCase()}:${value}`)
  const text = [
    method,
    ...signedHeaders.map((name) => all[name] ?? ''),
    ...own.toSorted().map((name) => `${name}:${all[name]!.trim()}`),
    `/${account}${url.pathname}${queried.toSorted().join('')}`,
  ].join('\n')
  const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64')
  return `SharedKey ${account}:${signature}`
}
