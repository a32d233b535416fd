import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import pg from 'pg'
import { testDatabase } from '../testing/database.ts'
import { verifyKey, writeKeyCheck, WrongKey } from './key-check.server.ts'
import { idOf, ringOf, ringOfBytes } from './keyring.server.ts'
import { encryptUnbound } from '../testing/unbound-secret.ts'

const database = await testDatabase()
const owner = new pg.Client({ connectionString: database.owner_url })
await owner.connect()
after(() => owner.end())
const [right, wrong] = [randomBytes(32), randomBytes(32)]
const addServer = (key: Buffer) =>
  owner
    .query('begin; alter table database_servers no force row level security; delete from database_servers')
    .then(() =>
      owner.query(
        "insert into database_servers (name, engine, host, port, username, password) values ('One', 'postgres', 'db.example', 5432, 'weft', $1)",
        [encryptUnbound(ringOfBytes(key), 'secret')],
      ),
    )
    .then(() => owner.query('alter table database_servers force row level security; commit'))

test('a database without a check value is recognised by its logins, and a machine with another key is refused', async () => {
  await owner.query("select set_config('weft.level', 'system', false)")
  await owner.query('delete from key_check')
  await owner.query("select set_config('weft.level', '', false)")
  await verifyKey(owner, ringOfBytes(wrong)) // nothing is sealed yet, so any key may begin
  await addServer(right)
  await verifyKey(owner, ringOfBytes(right))
  await assert.rejects(verifyKey(owner, ringOfBytes(wrong)), WrongKey)
})

test('with the check value written, another key is refused with a sentence saying what to do', async () => {
  await writeKeyCheck(owner, ringOfBytes(right))
  await verifyKey(owner, ringOfBytes(right))
  await assert.rejects(
    verifyKey(owner, ringOfBytes(wrong)),
    /This machine has another key .* Please give it the same WEFT_SECRET_KEY, or the same file WEFT_HOME\/secret\.key/,
  )
  await assert.rejects(writeKeyCheck(owner, ringOfBytes(wrong)), WrongKey)
})

test('whoever knows the old key beside a new one gets in, and derives the same logins and links as before', async () => {
  const keys = ringOf({ id: idOf(wrong), bytes: wrong }, { id: idOf(right), bytes: right })
  assert.deepEqual(keys.root, wrong)
  await verifyKey(owner, keys)
  assert.deepEqual(keys.root, right)
})
