import fc from 'fast-check'
import { hostileText, valuesOf, type Schema } from './hostile-values.ts'

/** A call as it is made, so that it can be printed and made again. */
export type Call = { method: string; url: string; headers: Record<string, string>; payload?: string | Buffer }

type Described = {
  parameters?: { in: string; name: string; schema?: Schema }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
}
export type Description = {
  paths: Record<string, Record<string, Described>>
  components?: { schemas?: Record<string, Schema> }
}
export type FuzzedRoute = { method: string; path: string; calls: fc.Arbitrary<Call> }

/** Every route of the API's own description, with calls of it made from its schemas: parameters, query and body. */
export function fuzzedRoutes({ paths, components }: Description, ids: string[]): FuzzedRoute[] {
  return Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([method, described]) => ({
      method: method.toUpperCase(),
      path,
      calls: callsOf(method.toUpperCase(), path, described, ids, components?.schemas ?? {}),
    })),
  )
}

const text = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const encoded = (value: unknown) => encodeURIComponent(text(value).toWellFormed()).slice(0, 4_000)

function callsOf(
  method: string,
  path: string,
  { parameters = [], requestBody }: Described,
  ids: string[],
  components: Record<string, Schema>,
): fc.Arbitrary<Call> {
  const opening = { ids, components }
  const place = fc.record(
    Object.fromEntries(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [
        name,
        placeOf(name!, parameters.find((one) => one.in === 'path' && one.name === name)?.schema, ids),
      ]),
    ),
  )
  const asked = parameters.filter((one) => one.in === 'query')
  const query = fc.tuple(
    fc.record(Object.fromEntries(asked.map((one) => [one.name, valuesOf(one.schema, opening)])), { requiredKeys: [] }),
    fc.option(
      fc.tuple(
        fc.constantFrom('filter[id]', 'filter[name]', 'sort', 'page', 'nobody_knows', '__proto__', 'filter[__proto__]'),
        hostileText,
      ),
      { freq: 6 },
    ),
  )
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? ['application/json', undefined]
  const body = method === 'GET' ? fc.constant(undefined) : bodyOf(type, valuesOf(content?.schema, opening))
  return fc.tuple(place, query, body).map(([places, [known, odd], sent]): Call => {
    const url = path.replaceAll(
      /\{(\w+)\}/g,
      (_whole, name: string) => encoded((places as Record<string, unknown>)[name]) || '%20',
    )
    const search = [...Object.entries(known), ...(odd ? [odd] : [])]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .join('&')
    return {
      method,
      url: search ? `${url}?${search}` : url,
      headers: { ...(sent && { 'content-type': sent.type }) },
      ...(sent && { payload: sent.payload }),
    }
  })
}

const placeOf = (name: string, schema: Schema | undefined, ids: string[]) =>
  fc.oneof(
    { weight: 8, arbitrary: /id$/i.test(name) ? fc.constantFrom(...ids) : valuesOf(schema, { ids }) },
    { weight: 2, arbitrary: hostileText.filter((one) => one !== '' && one !== '.' && one !== '..') },
  )

type Body = { type: string; payload: string | Buffer }

function bodyOf(type: string, values: fc.Arbitrary<unknown>): fc.Arbitrary<Body | undefined> {
  const json = values.map((value): Body => ({ type: 'application/json', payload: JSON.stringify(value) ?? 'null' }))
  const broken = fc
    .tuple(json, fc.nat(200))
    .map(([{ payload }, at]): Body => ({ type: 'application/json', payload: payload.slice(0, at) }))
  const odd = fc.constantFrom<Body>(
    { type: 'application/json', payload: '{"__proto__":{"polluted":true}}' },
    { type: 'application/json', payload: '{"constructor":{"prototype":{"polluted":true}}}' },
    { type: 'application/json', payload: '['.repeat(100_000) },
    { type: 'application/json', payload: '' },
    { type: 'application/json', payload: Buffer.from([0xff, 0xfe, 0x7b, 0x00]) },
    { type: 'application/json', payload: '\ufeff{}' },
    { type: 'application/json', payload: '1e999' },
    { type: 'application/json', payload: '{"a":1,"a":2}' },
    { type: 'text/plain', payload: 'a' },
    { type: 'application/xml', payload: '<a/>' },
    { type: 'application/x-www-form-urlencoded', payload: 'a=1&__proto__=2' },
    { type: 'multipart/form-data', payload: 'no boundary' },
    { type: 'multipart/form-data; boundary=x', payload: '--x\r\nbroken' },
    {
      type: 'multipart/form-data; boundary=x',
      payload: '--x\r\ncontent-disposition: form-data; name="__proto__"; filename="../../a\\0"\r\n\r\nabc\r\n--x--\r\n',
    },
    { type: '', payload: '{}' },
    { type: 'application/json; charset=utf-99', payload: '{}' },
    { type: 'a'.repeat(1_000), payload: '{}' },
  )
  const file = fc.tuple(hostileText, fc.uint8Array({ maxLength: 200 }), values).map(([name, bytes, fields]): Body => ({
    type: 'multipart/form-data; boundary=weft',
    payload: form(name, bytes, fields),
  }))
  const usual = type.startsWith('multipart/') ? file : json
  return fc.oneof(
    { weight: 80, arbitrary: usual },
    { weight: 5, arbitrary: broken },
    { weight: 8, arbitrary: odd },
    { weight: 4, arbitrary: file },
    { weight: 3, arbitrary: fc.constant(undefined) },
  )
}

function form(name: string, bytes: Uint8Array, fields: unknown): Buffer {
  const line = (value: string) => value.replaceAll(/[\r\n"\0]/g, '_').toWellFormed()
  const parts = typeof fields === 'object' && fields !== null ? Object.entries(fields) : []
  const written = parts
    .map(
      ([key, value]) =>
        `--weft\r\ncontent-disposition: form-data; name="${line(key)}"\r\n\r\n${text(value).toWellFormed()}\r\n`,
    )
    .join('')
  return Buffer.concat([
    Buffer.from(
      `${written}--weft\r\ncontent-disposition: form-data; name="file"; filename="${line(name).slice(0, 300)}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n--weft--\r\n'),
  ])
}
