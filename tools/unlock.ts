// `npm run unlock -- EMAIL`: unlocks an account and says a link that sets a new password once, whether Weft is running or not.
import path from 'node:path'
import pg from 'pg'
import { openDatabase, openPool } from '@weft/kit/database/connect.server.ts'
import { startEmbedded } from '@weft/kit/database/embedded.server.ts'
import { isInUse } from '@weft/kit/database/in-use.server.ts'
import { appPassword, appUrl } from '@weft/kit/database/migrate.server.ts'
import { databaseUrl } from '@weft/kit/database/prepare.server.ts'
import { environmentAtStart } from '@weft/kit/env/at-start.server.ts'
import { openKeyring } from '@weft/kit/secrets/keyring.server.ts'
import { unlockAccount } from '@weft/server/auth/unlock.ts'

const { WEFT_HOME: home, DATABASE_URL } = environmentAtStart()
const email = process.argv[2]?.trim()
if (!email) {
  console.error('Please say whom to unlock: npm run unlock -- EMAIL')
  process.exit(1)
}

const embedded = DATABASE_URL ? undefined : await startEmbedded(path.join(home, 'postgres'))
const owner = DATABASE_URL ?? databaseUrl(embedded!.url, 'weft')
const wasRunning = await isRunning()
const pool = openPool(appUrl(owner, appPassword(openKeyring(home).root)), { max: 1, application: 'weft unlock' })
try {
  const unlocked = await unlockAccount(openDatabase(pool), email)
  if (!unlocked) console.log(`Nobody has the address ${email}.`)
  else if (!unlocked.link)
    console.log(`${unlocked.email} is unlocked, but deactivated: an administrator has to activate the account.`)
  else
    console.log(
      `${unlocked.email} is unlocked. This link sets a new password, once and within an hour:\n${unlocked.link}`,
    )
  process.exitCode = unlocked ? 0 : 1
} finally {
  await pool.end()
  if (!wasRunning) await embedded?.stop()
}

async function isRunning(): Promise<boolean> {
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  try {
    return await isInUse(client)
  } finally {
    await client.end()
  }
}
