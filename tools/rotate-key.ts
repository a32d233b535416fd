// `npm run rotate-key`: a new key, and every secret encrypted with it. Weft must be stopped. With WEFT_SECRET_KEY the new one comes in WEFT_NEW_SECRET_KEY.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { startEmbedded } from '@weft/kit/database/embedded.server.ts'
import { databaseUrl } from '@weft/kit/database/prepare.server.ts'
import { environmentAtStart } from '@weft/kit/env/at-start.server.ts'
import { rotateSecrets } from '@weft/kit/secrets/rotate.server.ts'
import { decrypt, keyFile, keyOf, newKeyText, nextKeyFile } from '@weft/kit/secrets/secrets.server.ts'

const { WEFT_HOME: home, WEFT_SECRET_KEY: given, DATABASE_URL: url } = environmentAtStart()
const wished = process.env['WEFT_NEW_SECRET_KEY']

const [old, next] = keys()
const embedded = url ? undefined : await startEmbedded(path.join(home, 'postgres'))
const client = new pg.Client({ connectionString: url ?? databaseUrl(embedded!.url, 'weft') })
await client.connect()
let isRunning = false
try {
  await refuseWhileRunning()
  const rotated = await rotateSecrets(client, old, next)
  // Interrupted after the transaction, a second run finds nothing the old key opens and only puts the file in place.
  if (!given) renameSync(nextKeyFile(home), keyFile(home))
  for (const { table, column, secrets } of rotated) console.log(`${table}.${column}: ${secrets}`)
  console.log(`${rotated.reduce((sum, { secrets }) => sum + secrets, 0)} secrets are encrypted with the new key.${given ? ' Start Weft with WEFT_SECRET_KEY set to it.' : ''}`)
} catch (error) {
  if (!given && !(await isUnderWay())) rmSync(nextKeyFile(home), { force: true })
  throw error
} finally {
  await client.end()
  if (!isRunning) await embedded?.stop()
}

function keys(): [Buffer, Buffer] {
  if (given) {
    if (!wished || wished.length < 16) throw new Error('Please give the new key in WEFT_NEW_SECRET_KEY, at least 16 characters.')
    return [keyOf(given), keyOf(wished)]
  }
  if (!existsSync(keyFile(home))) throw new Error(`There is no key in ${home} yet.`)
  if (!existsSync(nextKeyFile(home))) writeFileSync(nextKeyFile(home), newKeyText(), { mode: 0o600, flag: 'wx' })
  return [keyOf(readFileSync(keyFile(home), 'utf8')), keyOf(readFileSync(nextKeyFile(home), 'utf8'))]
}

/** Servers and workers hold the old key in memory and would write secrets with it. */
async function refuseWhileRunning() {
  const { rows } = await client.query<{ application_name: string }>("select distinct application_name from pg_stat_activity where datname = current_database() and starts_with(usename, 'weft_app')")
  isRunning = rows.length > 0
  if (isRunning) throw new Error('Weft is running. Please stop it first.')
}

/** Whether some secret is with the new key already, after which the file with it must be kept. */
async function isUnderWay(): Promise<boolean> {
  const { rows } = await client.query<{ password: Buffer | null }>('select password from database_servers').catch(() => ({ rows: [] }))
  return rows.some(({ password }) => {
    try {
      return password !== null && decrypt(next, password) !== undefined
    } catch {
      return false
    }
  })
}
