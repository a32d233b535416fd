import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TableQuery, TableWriteMode } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { survivesHostileServers } from '@weft/kit/testing/hostile-server.ts'
import { localCertificate } from '@weft/kit/testing/local-certificate.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { tablesAsDeclared } from '@weft/kit/testing/as-declared.ts'
import { ldap } from './ldap.ts'
import { ldapBody } from './ldap.server.ts'
import { ldapCounterpart } from './testing/counterpart.ts'

const found = await ldapCounterpart()
const skip = typeof found === 'string' ? found : false
const here = found as Exclude<typeof found, string>
const table = 'inetOrgPerson'
const of = (uid: string) => `uid=${uid},${here.base}`
type Session = Awaited<ReturnType<typeof here.open>>
const read = async (session: Session, query: Partial<TableQuery> = {}) =>
  (await Array.fromAsync(session.read({ table, ...query }))).flatMap(({ records }) => records)
async function write(session: Session, mode: TableWriteMode, records: DataRecord[], into = table) {
  const writer = await session.write!({ table: into, mode })
  return writer.write(records)
}
const uids = (records: DataRecord[]) => records.flatMap(({ uid }) => uid as string[]).toSorted()

test('a directory is tried step by step, plain and encrypted', { skip }, async () => {
  const { settings, tls_port } = here
  let told: string[] = []
  const check = (over: object) => {
    told = []
    return ldapBody.check({ ...settings, ...over }, localReach, (step, detail) =>
      told.push(`${step}: ${typeof detail === 'string' ? detail : detail ? say(detail, 'en') : ''}`),
    )
  }
  const steps = (port: number, line: string) => [
    `host: 127.0.0.1:${port}`,
    `connection: ${line}`,
    `sign_in: ${settings.user}`,
    `sample: ${here.base}`,
  ]
  const trusted = { ca: localCertificate.cert }
  const encrypted = 'TLS 1.3, certificate valid until 2126-11-01'
  await check({})
  assert.deepEqual(told, steps(settings.port, 'Not encrypted'))
  await check({ ...trusted, encryption: 'starttls' })
  assert.deepEqual(told, steps(settings.port, encrypted))
  await check({ ...trusted, encryption: 'tls', port: tls_port })
  assert.deepEqual(told, steps(tls_port, encrypted))
  await assert.rejects(check({ password: 'wrong' }), { code: 'CONNECTION_DENIED', status: 422 })
  await assert.rejects(check({ encryption: 'starttls' }), { message: /signed by nobody known here/ })
  await assert.rejects(check({ ...trusted, encryption: 'tls', port: tls_port, host: 'ldap.example' }), {
    message: /for another host/,
  })
  await assert.rejects(check({ base: 'dc=nowhere' }), { code: 'STATEMENT_REFUSED' })
  await assert.rejects(check({ port: 1 }), { code: 'CONNECTION_FAILED', message: /ECONNREFUSED/ })
})

test('object classes are tables with the attributes of their ancestors', { skip }, async () => {
  const session = await here.open()
  tablesAsDeclared(ldap, session)
  const tables = (await session.discover()).map(({ name }) => name)
  assert.ok(tables.includes('inetOrgPerson') && tables.includes('groupOfNames') && !tables.includes('top'))
  const { key, cursors, fields } = await session.describe('INETORGPERSON')
  assert.deepEqual([key, cursors], [['dn'], ['modifyTimestamp', 'createTimestamp']])
  const field = (name: string) => fields.find((one) => one.name === name)
  assert.deepEqual(
    ['dn', 'sn', 'mail', 'displayName', 'jpegPhoto', 'modifyTimestamp'].map((name) => [
      name,
      field(name)!.type,
      field(name)!.nullable,
    ]),
    [
      ['dn', 'long_text', false],
      ['sn', 'list', false],
      ['mail', 'list', true],
      ['displayName', 'long_text', true],
      ['jpegPhoto', 'list', true],
      ['modifyTimestamp', 'date_time', true],
    ],
  )
  const posix = await session.describe('posixAccount')
  assert.equal(posix.fields.find(({ name }) => name === 'uidNumber')!.type, 'big_integer')
  await assert.rejects(session.describe('unicorn'), { code: 'TABLE_MISSING', status: 404 })
  await session.close()
})

test('entries are written in every mode and read back exactly as they are', { skip }, async () => {
  const session = await here.open()
  const anna = {
    dn: of('anna'),
    uid: ['anna'],
    cn: ['Anna Ä', 'Änne'],
    sn: ['Größe * ( ) \\ x'],
    displayName: 'Anna',
    mail: ['a@example.com', 'b@example.com'],
    jpegPhoto: ['AP8NCg=='],
  }
  const bob = { dn: of('bob'), uid: ['bob'], cn: ['Bob'], sn: ['B'] }
  assert.deepEqual(await write(session, 'insert', [anna, bob]), { written: [anna, bob], rejected: [] })
  const fields = Object.keys(anna)
  assert.deepEqual(await read(session, { fields, filter: [{ field: 'uid', operator: 'equals', value: 'anna' }] }), [
    anna,
  ])
  const nothing = { displayName: null, mail: null, jpegPhoto: null }
  assert.deepEqual(await read(session, { fields, filter: [{ field: 'uid', operator: 'equals', value: 'bob' }] }), [
    { ...bob, ...nothing },
  ])
  await write(session, 'update', [{ dn: of('anna'), mail: ['c@example.com'], jpegPhoto: null, displayName: null }])
  const [now] = await session.lookup!({
    table,
    keys: [{ dn: of('anna') }],
    fields: ['mail', 'jpegPhoto', 'displayName', 'cn'],
  })
  assert.deepEqual(now, { mail: ['c@example.com'], jpegPhoto: null, displayName: null, cn: ['Anna Ä', 'Änne'] })
  const carl = { dn: of('carl'), uid: ['carl'], cn: ['Carl'], sn: ['C'] }
  assert.deepEqual((await write(session, 'upsert', [carl, { ...bob, sn: ['Bee'] }])).rejected, [])
  assert.deepEqual(uids(await read(session)), ['anna', 'bob', 'carl'])
  assert.deepEqual(
    await read(session, { fields: ['sn'], filter: [{ field: 'dn', operator: 'equals', value: of('bob') }] }),
    [{ sn: ['Bee'] }],
  )
  const refused = await write(session, 'insert', [
    carl,
    { dn: of('dora'), uid: ['dora'], cn: ['Dora'] },
    { ...carl, dn: '' },
    { dn: of('x'), wings: 2 },
  ])
  assert.deepEqual(refused.written, [])
  assert.deepEqual(
    refused.rejected.map(({ reason }) => say(reason, 'en')),
    [
      'an entry with this dn is already there',
      "object class 'inetOrgPerson' requires attribute 'sn'",
      'The record has no dn.',
      'The object class inetOrgPerson has no attribute wings that can be written.',
    ],
  )
  const gone = await write(session, 'update', [{ dn: of('nobody'), sn: ['x'] }])
  assert.deepEqual(
    gone.rejected.map(({ reason }) => say(reason, 'de')),
    ['Es gibt keinen Eintrag mit diesem dn.'],
  )
  assert.deepEqual((await write(session, 'delete', [{ dn: of('carl') }, { dn: of('nobody') }])).rejected, [])
  assert.deepEqual(uids(await read(session)), ['anna', 'bob'])
  await session.close()
})

test('conditions are asked of the directory, and no value becomes a filter', { skip }, async () => {
  const session = await here.open()
  const by = async (field: string, operator: never, value?: unknown) =>
    uids(await read(session, { filter: [{ field, operator, value }] }))
  const cases: [string, string, unknown, string[]][] = [
    ['sn', 'equals', 'Größe * ( ) \\ x', ['anna']],
    ['sn', 'equals', '*', []],
    ['uid', 'equals', 'anna)(uid=*', []],
    ['sn', 'contains', '* ( )', ['anna']],
    ['cn', 'starts_with', 'Än', ['anna']],
    ['cn', 'ends_with', 'ob', ['bob']],
    ['uid', 'in', 'anna, bob, nobody', ['anna', 'bob']],
    ['uid', 'not_equals', 'anna', ['bob']],
    ['mail', 'empty', undefined, ['bob']],
    ['mail', 'not_empty', undefined, ['anna']],
  ]
  for (const [field, operator, value, expected] of cases)
    assert.deepEqual(await by(field, operator as never, value), expected, `${field} ${operator} ${value}`)
  await assert.rejects(read(session, { filter: [{ field: 'x)(y', operator: 'empty' }] }), { code: 'INVALID' })
  await assert.rejects(read(session, { order: 'uid' }), { code: 'ORDER_UNKNOWN' })
  await session.close()
})

test('a large class is read page by page, up to a limit, and by what has changed', { skip }, async () => {
  const session = await here.open()
  const people = Array.from({ length: 1_200 }, (_, i) => ({
    dn: of(`p${i}`),
    uid: [`p${i}`],
    cn: [`P ${i}`],
    sn: ['P'],
  }))
  assert.deepEqual((await write(session, 'insert', people)).rejected, [])
  const isP = [{ field: 'sn', operator: 'equals' as const, value: 'P' }]
  const batches = await Array.fromAsync(session.read({ table, fields: ['uid'], filter: isP }))
  assert.deepEqual(
    batches.map(({ records, cursor }) => [records.length, cursor]),
    [
      [500, undefined],
      [500, undefined],
      [200, undefined],
    ],
  )
  assert.equal((await read(session, { fields: ['dn'], filter: isP, limit: 700 })).length, 700)
  const until = await session.latest!(table, 'modifyTimestamp')
  assert.match(String(until), /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  await new Promise((done) => setTimeout(done, 1_100)) // the directory counts in seconds
  await write(session, 'update', [{ dn: of('p7'), sn: ['Changed'] }])
  const changed = { field: 'modifyTimestamp', from: until, until: await session.latest!(table, 'modifyTimestamp') }
  const again = await read(session, {
    fields: ['uid', 'sn'],
    filter: [{ field: 'sn', operator: 'equals', value: 'Changed' }],
    changed,
  })
  assert.deepEqual(again, [{ uid: ['p7'], sn: ['Changed'] }])
  const before = { ...changed, from: null, until }
  assert.deepEqual(
    uids(
      await read(session, {
        fields: ['uid'],
        changed: before,
        filter: [{ field: 'uid', operator: 'equals', value: 'p7' }],
      }),
    ),
    [],
  )
  await session.close()
})

test('a directory that says anything and hangs up is told as an error', async () => {
  const settings = ldap.settings.parse({ host: 'localhost', base: 'dc=x', encryption: 'none' })
  await survivesHostileServers({
    greeting: Uint8Array.from([0x30, 0x0c, 0x02, 0x01, 0x01, 0x61, 0x07, 0x0a, 0x01, 0x00, 0x04, 0x00, 0x04, 0x00]),
    use: async (port) => {
      const session = await ldapBody.open!({ ...settings, port }, localReach)
      try {
        await session.discover()
      } finally {
        await session.close()
      }
    },
  })
})

test('a directory that goes away is told', { skip }, async () => {
  const session = await here.open()
  await session.describe(table)
  await here.server.stop('SIGKILL')
  await assert.rejects(read(session), { code: 'CONNECTION_FAILED', status: 503 })
  await session.close()
  await assert.rejects(here.open(), { status: 503 })
})
