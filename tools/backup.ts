// `npm run backup -- FOLDER`: copies the whole installation of WEFT_HOME into a folder, whether it runs or not; docs/backup.md.
import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { backUp } from '@weft/engine/backup/back-up.server.ts'
import { databaseUrl } from '@weft/kit/database/prepare.server.ts'
import { isInUse } from '@weft/kit/database/in-use.server.ts'
import { startEmbedded } from '@weft/kit/database/embedded.server.ts'
import { environmentAtStart } from '@weft/kit/env/at-start.server.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { verifyKey } from '@weft/kit/secrets/key-check.server.ts'
import { keyFile, keyTexts, openKeyring } from '@weft/kit/secrets/keyring.server.ts'

const settings = environmentAtStart()
const {
  WEFT_HOME: home,
  WEFT_SECRET_KEY: key,
  WEFT_OTHER_SECRET_KEY: other,
  WEFT_BACKUP_PASSPHRASE: passphrase,
} = settings
await run().catch((error: unknown) => {
  console.error(messageOf(error))
  process.exitCode = 1
})

async function run() {
  const folder = process.argv[2]
  if (!folder) throw new Error('Please say where to: npm run backup -- FOLDER')
  if (settings.DATABASE_URL) return copy(folder, settings.DATABASE_URL)
  if (!existsSync(path.join(home, 'postgres', 'data'))) throw new Error(`There is no installation in ${home}.`)
  const cluster = await startEmbedded(path.join(home, 'postgres'))
  const control = databaseUrl(cluster.url, 'weft')
  const wasRunning = await withControl(control, isInUse)
  try {
    await copy(folder, control, cluster.url)
  } finally {
    if (!wasRunning) await cluster.stop()
  }
}

async function copy(folder: string, control: string, cluster?: string) {
  if (!key && !existsSync(keyFile(home)))
    throw new Error(`There is no key in ${home}. Please say in WEFT_HOME where the installation is.`)
  const keys = openKeyring(home)
  await withControl(control, (client) => verifyKey(client, keys))
  const texts = key ? [key, ...(other ? [other] : [])] : keyTexts(home)
  const manifest = await backUp({
    ...{ home, keys, control, cluster, folder: path.resolve(folder), say: console.log },
    lock: passphrase ? { texts, passphrase } : undefined,
  })
  const bytes = manifest.parts.reduce((sum, part) => sum + part.bytes, manifest.files.bytes)
  console.log(
    `\nThe backup in ${folder} is complete: ${manifest.files.count} files and all databases, ${megabytes(bytes)}, as of ${manifest.made_at}.`,
  )
  console.log(
    passphrase
      ? 'The key of the installation is in it, locked with the passphrase; without that it cannot be restored.'
      : `The key of the installation is not in it. Please keep ${key ? 'WEFT_SECRET_KEY' : keyFile(home)} elsewhere; without it the backup cannot be restored.`,
  )
  for (const one of manifest.missing) console.warn(`NOT IN THIS BACKUP: ${one}`)
}

function megabytes(bytes: number) {
  return `${Math.ceil(bytes / 1_000_000)} MB`
}

async function withControl<T>(control: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: control })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
