import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { execute } from '@weft/kit/database/prepare.server.ts'
import { StartRefused } from '@weft/kit/errors/start-refused.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { agreeOnPlace } from './agree-on-place.server.ts'
import type { FileStore } from './file-store.ts'
import { folderFileStore } from './folder-file-store.server.ts'

const { db, owner_url } = await testDatabase()
const homes = [1, 2, 3].map(() => mkdtempSync(path.join(tmpdir(), 'weft-place-')))
after(() => homes.forEach((home) => rmSync(home, { recursive: true, force: true })))
const [shared, empty, neighbours] = homes as [string, string, string]
const row = () =>
  inScope(db, systemScope, (trx) => trx.selectFrom('installation').selectAll().executeTakeFirstOrThrow())
const refused = (store: FileStore) =>
  agreeOnPlace(db, store, { marked: true }).then(
    () => 'started',
    (error: unknown) => (error instanceof StartRefused ? error.message : error),
  )
/** The same folder, as if it were a bucket. */
const aBucket = (home: string): FileStore => ({ ...folderFileStore(home), address: 's3://files/weft' })

test('the first machine puts the mark of the installation there, and the others find it', async () => {
  const { id, files } = await row()
  assert.equal(files, null)
  await Promise.all([1, 2, 3].map(() => agreeOnPlace(db, folderFileStore(shared), { marked: true })))
  assert.equal(readFileSync(path.join(shared, 'installation'), 'utf8'), `${id}\n`)
  assert.equal((await row()).files, 'folder')
})

test('a machine whose folder is another one, or another installation’s, or a bucket does not start', async () => {
  const { id } = await row()
  writeFileSync(path.join(neighbours, 'installation'), 'somebody else\n')
  assert.equal(
    await refused(folderFileStore(empty)),
    `There is no mark of this installation in the folder WEFT_HOME, so this machine does not start: the folder that the machines share may not be mounted here, or WEFT_HOME names another one. If it is the right place, put a file called installation there that says ${id}. Nothing was changed.`,
  )
  assert.equal(
    await refused(folderFileStore(neighbours)),
    `In the folder WEFT_HOME another installation keeps its files (its mark says somebody else, this installation is ${id}), so this machine does not start. Please give another folder in WEFT_HOME. Nothing was changed.`,
  )
  assert.equal(
    await refused(aBucket(shared)),
    'This installation keeps its files in the folder WEFT_HOME, but this machine would keep them in s3://files/weft, so it does not start: it would not find what the others have. Please start it without WEFT_FILES, with the WEFT_HOME that all machines share. How all files are moved elsewhere is said in docs/operations/scale-out.md. Nothing was changed.',
  )
  assert.equal(await refused(folderFileStore(shared)), 'started')
})

test('the owner of the database may say that files have been moved', async () => {
  await execute(owner_url, 'update installation set files = null')
  assert.equal(await refused(aBucket(shared)), 'started')
  await execute(owner_url, 'update installation set files = null')
  assert.equal(await refused(folderFileStore(shared)), 'started')
})

test('a new installation takes no bucket that is another one’s', async () => {
  const other = await testDatabase()
  await inScope(other.db, systemScope, (trx) =>
    trx.updateTable('installation').set({ id: crypto.randomUUID() }).execute(),
  )
  await assert.rejects(agreeOnPlace(other.db, aBucket(neighbours), { marked: true }), /give another bucket or prefix/)
  await agreeOnPlace(other.db, aBucket(empty), { marked: true })
  await assert.rejects(
    agreeOnPlace(other.db, folderFileStore(shared), { marked: true }),
    /Please start it with WEFT_FILES=s3:\/\/files\/weft\./,
  )
})

test('where database and files are in one folder nothing marks it', async () => {
  const alone = await testDatabase()
  const home = mkdtempSync(path.join(tmpdir(), 'weft-place-'))
  await agreeOnPlace(alone.db, folderFileStore(home), { marked: false })
  await agreeOnPlace(alone.db, folderFileStore(home), { marked: false })
  assert.equal(await folderFileStore(home).mark.read(), undefined)
  rmSync(home, { recursive: true })
})
