// `npm run backup -- FOLDER`: copies the whole installation of WEFT_HOME into a folder, whether it runs or not; docs/backup.md.
import path from 'node:path'
import { backUp } from '@weft/engine/backup/back-up.server.ts'
import { environmentAtStart } from '@weft/kit/env/at-start.server.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { keyFile, keyTexts } from '@weft/kit/secrets/keyring.server.ts'
import { withInstallation, type Installation } from './installation.ts'

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
  if (settings.WEFT_FILES)
    throw new Error(
      `Files lie in ${settings.WEFT_FILES} (WEFT_FILES), which this command does not copy. docs/operations/scale-out.md says how such an installation is backed up.`,
    )
  await withInstallation(settings, (installation) => copy(folder, installation))
}

async function copy(folder: string, installation: Installation) {
  const texts = key ? [key, ...(other ? [other] : [])] : keyTexts(home)
  const manifest = await backUp({
    ...{ ...installation, folder: path.resolve(folder), say: console.log },
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
