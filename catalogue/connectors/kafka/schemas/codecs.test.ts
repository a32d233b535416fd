import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import avsc from 'avsc'
import fc from 'fast-check'
import protobuf from 'protobufjs'
import { say } from '@weft/kit/messages/messages.ts'
import { codecOf } from './codec.ts'
import { Fault } from './fault.ts'
import type { Codec, RegisteredSchema } from './limits.ts'

const codec = (kind: RegisteredSchema['kind'], schema: unknown, references: RegisteredSchema['references'] = []) =>
  codecOf({ id: 1, kind, text: typeof schema === 'string' ? schema : JSON.stringify(schema), references })
const avro = (schema: unknown, references?: RegisteredSchema['references']) => codec('AVRO', schema, references)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const again = ({ encode, decode }: Codec, value: unknown) => decode(encode(value), 0)
const reasonOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (error instanceof Fault) return say(error.reason, 'en')
    throw error
  }
  return 'nothing is wrong'
}
const refused = (kind: RegisteredSchema['kind'], schema: unknown) =>
  codec(kind, schema).then(
    () => 'it is taken',
    (error: unknown) => (error instanceof Fault ? say(error.reason, 'en') : Promise.reject(error as Error)),
  )

const everything = {
  type: 'record',
  name: 'Everything',
  namespace: 'org.example',
  fields: [
    { name: 'nothing', type: 'null' },
    { name: 'truth', type: 'boolean' },
    { name: 'small', type: 'int' },
    { name: 'large', type: 'long' },
    { name: 'single', type: 'float' },
    { name: 'double', type: 'double' },
    { name: 'bytes', type: 'bytes' },
    { name: 'text', type: 'string' },
    { name: 'fixed', type: { type: 'fixed', name: 'Four', size: 4 } },
    { name: 'kind', type: { type: 'enum', name: 'Kind', symbols: ['A', 'B'] } },
    { name: 'list', type: { type: 'array', items: 'Kind' } },
    { name: 'map', type: { type: 'map', values: 'long' } },
    { name: 'maybe', type: ['null', 'string'], default: null },
    {
      name: 'inner',
      type: { type: 'record', name: 'Inner', fields: [{ name: 'more', type: ['null', 'Inner'], default: null }] },
    },
  ],
}
const all = {
  nothing: null,
  truth: true,
  small: -2147483648,
  large: '9007199254740993',
  single: 0.1,
  double: 1e300,
  bytes: 'AP8=',
  text: 'Köln 😀',
  fixed: 'AQIDBA==',
  kind: 'B',
  list: ['A', 'B'],
  map: { x: 1, y: '-9223372036854775808' },
  maybe: null,
  inner: { more: { more: null } },
}

test('every kind of Avro value comes back as it was, and as another library of Avro writes it', async () => {
  const ours = await avro(everything)
  assert.deepEqual(again(ours, all), all)
  const long = avsc.types.LongType.__with({
    fromBuffer: (bytes: Buffer) => bytes.readBigInt64LE(),
    toBuffer(value: bigint) {
      const bytes = Buffer.alloc(8)
      bytes.writeBigInt64LE(value)
      return bytes
    },
    fromJSON: BigInt,
    toJSON: String,
    isValid: (value: unknown) => typeof value === 'bigint',
    compare: (a: bigint, b: bigint) => (a < b ? -1 : Number(a > b)),
  })
  const theirs = avsc.Type.forSchema(everything as never, { registry: { long } })
  const written = theirs.toBuffer({
    ...all,
    large: 9007199254740993n,
    bytes: Buffer.from('AP8=', 'base64'),
    fixed: Buffer.from('AQIDBA==', 'base64'),
    map: { x: 1n, y: -9223372036854775808n },
  })
  assert.equal(hex(ours.encode(all)), hex(written))
  assert.deepEqual(ours.decode(written, 0), all)
})

test('what Avro calls decimal, date and time is written as people write it, to the last digit', async () => {
  const type = (name: string, type_name: string, logicalType: string, more = {}) => ({
    name,
    type: { type: type_name, logicalType, ...more },
  })
  const schema = {
    type: 'record',
    name: 'R',
    fields: [
      type('price', 'bytes', 'decimal', { precision: 30, scale: 4 }),
      type('fixed_price', 'fixed', 'decimal', { name: 'F', size: 12, precision: 20, scale: 2 }),
      type('day', 'int', 'date'),
      type('clock', 'int', 'time-millis'),
      type('fine_clock', 'long', 'time-micros'),
      type('at', 'long', 'timestamp-millis'),
      type('fine_at', 'long', 'timestamp-micros'),
      type('finest_at', 'long', 'timestamp-nanos'),
      type('local', 'long', 'local-timestamp-micros'),
      type('id', 'fixed', 'uuid', { name: 'U', size: 16 }),
      type('span', 'fixed', 'duration', { name: 'D', size: 12 }),
    ],
  }
  const value = {
    price: '-12345678901234567890.1230',
    fixed_price: '0.05',
    day: '1969-12-31',
    clock: '23:59:59.999',
    fine_clock: '00:00:00.000001',
    at: '1969-12-31T23:59:59.999Z',
    fine_at: '2026-11-25T10:00:00.123456Z',
    finest_at: '2026-11-25T10:00:00.123456789Z',
    local: '2026-11-25T10:00:00.123456',
    id: '0190b1f0-1234-7abc-8def-0123456789ab',
    span: 'P1M2DT3.500S',
  }
  const ours = await avro(schema)
  assert.deepEqual(again(ours, value), value)
  const moved = { ...value, at: '1970-01-01T00:59:59.999+01:00', price: 7, day: '1969-12-31' }
  assert.deepEqual(again(ours, moved), { ...value, price: '7.0000' })
  const wrong = (over: object) => reasonOf(() => ours.encode({ ...value, ...over }))
  assert.equal(wrong({ price: '1.00001' }), 'price: "1.00001" has more than 4 decimal places.')
  assert.equal(
    wrong({ fixed_price: '1234567890123456789.00' }),
    'fixed_price: "1234567890123456789.00" has more than 20 digits.',
  )
  assert.equal(wrong({ day: '2026-02-30' }), 'day: "2026-02-30" is no date such as 2026-01-31.')
  assert.match(wrong({ at: '2026-11-25T10:00:00' }), /^at: .* is no point in time with a zone/)
  assert.match(wrong({ local: '2026-11-25T10:00:00Z' }), /^local: .* is no point in time without a zone/)
  assert.match(wrong({ clock: '10:00:00.0001' }), /^clock: .* more decimal places of a second than the 3/)
})

test('a branch of an Avro union is told where its value alone would not say it', async () => {
  const ours = await avro([
    'null',
    'long',
    'string',
    { type: 'record', name: 'A', fields: [{ name: 'x', type: 'int' }] },
    { type: 'record', name: 'B', fields: [{ name: 'x', type: 'int' }] },
  ])
  for (const value of [null, 5, 'five', { long: '9007199254740993' }, { A: { x: 1 } }, { B: { x: 1 } }])
    assert.deepEqual(again(ours, value), value)
  assert.deepEqual(again(ours, { x: 1 }), { A: { x: 1 } })
  assert.equal(
    reasonOf(() => ours.encode(true)),
    'true is none of null, long, string, A, B.',
  )
})

test('what is missing gets the default of Avro, nothing where that may be, and is refused otherwise', async () => {
  const ours = await avro({
    type: 'record',
    name: 'R',
    fields: [
      { name: 'n', type: 'long', default: 7 },
      { name: 'b', type: 'bytes', default: '\u00ff' },
      { name: 'o', type: ['null', 'int'] },
      { name: 'must', type: 'string' },
    ],
  })
  assert.deepEqual(again(ours, { must: '' }), { n: 7, b: '/w==', o: null, must: '' })
  assert.equal(
    reasonOf(() => ours.encode({})),
    'must: The value is missing.',
  )
  assert.equal(
    reasonOf(() => ours.encode({ must: null })),
    'must: null is no text.',
  )
  assert.equal(reasonOf(() => ours.encode({ must: '', n: null })).split(' ')[0], 'n:')
  assert.equal(
    reasonOf(() => ours.encode({ must: '', typo: 1 })),
    'typo: The schema has no such field.',
  )
})

test('an Avro schema may be made of several', async () => {
  const references = [
    {
      name: 'a.Amount',
      text: '{"type":"record","name":"Amount","namespace":"a","fields":[{"name":"v","type":"long"}]}',
    },
  ]
  const ours = await avro({ type: 'array', items: 'a.Amount' }, references)
  assert.deepEqual(again(ours, [{ v: 1 }]), [{ v: 1 }])
})

const proto = `syntax = "proto3";
package shop;
import "google/protobuf/timestamp.proto";
import "google/protobuf/duration.proto";
import "google/protobuf/wrappers.proto";
import "google/protobuf/struct.proto";
import "confluent/type/decimal.proto";
import "confluent/meta.proto";
import "shop/line.proto";
message Order {
  int64 id = 1;
  uint64 most = 2;
  sint64 least = 3;
  fixed64 fixed = 4;
  sfixed32 signed = 5;
  float single = 6;
  double wide = 7;
  bool paid = 8;
  string name = 9;
  bytes raw = 10;
  Kind kind = 11;
  repeated sint32 numbers = 12;
  repeated string words = 13;
  map<int32, Line> lines = 14;
  google.protobuf.Timestamp at = 15;
  google.protobuf.Duration span = 16;
  google.protobuf.Int64Value maybe = 17;
  google.protobuf.Struct any = 18;
  confluent.type.Decimal price = 19;
  oneof who { string person = 20; int32 firm = 21; }
  optional int32 told = 22;
  Line line = 23;
  message Inner { message Deep { int32 x = 1; } }
}
enum Kind { UNKNOWN = 0; RETAIL = 1; }
message Other { string y = 1; }
`
const line = { name: 'shop/line.proto', text: 'syntax = "proto3"; package shop; message Line { int32 n = 1; }' }

test('every kind of Protobuf value comes back as it was', async () => {
  const ours = await codec('PROTOBUF', proto, [line])
  const value = {
    id: '-9223372036854775808',
    most: '18446744073709551615',
    least: -5,
    fixed: '9007199254740993',
    signed: -7,
    single: 0.1,
    wide: 'NaN',
    paid: true,
    name: 'Köln',
    raw: 'AP8=',
    kind: 'RETAIL',
    numbers: [1, -2, 2147483647],
    words: ['a', ''],
    lines: { '-1': { n: 1 }, '2': { n: 0 } },
    at: '2026-11-25T10:00:00.123456789Z',
    span: '-1.500s',
    maybe: 0,
    any: { a: [1, 'x', null, { b: true }] },
    price: '-12345678901234567890.50',
    firm: 3,
    told: 0,
    line: { n: 4 },
  }
  assert.deepEqual(again(ours, value), value)
  const empty = {
    id: 0,
    most: 0,
    least: 0,
    fixed: 0,
    signed: 0,
    single: 0,
    wide: 0,
    paid: false,
    name: '',
    raw: '',
    kind: 'UNKNOWN',
    numbers: [],
    words: [],
    lines: {},
  }
  assert.equal(hex(ours.encode({})), '00')
  assert.deepEqual(again(ours, { told: null }), empty)
  assert.equal(
    reasonOf(() => ours.encode({ person: 'x', firm: 1 })),
    'firm: Only one of person, firm can be set.',
  )
  assert.equal(
    reasonOf(() => ours.encode({ lines: { 1: { m: 1 } } })),
    'lines.1.m: The schema has no such field.',
  )
  assert.match(
    reasonOf(() => ours.encode({ most: -1 })),
    /^most: -1 is no whole number from 0 to 18446744073709551615/,
  )
})

test('Protobuf is written as protobufjs writes it, and read', async () => {
  const text = `syntax = "proto2"; message M { required int64 a = 1; repeated int32 b = 2; repeated int32 c = 3 [packed = true];
    optional G g = 4; map<string, double> d = 5; optional group H = 6 { optional string x = 1; } } message G { optional bytes z = 1; }`
  const theirs = protobuf.parse(text, { keepCase: true }).root.lookupType('M')
  const ours = await codec('PROTOBUF', text)
  const written = theirs
    .encode({ a: 5, b: [1, 2], c: [3, 4], g: { z: Buffer.from('x') }, d: { k: 1.5 }, h: { x: 'y' } })
    .finish()
  const value = ours.decode(Buffer.concat([Buffer.of(0), written]), 0)
  assert.deepEqual(value, { a: 5, b: [1, 2], c: [3, 4], g: { z: 'eA==' }, d: { k: 1.5 }, h: { x: 'y' } })
  assert.equal(hex(ours.encode(value)), `00${hex(written)}`)
  assert.equal(
    reasonOf(() => ours.encode({ a: null })),
    'a: The value is missing.',
  )
})

test('the numbers in front of Protobuf lead to a message inside of others', async () => {
  const ours = await codec('PROTOBUF', proto, [line])
  assert.deepEqual(ours.decode(Uint8Array.of(2, 2, 0x0a, 1, 65), 0), { y: 'A' })
  assert.deepEqual(ours.decode(Uint8Array.of(6, 0, 0, 0, 8, 3), 0), { x: 3 })
  assert.equal(
    reasonOf(() => ours.decode(Uint8Array.of(2, 8), 0)),
    'Byte 2: The schema has no message number 4.',
  )
})

const person = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer' },
    price: { type: ['number', 'null'], minimum: 0 },
    code: { type: 'string', pattern: '^[A-Z]{2}$' },
    lines: { type: 'array', items: { $ref: '#/definitions/line' }, maxItems: 3 },
    who: { oneOf: [{ type: 'string' }, { type: 'object', properties: { n: { type: 'number' } } }] },
  },
  additionalProperties: false,
  definitions: { line: { type: 'object', properties: { n: { type: 'number', multipleOf: 0.1 } } } },
}

test('JSON by a schema keeps all digits and becomes numbers again where the schema wants them', async () => {
  const ours = await codec('JSON', person)
  const value = { id: '9007199254740993', price: '12.50', code: 'DE', lines: [{ n: 0.3 }], who: { n: '1.10' } }
  const text = Buffer.from(ours.encode(value)).toString()
  assert.equal(text, '{"id":9007199254740993,"price":12.50,"code":"DE","lines":[{"n":0.3}],"who":{"n":1.10}}')
  assert.deepEqual(ours.decode(Buffer.from(text), 0), { ...value, price: 12.5, who: { n: 1.1 } })
  const wrong = (over: object) => reasonOf(() => ours.encode({ id: 1, ...over }))
  assert.equal(wrong({ id: 1.5 }), 'id: 1.5 is not of type integer.')
  assert.equal(wrong({ price: '-1' }), 'price: "-1" does not keep to minimum: 0.')
  assert.equal(wrong({ code: 'de' }), 'code: "de" does not keep to pattern: "^[A-Z]{2}$".')
  assert.equal(wrong({ lines: [{ n: 0.25 }] }), 'lines[0].n: 0.25 does not keep to multipleOf: 0.1.')
  assert.equal(wrong({ typo: 1 }), 'typo: Nothing may stand here.')
  assert.equal(wrong({ who: true }), 'who: true is none of what oneOf allows.')
  assert.equal(
    reasonOf(() => ours.encode({})),
    'The field "id" is missing.',
  )
  assert.equal(
    reasonOf(() => ours.decode(Buffer.from('{"id":1,}'), 0)),
    'Byte 8: The content is no JSON.',
  )
})

test('JSON goes with a schema whenever another checker says so', async () => {
  const schemas = [
    { type: 'array', items: { type: 'integer' }, uniqueItems: true, minItems: 1 },
    { anyOf: [{ type: 'string', minLength: 2 }, { const: null }, { enum: [1, 'a', [1]] }] },
    { not: { type: 'object', required: ['a'] } },
    { if: { type: 'number' }, then: { exclusiveMaximum: 5 }, else: { maxLength: 1 } },
    { properties: { a: { type: 'number' } }, patternProperties: { '^b': false }, propertyNames: { maxLength: 2 } },
    { dependencies: { a: ['b'], b: { properties: { a: { type: 'string' } } } }, maxProperties: 2 },
    { items: [{ type: 'number' }], additionalItems: { type: ['null', 'boolean'] } },
  ]
  for (const schema of schemas) {
    const ours = await codec('JSON', schema)
    const theirs = new Ajv({ strict: false, validateFormats: false }).compile(schema)
    const key = fc.constantFrom('a', 'b', 'c', 'bbb')
    const leaf = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constantFrom(null, true, 'a', 'ab', '', 1.5))
    const value = fc.oneof(
      leaf,
      fc.array(fc.oneof(leaf, fc.array(leaf, { maxLength: 2 })), { maxLength: 4 }),
      fc.dictionary(key, leaf),
    )
    fc.assert(
      fc.property(value, (one) => {
        const reason = reasonOf(() => ours.decode(Buffer.from(JSON.stringify(one)), 0))
        assert.equal(
          reason === 'nothing is wrong',
          theirs(JSON.parse(JSON.stringify(one))),
          `${reason} ${JSON.stringify(one)}`,
        )
      }),
      { numRuns: 300 },
    )
  }
})

test('random, changed and truncated contents are refused with their place, or read', async () => {
  const json = await codec('JSON', person)
  const [a, p] = [await avro(everything), await codec('PROTOBUF', proto, [line])]
  const order = {
    id: 5,
    numbers: [1, 2],
    lines: { 1: { n: 1 } },
    at: '2026-11-25T10:00:00Z',
    any: { a: [1] },
    price: '1.5',
  }
  const samples: [Codec, Uint8Array][] = [
    [a, a.encode(all)],
    [p, p.encode(order)],
    [json, json.encode({ id: 1, lines: [{ n: 1 }] })],
  ]
  for (const [{ decode }, whole] of samples) {
    const cut = fc.nat(whole.length - 1).map((length) => whole.slice(0, length))
    const changed = fc
      .array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
      .map((list) => {
        const bytes = whole.slice()
        for (const [at, byte] of list) bytes[at] = byte
        return bytes
      })
    let faults = 0
    fc.assert(
      fc.property(fc.oneof(cut, changed, fc.uint8Array({ maxLength: 300 })), (bytes) => {
        const reason = reasonOf(() => JSON.stringify(decode(bytes, 0)))
        if (reason === 'nothing is wrong') return
        faults++
        if (decode !== json.decode) assert.match(reason, /^Byte \d+[,:] /)
      }),
      { numRuns: 3_000 },
    )
    assert.ok(faults > 500, `${faults} were refused`)
  }
})

test('a few bytes do not become any number of values', async () => {
  const nulls = await avro({ type: 'array', items: 'null' })
  assert.match(
    reasonOf(() => nulls.decode(Uint8Array.of(0xfe, 0xff, 0xff, 0xff, 0x0f, 0), 0)),
    /more values than/,
  )
  const wide = await avro({ type: 'record', name: 'R', fields: [{ name: 'next', type: ['null', 'R'] }] })
  assert.match(
    reasonOf(() => wide.decode(new Uint8Array(5_000).fill(2), 0)),
    /nested more than 100 levels/,
  )
  const itself = await avro({ type: 'record', name: 'R', fields: [{ name: 'next', type: 'R' }] })
  assert.match(
    reasonOf(() => itself.decode(new Uint8Array(0), 0)),
    /nested more than 100 levels/,
  )
  const fields = Array.from({ length: 1_000 }, (_, i) => `int32 f${i} = ${i + 1};`).join(' ')
  const large = await codec('PROTOBUF', `syntax = "proto3"; message M { repeated N n = 1; } message N { ${fields} }`)
  const many = new Uint8Array(20_001).map((_, i) => (i === 0 ? 0 : i % 2 ? 0x0a : 0))
  assert.match(
    reasonOf(() => large.decode(many, 0)),
    /more values than/,
  )
})

test('names of a schema are only names', async () => {
  const ours = await avro({
    type: 'record',
    name: 'R',
    fields: [
      { name: '__proto__', type: 'int' },
      { name: 'constructor', type: 'int' },
    ],
  })
  const value = again(ours, JSON.parse('{"__proto__":1,"constructor":2}')) as object
  assert.equal(JSON.stringify(value), '{"__proto__":1,"constructor":2}')
  assert.equal(Object.getPrototypeOf(value), Object.prototype)
  assert.match(
    await refused('AVRO', { type: 'record', name: 'R', fields: [{ name: 'a;process.exit(1)', type: 'int' }] }),
    /wrong name/,
  )
  assert.match(
    await refused('PROTOBUF', 'syntax = "proto3"; message A { int32 x){process.exit(1)} = 1; }'),
    /cannot be read/,
  )
})

test('a schema that is too much is refused before anything is read by it', async () => {
  const deep = `${'{"type":"array","items":'.repeat(200)}"int"${'}'.repeat(200)}`
  assert.equal(await refused('AVRO', deep), 'The Avro schema is too large.')
  assert.match(await refused('AVRO', `${'['.repeat(100_000)}`), /is no JSON|nested too deep/)
  assert.equal(await refused('AVRO', { type: 'nonsense' }), 'The Avro schema has no type "nonsense".')
  const messages = `${'message A {'.repeat(5_000)}${'}'.repeat(5_000)}`
  assert.match(await refused('PROTOBUF', `syntax = "proto3"; ${messages}`), /cannot be read/)
  assert.match(await refused('PROTOBUF', 'syntax = "proto3"; import "x.proto"; message A {}'), /imports x.proto/)
  assert.match(await refused('PROTOBUF', 'syntax = "proto3"; message A { Missing m = 1; }'), /cannot be read/)
  assert.match(await refused('JSON', { unevaluatedProperties: false }), /uses unevaluatedProperties/)
  assert.match(await refused('JSON', { pattern: '(?=a)b' }), /not available/)
  assert.match(await refused('JSON', { pattern: '(a{1000}){1000}' }), /repeats too much/)
})

test('a schema cannot make its reader work for ever', async () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [`d${i}`, { allOf: [{ $ref: `#/d${i + 1}` }, { $ref: `#/d${i + 1}` }] }]),
  )
  const ways = await codec('JSON', { $ref: '#/d0', ...doubling, d60: { type: 'number' } })
  assert.match(
    reasonOf(() => ways.decode(Buffer.from('1'), 0)),
    /takes too long/,
  )
  const circle = await codec('JSON', { $ref: '#' })
  assert.match(
    reasonOf(() => circle.decode(Buffer.from('1'), 0)),
    /takes too long/,
  )
  const slow = await codec('JSON', { pattern: '^(a+)+$' })
  assert.match(
    reasonOf(() => slow.decode(Buffer.from(`"${'a'.repeat(5_000)}b"`), 0)),
    /does not keep to pattern/,
  )
  const record = (name: string, next: unknown) => ({ type: 'record', name, fields: [{ name: 'n', type: next }] })
  const tree = await avro(record('A', ['null', 'A', record('B', ['null', 'A', 'B'])]))
  let value: unknown = { n: 'no text' }
  for (let i = 0; i < 60; i++) value = { n: value }
  assert.match(
    reasonOf(() => tree.encode(value)),
    /too many ways/,
  )
})
