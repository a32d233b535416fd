import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { sftpHostKey } from './host-key.server.ts'

const { db, key } = await testDatabase()
const [first, second] = [mkdtempSync(path.join(tmpdir(), 'weft-a-')), mkdtempSync(path.join(tmpdir(), 'weft-b-'))]
after(() => [first, second].forEach((home) => rmSync(home, { recursive: true })))

test('the key of the file it once lay in is taken over, sealed, and shown by machines that have no such file', async () => {
  const file = path.join(first, 'sftp_host_key')
  writeFileSync(file, 'the key of before')
  assert.equal(await sftpHostKey(db, key, first), 'the key of before')
  assert.equal(existsSync(file), false)
  assert.equal(await sftpHostKey(db, key, second), 'the key of before')
  const { sftp_host_key } = await inScope(db, systemScope, (trx) =>
    trx.selectFrom('installation').select('sftp_host_key').executeTakeFirstOrThrow(),
  )
  assert.equal(sftp_host_key!.includes('the key of before'), false)
})
