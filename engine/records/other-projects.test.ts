import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { refuseSystemAccess as refuseOnMaria } from './mysql/system-access.ts'
import { refuseSystemAccess as refuseOnPostgres } from './postgres/system-access.server.ts'

const space = fc.constantFrom('', ' ', '\n', '\t', '/* , */', '/**/ /* from own */', ' -- own\n')
const cased = (name: string) =>
  fc
    .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
    .map((upper) => Array.from(name, (letter, i) => (upper[i] ? letter.toUpperCase() : letter)).join(''))
/** The places a name of a table or of its type can stand at. */
const around = fc.constantFrom<[string, string]>(
  ['select * from ', ''],
  ['table ', ''],
  ['select 1 from own, ', ' x where true'],
  ['select * from own o join ', ' x on true'],
  ['with a as (select * from ', ') select * from a'],
  ['select 1 where exists (select 1 from ', ')'],
  ['select (select count(*) from ', ')'],
  ['select 1 union all select 1 from ', ''],
  ["select 'own', 1 from ", " where 'x' = 'y'"],
)
const onlyOnPostgres = fc.constantFrom<[string, string]>(
  ['select (null::', ').*'],
  ['select cast(null as ', ')'],
  ['select array[]::', '[]'],
  ['select * from json_populate_record(null::', ", '{}')"],
  ["select * from json_to_recordset('[]') as x(a ", ')'],
  ['select * from only ', ''],
  ['select * from own, lateral (select * from ', ') y'],
)

test('PostgreSQL: however the table of another project is spelt and wherever it stands, it is refused', async () => {
  const other = 'p_0123456789abcdef0123456789abcdef'
  const escaped = `U&"${other.replace('p', '\\0070')}"`
  const schema = fc.oneof(fc.constantFrom(`"${other}"`, escaped, `u&"${other}"`), cased(other))
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(around, onlyOnPostgres),
      schema,
      space,
      space,
      fc.constantFrom('secret', '"secret"', 'U&"secret"'),
      async ([before, behind], name, left, right, table) => {
        const text = `${before}${name}${left}.${right}${table}${behind}`
        await assert.rejects(refuseOnPostgres({ text, placeOf: (at) => at }, { sql: text, own: 'p_own' }), {
          code: 'QUERY_OTHER_PROJECT',
        })
      },
    ),
    { numRuns: 2_000 },
  )
  for (const text of ['select * from p_own.orders', 'select pg_catalog.lower(a) from orders', 'select public.f(1)'])
    await refuseOnPostgres({ text, placeOf: (at) => at }, { sql: text, own: 'p_own' })
})

test('MariaDB: however the table of another project is spelt and wherever it stands, it is refused', () => {
  const own = { database: 'weft_a_p_1111', siblings: 'weft_a_p_' }
  const other = 'weft_a_p_2222'
  const database = fc.oneof(fc.constantFrom(`"${other}"`, `\`${other}\``, `\`wéft_a_p_2222\``), cased(other))
  fc.assert(
    fc.property(
      around,
      database,
      space,
      space,
      fc.constantFrom('secret', '`secret`', '"secret"'),
      ([before, behind], name, left, right, table) => {
        assert.throws(() => refuseOnMaria(`${before}${name}${left}.${right}${table}${behind}`, own), {
          code: 'QUERY_OTHER_PROJECT',
        })
      },
    ),
    { numRuns: 5_000 },
  )
  for (const text of ['select * from weft_a_p_1111.orders', "select 'weft_a_p_2222.secret' from orders"])
    refuseOnMaria(text, own)
})
