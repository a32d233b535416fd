// `npm run rotate-key`: a new key, and every secret sealed anew with it while servers run; `-- --remove-old` takes the old key out of
// the file afterwards. With keys in the environment, WEFT_SECRET_KEY is the new one and WEFT_OTHER_SECRET_KEY the old one.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { openDatabase, openPool } from '@weft/kit/database/connect.server.ts'
import { startEmbedded } from '@weft/kit/database/embedded.server.ts'
import { isInUse } from '@weft/kit/database/in-use.server.ts'
import { appPassword, appUrl } from '@weft/kit/database/migrate.server.ts'
import { databaseUrl } from '@weft/kit/database/prepare.server.ts'
import { environmentAtStart } from '@weft/kit/env/at-start.server.ts'
import { verifyKey } from '@weft/kit/secrets/key-check.server.ts'
import {
  keyFile,
  keyTexts,
  newKeyText,
  openKeyring,
  writeKeyTexts,
  type Keyring,
} from '@weft/kit/secrets/keyring.server.ts'
import { resealAll } from '@weft/kit/secrets/reseal.server.ts'

const { WEFT_HOME: home, WEFT_SECRET_KEY: given, DATABASE_URL: url } = environmentAtStart()
const removing = process.argv.includes('--remove-old')

if (!given && !existsSync(keyFile(home))) throw new Error(`There is no key in ${home} yet.`)
const embedded = url ? undefined : await startEmbedded(path.join(home, 'postgres'))
const owner = new pg.Client({ connectionString: url ?? databaseUrl(embedded!.url, 'weft') })
await owner.connect()
const isRunning = await isInUse(owner)
try {
  const keys = openKeyring(home)
  await verifyKey(owner, keys)
  if (!given) takeUpInterrupted()
  if (!given && !removing && keys.all().length === 1) {
    writeKeyTexts(home, [newKeyText(), ...keyTexts(home)])
    console.log(
      `The new key ${keys.current().id} lies in ${keyFile(home)}, before the old one. Servers that run use it from now on.`,
    )
  }
  if (await seal(keys)) sayWhatNext(keys)
  else process.exitCode = 1
} finally {
  await owner.end()
  if (!isRunning) await embedded?.stop()
}

/** Answers whether everything is sealed with the current key now. */
async function seal(keys: Keyring): Promise<boolean> {
  const pool = openPool(appUrl(url ?? databaseUrl(embedded!.url, 'weft'), appPassword(keys.root)), {
    max: 2,
    application: 'weft rotate-key',
  })
  const found = await resealAll(openDatabase(pool), keys).finally(() => pool.end())
  for (const { table, column, turned, closed } of found) {
    if (turned > 0) console.log(`${table}.${column}: ${turned}`)
    if (closed > 0)
      console.error(
        `${table}.${column}: ${closed} open with none of the keys. Please put the key back they were sealed with, or type them in again.`,
      )
  }
  console.log(
    `${found.reduce((sum, { turned }) => sum + turned, 0)} secrets were sealed with the key ${keys.current().id}.`,
  )
  return found.every(({ closed }) => closed === 0)
}

function sayWhatNext(keys: Keyring) {
  const [, ...old] = keys.all()
  if (old.length === 0)
    return console.log(
      given
        ? 'Every secret is sealed with WEFT_SECRET_KEY. For another key, put it there and this one into WEFT_OTHER_SECRET_KEY.'
        : 'No other key is kept.',
    )
  const names = old.map(({ id }) => id).join(', ')
  if (given)
    return console.log(
      `No secret needs the old key ${names} any more: WEFT_OTHER_SECRET_KEY can go once every server runs with the new one.`,
    )
  if (!removing)
    return console.log(
      `No secret needs the old key ${names} any more. Once no backup needs it either: npm run rotate-key -- --remove-old`,
    )
  writeKeyTexts(home, keyTexts(home).slice(0, 1))
  console.log(`The old key ${names} is out of the file. Backups from before still need it.`)
}

/** A change that an older version was interrupted in: its next key becomes one of the keys of the file. */
function takeUpInterrupted() {
  const next = `${keyFile(home)}.next`
  if (!existsSync(next)) return
  writeKeyTexts(home, [...new Set([readFileSync(next, 'utf8').trim(), ...keyTexts(home)])])
  rmSync(next)
}
