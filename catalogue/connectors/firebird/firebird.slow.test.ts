import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { localReach } from '@weft/kit/testing/reach.ts'
import { linesFail } from '@weft/kit/testing/lines-fail.ts'
import { firebirdBody } from './firebird.server.ts'
import { firebirdServer, ownerOf, settingsOf } from './testing/counterpart.ts'

const server = await firebirdServer()
if (typeof server === 'string') test('firebird', { skip: server }, () => undefined)
else {
  const run = await ownerOf(server)
  const session = await firebirdBody.open!(settingsOf(server), localReach)
  after(() => session.close())

  test('types of this database arrive, and are written, as they are', async () => {
    await run(`create domain money as numeric(9, 2) not null`)
    await run(`create table kinds (id smallint primary key, price money, tiny numeric(4, 3), single float, clock time, code char(3),
      old varchar(20) character set win1252, note blob sub_type text character set win1252, raw varchar(4) character set octets, double_price computed by (price * 2))`)
    await run(`insert into kinds (id, price, tiny, single, clock, code, old, note, raw)
      values (1, -0.05, -1.5, 0.5, '23:59:59.9999', 'ab', 'Größe', '100 € für Öl', x'00ff')`)
    const { fields } = await session.describe('KINDS')
    assert.deepEqual(
      fields.map(({ name, type, native, nullable, generated }) => [name, type, native, nullable, generated ?? null]),
      [
        ['ID', 'integer', 'smallint', false, null],
        ['PRICE', 'decimal', 'numeric(9,2)', false, null],
        ['TINY', 'decimal', 'numeric(4,3)', true, null],
        ['SINGLE', 'decimal', 'float', true, null],
        ['CLOCK', 'time', 'time', true, null],
        ['CODE', 'text', 'char(3)', true, null],
        ['OLD', 'text', 'varchar(20)', true, null],
        ['NOTE', 'long_text', 'blob sub_type text', true, null],
        ['RAW', 'long_text', 'varchar(4) character set octets', true, null],
        ['DOUBLE_PRICE', 'decimal', 'numeric(18,2)', true, 'always'],
      ],
    )
    const [batch] = await Array.fromAsync(session.read({ table: 'KINDS' }))
    const one = {
      ID: 1,
      PRICE: '-0.05',
      TINY: '-1.500',
      SINGLE: '0.5',
      CLOCK: '23:59:59.9999',
      CODE: 'ab ',
      OLD: 'Größe',
      NOTE: '100 € für Öl',
      RAW: 'AP8=',
      DOUBLE_PRICE: '-0.10',
    }
    assert.deepEqual(batch!.records, [one])
    const { DOUBLE_PRICE, ...two } = { ...one, ID: 2 }
    const writer = await session.write!({ table: 'KINDS', mode: 'upsert' })
    assert.deepEqual((await writer.write([two])).rejected, [])
    assert.deepEqual(await session.lookup!({ table: 'KINDS', keys: [{ ID: 2 }] }), [{ ...two, DOUBLE_PRICE }])
    const { rejected } = await writer.write([{ ID: 3, PRICE: '1', CLOCK: '12:00:00.00001' }])
    assert.equal(rejected.length, 1)
  })

  test('a text longer than a part of it is sent and read whole, and so are bytes', async () => {
    await run('create table files (id int primary key, words blob sub_type text, bytes blob)')
    const record = { ID: 1, WORDS: 'Ä€😀'.repeat(40_000), BYTES: Buffer.alloc(200_000, 'weft').toString('base64') }
    const writer = await session.write!({ table: 'FILES', mode: 'insert' })
    assert.deepEqual((await writer.write([record])).rejected, [])
    const [batch] = await Array.fromAsync(session.read({ table: 'FILES' }))
    assert.deepEqual(batch!.records, [record])
  })

  test('a check tells each step, and who is not let in is told so', async () => {
    const steps: string[] = []
    await firebirdBody.check(settingsOf(server), localReach, (step) => steps.push(step))
    assert.deepEqual(steps, ['host', 'connection', 'sign_in', 'version', 'rights'])
    const denied = { code: 'CONNECTION_DENIED' }
    await assert.rejects(firebirdBody.open!({ ...settingsOf(server), password: 'wrong' }, localReach), denied)
    const missing = { ...settingsOf(server), database: '/srv/nothing.fdb' }
    await assert.rejects(firebirdBody.open!(missing, localReach), { code: 'CONNECTION_FAILED' })
  })

  test('a server that goes away while it is read is told, and is read again when it is back', async () => {
    const line = await firebirdBody.open!(settingsOf(server), localReach)
    await server.stop('SIGKILL')
    await assert.rejects(Array.fromAsync(line.read({ table: 'KINDS' })), { code: 'CONNECTION_FAILED' })
    await line.close()
    await server.start()
    const again = await firebirdBody.open!(settingsOf(server), localReach)
    assert.equal((await again.lookup!({ table: 'KINDS', keys: [{ ID: 1 }] })).length, 1)
    await again.close()
  })
}

linesFail('firebird', {
  body: firebirdBody,
  settings: (port) => settingsOf({ host: '127.0.0.1', port }),
})
