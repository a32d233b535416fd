// `npm run restore -- FOLDER --tenant NAME` gives one tenant of an installation back what it had; `… FOLDER [--key FILE] [--wal FOLDER [--until TIME]]`: brings an installation back from a backup into WEFT_HOME, held until it is released; docs/backup.md.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { wasElsewhere } from '@weft/engine/backup/bring-back.server.ts'
import { restoreTenant } from '@weft/engine/backup/restore-tenant.server.ts'
import { restore } from '@weft/engine/backup/restore.server.ts'
import { openFileStore } from '@weft/engine/file-store/open-file-store.server.ts'
import { environmentAtStart } from '@weft/kit/env/at-start.server.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { readKeyTexts } from '@weft/kit/secrets/keyring.server.ts'
import { withInstallation } from './installation.ts'

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
  const text = { type: 'string' } as const
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { key: text, wal: text, until: text, tenant: text },
  })
  const [folder] = positionals
  if (!folder) throw new Error('Please say where the backup is: npm run restore -- FOLDER [--key FILE]')
  if (values.tenant !== undefined && (values.key ?? values.wal ?? values.until) !== undefined)
    throw new Error(
      'One tenant is brought back as of the backup and by the keys of the installation: please leave --key, --wal and --until away.',
    )
  if (values.tenant !== undefined) return tenantAlone(path.resolve(folder), values.tenant)
  if (settings.WEFT_FILES)
    throw new Error(
      'A backup is restored into WEFT_HOME. Please take WEFT_FILES away; npm run move-files moves the files into a bucket when they are there.',
    )
  const manifest = await restore({
    ...{ home, passphrase, folder: path.resolve(folder), given: given(values.key), say: console.log },
    replay: replay(values),
    database: settings.DATABASE_URL,
  })
  console.log(`\nThe installation is in ${home}, as of ${manifest.restored_to}.`)
  for (const one of manifest.missing) console.warn(`NOT IN THIS BACKUP: ${one}`)
  if (!values.wal && manifest.parts.some(({ name }) => wasElsewhere(name)))
    console.log(
      'Records and documents that lay on other servers lie beside its control database now, files in its home. Records can be moved under Administration > Tenants > Databases.',
    )
  console.log(
    'It starts held: schedules, webhooks and jobs wait. Start it with npm start, look at Administration > Settings > System settings > Queues, and release it there.',
  )
}

function given(file: string | undefined) {
  if (file) return { texts: readKeyTexts(file), keep: !key }
  return key ? { texts: [key, ...(other ? [other] : [])], keep: false } : undefined
}

async function tenantAlone(folder: string, tenant: string) {
  const fileStore = openFileStore(settings)
  const done = await withInstallation(settings, ({ home, control, keys }) =>
    restoreTenant({ folder, home, fileStore, control, keys, tenant, say: console.log }),
  ).finally(() => fileStore.close())
  const { definitions, runs_since } = done
  console.log(
    `\n${done.name} has what it had at ${done.made_at}: ${done.records} records. Besides, ${done.documents} documents, ${done.files} files and ${definitions.made + definitions.changed} definitions came back.`,
  )
  console.log(`The records as they were until now are kept for some days in the database ${done.left}.`)
  if (runs_since > 0)
    console.log(`${runs_since} runs have written since; the log of each says so. What they did elsewhere stays done.`)
  if (definitions.off.length > 0)
    console.log(`These workflows are switched off until somebody publishes them: ${definitions.off.join(', ')}`)
}

/** The log that was archived since the backup, and how far it is to be gone through. */
function replay({ wal, until }: { wal?: string | undefined; until?: string | undefined }) {
  if (until === undefined) return wal === undefined ? undefined : { from: path.resolve(wal) }
  if (wal === undefined)
    throw new Error('Please say with --wal FOLDER where the log is archived that goes on until then.')
  const at = new Date(until)
  if (Number.isNaN(at.getTime()))
    throw new Error(`${until} is no moment. Please write it as 2026-11-28T14:30:00Z, or with an offset such as +01:00.`)
  return { from: path.resolve(wal), until: at.toISOString() }
}
