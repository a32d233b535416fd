// `npm run move-files -- s3://bucket/prefix` or `-- folder`: copies all files of an installation that is stopped to another place, where its
// machines keep them from then on. The settings say where they lie so far; docs/operations/scale-out.md.
import path from 'node:path'
import pg from 'pg'
import { moveFiles } from '@weft/engine/file-store/move-files.server.ts'
import { openFileStore } from '@weft/engine/file-store/open-file-store.server.ts'
import { folderAddress } from '@weft/engine/file-store/folder-file-store.server.ts'
import { openDatabase, openPool } from '@weft/kit/database/connect.server.ts'
import { startEmbedded } from '@weft/kit/database/embedded.server.ts'
import { isInUse } from '@weft/kit/database/in-use.server.ts'
import { appPassword, appUrl } from '@weft/kit/database/migrate.server.ts'
import { databaseUrl } from '@weft/kit/database/prepare.server.ts'
import { environmentAtStart } from '@weft/kit/env/at-start.server.ts'
import { readEnvironment } from '@weft/kit/env/environment.server.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { verifyKey } from '@weft/kit/secrets/key-check.server.ts'
import { openKeyring } from '@weft/kit/secrets/keyring.server.ts'

const settings = environmentAtStart()
const { WEFT_HOME: home, DATABASE_URL } = settings
await run().catch((error: unknown) => {
  console.error(messageOf(error))
  process.exitCode = 1
})

async function run() {
  const where = process.argv[2]
  if (!where) throw new Error('Please say where to: npm run move-files -- s3://bucket/prefix, or -- folder')
  const { WEFT_FILES } = readEnvironment({ WEFT_FILES: where === folderAddress ? '' : where })
  const embedded = DATABASE_URL ? undefined : await startEmbedded(path.join(home, 'postgres'))
  const owner = DATABASE_URL ?? databaseUrl(embedded!.url, 'weft')
  let isRunning = false
  try {
    const keys = openKeyring(home)
    const client = new pg.Client({ connectionString: owner })
    await client.connect()
    try {
      isRunning = await isInUse(client)
      if (isRunning) throw new Error('Weft is running on this database. Please stop every machine first.')
      await verifyKey(client, keys)
    } finally {
      await client.end()
    }
    const [from, to] = [openFileStore(settings), openFileStore({ ...settings, WEFT_FILES })]
    const pool = openPool(appUrl(owner, appPassword(keys.root)), { max: 1, application: 'weft move files' })
    try {
      const { files, bytes } = await moveFiles(openDatabase(pool), from, to)
      console.log(
        `${files} files of ${Math.ceil(bytes / 1_000_000)} MB lie in ${to.address} now. Please start every machine ${WEFT_FILES ? `with WEFT_FILES=${to.address}` : 'without WEFT_FILES'}. ` +
          `What lies in ${from.address === folderAddress ? `${home} below storage and jobs` : from.address} is not used any more; remove it once all is well.`,
      )
    } finally {
      await pool.end()
      await Promise.all([from.close(), to.close()])
    }
  } finally {
    if (!isRunning) await embedded?.stop()
  }
}
