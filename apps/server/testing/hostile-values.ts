import fc from 'fast-check'

/** A JSON Schema as the API's own description has it. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  additionalProperties?: Schema | boolean
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown

export const hostileText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'a\udfff',
    '\u202e',
    '😀'.repeat(50),
    'ﷺ',
    '__proto__',
    'constructor',
    'toString',
    '../../etc/passwd',
    '%00',
    '%',
    '%E0%A4%A',
    "';--",
    '" or 1=1',
    '${7*7}',
    '{{ config.x }}',
    '{',
    '[',
    '<a>'.repeat(500),
    '\n',
    '\r\n\r\n',
    '0',
    '-1',
    '1e400',
    'NaN',
    'null',
    'true',
    '2026-02-30',
    '9999999-01-01',
    'https://[',
    'file:///etc/passwd',
    'a@b',
    '*',
    '(a+)+$',
    '/'.repeat(300),
    'x'.repeat(70_000),
    '9'.repeat(400),
    'ß'.repeat(300),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
)

const hostileThing = fc.oneof(
  hostileText as fc.Arbitrary<unknown>,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -0,
    -1,
    1.5,
    1e21,
    1e308,
    -1e308,
    Number.MAX_SAFE_INTEGER + 2,
    2 ** 31,
    2 ** 63,
    [],
    {},
    [[]],
    [null],
    [{}],
    { toString: 1, valueOf: 1 },
    { length: -1 },
    { then: 1 },
    { constructor: { prototype: { x: 1 } } },
    nested(90),
    nested(101),
    Array(3_000).fill('a'),
    Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`k${n}`, n])),
  ),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Years as they are meant, and those where calendars and databases part ways. */
const moments = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .date({ noInvalidDate: true, min: new Date('1900-01-01'), max: new Date('2999-12-30') })
      .map((date) => date.toISOString()),
  },
  fc.constantFrom(
    '0000-01-01T00:00:00Z',
    '0001-01-02T00:00:00Z',
    '1899-12-31T23:59:59Z',
    '3000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-14:00',
  ),
)

const known: Record<string, (ids: string[]) => fc.Arbitrary<unknown>> = {
  uuid: (ids) => fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, fc.uuid()),
  email: () => fc.oneof(fc.emailAddress(), fc.constantFrom('a@b.example', 'a@münchen.example')),
  'date-time': () => moments,
  date: () => moments.map((moment) => moment.slice(0, 10)),
  uri: () => fc.webUrl(),
}

/** Values as a schema describes them, here and there with something hostile in place of a part, missing parts and parts nobody knows. */
export function valuesOf(
  schema: Schema | undefined,
  { ids, components = {}, hostile = 0.08 }: { ids: string[]; components?: Record<string, Schema>; hostile?: number },
): fc.Arbitrary<unknown> {
  const chance = Math.round(hostile * 100)
  const make = (given: Schema, depth: number): fc.Arbitrary<unknown> => {
    if (depth > 7) return fc.constantFrom<unknown>(null, 'deep', 1)
    return fc.oneof(
      { weight: 100 - chance, arbitrary: valid(given, depth) },
      { weight: chance, arbitrary: hostileThing },
    )
  }
  const valid = (given: Schema, depth: number): fc.Arbitrary<unknown> => {
    if (given.$ref) return make(components[given.$ref.split('/').at(-1)!] ?? {}, depth + 1)
    if (given.const !== undefined) return fc.constant(given.const)
    if (given.enum?.length) return fc.constantFrom(...given.enum)
    const any = given.anyOf ?? given.oneOf
    if (any?.length) return fc.oneof(...any.map((one) => make(one, depth)))
    if (given.allOf?.length)
      return fc
        .tuple(...given.allOf.map((one) => valid(one, depth)))
        .map((parts) => Object.assign({}, ...parts) as unknown)
    const type = Array.isArray(given.type) ? given.type[0] : given.type
    if (type === 'object' || given.properties) return object(given, depth)
    if (type === 'array')
      return fc.array(make(given.items ?? given.prefixItems?.[0] ?? {}, depth + 1), {
        minLength: Math.min(given.minItems ?? 0, 3),
        maxLength: 3,
      })
    if (type === 'integer')
      return fc.integer({
        min: Math.max(given.minimum ?? -1000, -(2 ** 31)),
        max: Math.min(given.maximum ?? 100_000, 2 ** 31 - 1),
      })
    if (type === 'number')
      return fc.double({ noNaN: true, min: given.minimum ?? -1e6, max: Math.min(given.maximum ?? 1e6, 1e9) })
    if (type === 'boolean') return fc.boolean()
    if (type === 'null') return fc.constant(null)
    if (type === 'string') return text(given)
    return fc.jsonValue({ maxDepth: 2 })
  }
  const text = ({ format = '', minLength = 0, maxLength = 60, pattern }: Schema) => {
    if (known[format]) return known[format](ids)
    const words = fc.oneof(
      fc.string({
        minLength: Math.min(minLength, 200),
        maxLength: Math.max(Math.min(maxLength, 60), Math.min(minLength, 200)),
      }),
      fc.constantFrom('name', 'A1', 'en', 'abc_def', '7', '{}', 'weft: 1\nlabel: A\nsteps: []'),
      fc.constantFrom(...ids),
    )
    if (!pattern) return words
    try {
      return fc.oneof(fc.stringMatching(new RegExp(pattern, 'u')), words)
    } catch {
      return words // a pattern fast-check cannot turn around
    }
  }
  const object = ({ properties = {}, required = [], additionalProperties }: Schema, depth: number) => {
    const parts = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, make(one, depth + 1)]))
    const whole = fc.record(parts, { requiredKeys: required.filter((name) => name in parts) })
    const open =
      typeof additionalProperties === 'object'
        ? fc.dictionary(
            fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom(...ids)),
            make(additionalProperties, depth + 1),
            { maxKeys: 3 },
          )
        : fc.constant({})
    const unknown = fc.oneof(
      { weight: 97, arbitrary: fc.constant({}) },
      {
        weight: 3,
        arbitrary: fc.dictionary(
          fc.constantFrom('nobody_knows', 'tenant_id', 'id', 'constructor', '\0'),
          hostileThing,
          { maxKeys: 2 },
        ),
      },
    )
    return fc.tuple(whole, open, unknown).map(([a, b, c]) => ({ ...a, ...b, ...c }))
  }
  return make(schema ?? {}, 0)
}
