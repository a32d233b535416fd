import { textOf } from '../define/compare.ts'
import { createHash } from 'node:crypto'
import type { ReadBatch } from '../define/connector-session.ts'
import { pathOf, valueAt } from '../define/path.ts'
import type { DataRecord } from '../define/record.ts'
import type { HttpAnswer, HttpRequest, StepContext } from '../define/step-context.ts'
import { Invalid, Unavailable } from '../errors/errors.ts'
import { defineMessages } from '../messages/messages.ts'
import { isBusy, jsonIn, refuseFailure } from './answer.server.ts'
import { fittingIn } from './fitting.ts'
import { loopGuard } from './loop.ts'
import { isObject } from '../define/is-object.ts'

const texts = defineMessages({
  error: { en: '{url} refuses the query: {reason}', de: '{url} lehnt die Abfrage ab: {reason}' },
  errorAt: {
    en: '{url} refuses the query at {path}: {reason}',
    de: '{url} lehnt die Abfrage bei {path} ab: {reason}',
  },
  denied: { en: '{url} refuses the sign-in: {reason}', de: '{url} lehnt die Anmeldung ab: {reason}' },
  odd: {
    en: 'The answer of {url} is none to a GraphQL query: it has neither data nor errors.',
    de: 'Die Antwort von {url} ist keine auf eine GraphQL-Abfrage: Sie hat weder data noch errors.',
  },
  items: {
    en: 'The answer of {url} has no records at {path}.',
    de: 'Die Antwort von {url} enthält bei {path} keine Datensätze.',
  },
})

type Asked = { query: string; variables: Record<string, unknown> }
type Sending = Pick<HttpRequest, 'url' | 'timeout_ms' | 'tries' | 'per_second' | 'key' | 'headers' | 'signal'>

/** What a query answers. Errors are errors, though the answer says 200: each with where in the answer it stands. */
async function askGraphql(request: StepContext['http'], { url, headers, ...sending }: Sending, asked: Asked) {
  const answer = await request({
    method: 'POST',
    url,
    ...sending,
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json',
    },
    body: JSON.stringify(asked),
  })
  return { answer, data: dataIn(url, answer) }
}

/** The data of an answer; throws what its errors say. */
export function dataIn(url: string, answer: HttpAnswer): Record<string, unknown> {
  if (answer.status === 401 || isBusy(answer.status)) refuseFailure(url, answer)
  const said =
    /json/i.test(answer.headers['content-type'] ?? '') || answer.status < 400 ? jsonIn(url, answer) : undefined
  const { data, errors } = (isObject(said) ? said : {}) as { data?: unknown; errors?: unknown }
  if (Array.isArray(errors) && errors.length > 0) refuseErrors(url, errors[0])
  refuseFailure(url, answer)
  if (!isObject(data)) throw new Invalid('ANSWER_INVALID', texts.odd({ url }))
  return data
}

function refuseErrors(url: string, first: unknown): never {
  const { message, path, extensions } = (isObject(first) ? first : {}) as Record<string, unknown>
  const code = isObject(extensions) ? textOf(extensions['code'] ?? '') : ''
  const reason = textOf(message ?? code).slice(0, 1_000)
  if (/^(UNAUTHENTICATED|ACCESS_DENIED)$/i.test(code))
    throw new Invalid('CONNECTION_DENIED', texts.denied({ url, reason }))
  const told =
    Array.isArray(path) && path.length > 0
      ? texts.errorAt({ url, reason, path: path.map(textOf).join('.') })
      : undefined
  const text = told ?? texts.error({ url, reason })
  throw /^(THROTTLED|RATE_LIMITED|INTERNAL_SERVER_ERROR)$/i.test(code)
    ? new Unavailable('GRAPHQL_ERROR', text)
    : new Invalid('GRAPHQL_ERROR', text)
}

export type GraphqlPages = Asked & {
  /** Where the records are, below `data`: `orders.nodes`, or `orders.edges`, of which each has its record in `node`. */
  items: string
  /** The variable that takes the cursor of the page before; empty: there is one page. */
  after: string
}
/** Behind which page, and how many records of the next one are done. */
type Cursor = { after: string | null; behind: number }

/** The records of all pages: the next one is asked for as `pageInfo` beside them says. */
export async function* graphqlPages(
  request: StepContext['http'],
  { key, ...sending }: Sending,
  { query, variables, items, after: name }: GraphqlPages,
  { cursor, batch }: { cursor?: unknown; batch?: number | undefined } = {},
): AsyncGenerator<ReadBatch & { answer: HttpAnswer }> {
  const guard = loopGuard(items)
  let { after, behind } = (cursor ?? { after: null, behind: 0 }) as Cursor
  for (let page = 1; ; page++) {
    const given = name === '' ? variables : { ...variables, ...(after !== null && { [name]: after }) }
    const mark = createHash('sha256')
      .update(`${key} ${page} ${JSON.stringify(given)}`)
      .digest('hex')
    const sent = { ...sending, ...(key !== undefined && { key: mark }) }
    const { answer, data } = await askGraphql(request, sent, { query, variables: given })
    const records = recordsAt(sending.url, data, items)
    const next = name === '' ? undefined : nextAfter(data, items)
    if (next !== undefined) guard(next)
    const size = fittingIn(answer.body.length, records.length, batch)
    for (; behind < records.length; behind += size) {
      const end = Math.min(behind + size, records.length)
      const at: Cursor =
        end === records.length && next !== undefined ? { after: next, behind: 0 } : { after, behind: end }
      yield { records: records.slice(behind, end), cursor: at, answer }
    }
    if (next === undefined) return
    after = next
    behind = 0
  }
}

function recordsAt(url: string, data: Record<string, unknown>, items: string): DataRecord[] {
  const found = items === '' ? data : valueAt(data, pathOf(items) ?? [])
  if (found === undefined) throw new Invalid('ANSWER_INVALID', texts.items({ url, path: items }))
  const list: unknown[] = Array.isArray(found) ? found : found === null ? [] : [found]
  const isEdges = /(^|\.)edges$/.test(items)
  return list.flatMap((one) => {
    const record = isEdges && isObject(one) && 'node' in one ? one['node'] : one
    return isObject(record) ? [record] : record === null || record === undefined ? [] : [{ value: record }]
  })
}

function nextAfter(data: Record<string, unknown>, items: string): string | undefined {
  const parent = (pathOf(items) ?? []).slice(0, -1)
  const info = valueAt(data, [...parent, 'pageInfo'])
  if (!isObject(info) || info['hasNextPage'] !== true) return undefined
  const { endCursor } = info
  return endCursor === null || endCursor === undefined ? undefined : textOf(endCursor)
}
