import type { DataRecord } from '@weft/kit/define/record.ts'
import type { HttpAnswer, HttpRequest, StepContext } from '@weft/kit/define/step-context.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { jsonIn, refuseFailure, xmlIn } from '@weft/kit/web-tables/answer.server.ts'
import { entitySets } from './metadata.ts'
import type { Version } from './values.ts'
import { isObject } from '@weft/kit/define/is-object.ts'

const texts = defineMessages({
  odd: {
    en: 'The answer of {url} is none of an OData service.',
    de: 'Die Antwort von {url} ist keine eines OData-Dienstes.',
  },
})

export type Service = { base_url: string; version: Version; request: StepContext['http'] }

/** A page of entities: what comes behind it, and where changes since then are asked for. */
export type EntityPage = {
  entities: DataRecord[]
  next?: string | undefined
  delta?: string | undefined
  bytes: number
}

const json: Record<Version, Record<string, string>> = {
  // Decimals and large integers come as text: as numbers they would lose digits on the way.
  v4: { accept: 'application/json;odata.metadata=minimal;IEEE754Compatible=true', 'odata-maxversion': '4.0' },
  v2: { accept: 'application/json', maxdataserviceversion: '2.0' },
}

export const urlOf = ({ base_url }: Pick<Service, 'base_url'>, path: string) =>
  `${base_url.replace(/\/+$/, '')}/${path}`

export async function readMetadata(service: Service) {
  const url = urlOf(service, '$metadata')
  const answer = await service.request({
    method: 'GET',
    url,
    headers: { accept: 'application/xml' },
    timeout_ms: 60_000,
  })
  refuseFailure(url, answer)
  return entitySets(xmlIn(url, answer), url)
}

export async function readPage(
  service: Service,
  url: string,
  headers: Record<string, string> = {},
): Promise<EntityPage> {
  const { version, request } = service
  const answer = await request({ method: 'GET', url, headers: { ...json[version], ...headers }, timeout_ms: 60_000 })
  refuseFailure(url, answer)
  return pageIn(version, url, answer)
}

/** The entities in an answer, as version 2 or 4 writes them. */
export function pageIn(version: Version, url: string, answer: Pick<HttpAnswer, 'body' | 'headers'>): EntityPage {
  const said = jsonIn(url, answer)
  const odd = () => new Invalid('ANSWER_INVALID', texts.odd({ url }))
  if (!isObject(said)) throw odd()
  const inner = version === 'v2' ? said['d'] : said
  const list = version === 'v2' ? (isObject(inner) ? inner['results'] : inner) : said['value']
  if (!Array.isArray(list) || !list.every(isObject)) throw odd()
  const link = (name: string) => {
    const found = isObject(inner) ? inner[name] : undefined
    return typeof found === 'string' && found !== '' ? found : undefined
  }
  const next = version === 'v2' ? link('__next') : link('@odata.nextLink')
  const delta = version === 'v2' ? link('__delta') : link('@odata.deltaLink')
  return { entities: list, next, delta, bytes: answer.body.length }
}

/** The one entity in an answer, where there is one. */
export function entityIn(version: Version, url: string, answer: HttpAnswer): DataRecord | undefined {
  if (answer.body.length === 0) return undefined
  const said = jsonIn(url, answer)
  const inner = version === 'v2' && isObject(said) ? said['d'] : said
  return isObject(inner) ? inner : undefined
}

/** Sends what changes something. A service that asks for a token of its own before, as SAP does, is given it. */
export function changing({ base_url, version, request }: Service) {
  let token: Record<string, string> = {}
  return async (given: Pick<HttpRequest, 'method' | 'url' | 'body' | 'headers'>): Promise<HttpAnswer> => {
    const type = version === 'v4' ? 'application/json;IEEE754Compatible=true' : 'application/json'
    const headers = { ...json[version], ...(given.body !== undefined && { 'content-type': type }), ...given.headers }
    const send = () => request({ ...given, headers: { ...headers, ...token }, timeout_ms: 60_000 })
    const answer = await send()
    if (answer.status !== 403 || !/required/i.test(answer.headers['x-csrf-token'] ?? '')) return answer
    const url = `${base_url.replace(/\/+$/, '')}/`
    const fetched = await request({ method: 'GET', url, headers: { ...json[version], 'x-csrf-token': 'Fetch' } })
    const cookies = (fetched.headers['set-cookie'] ?? '').split(/,(?=\s*[^;,=\s]+=)/)
    token = {
      'x-csrf-token': fetched.headers['x-csrf-token'] ?? '',
      cookie: cookies.map((one) => one.split(';')[0]!.trim()).join('; '),
    }
    return send()
  }
}
