import { readdirSync } from 'node:fs'
import pg from 'pg'
import { inScope, openDatabase, openPool, systemScope } from '@weft/kit/database/connect.server.ts'
import { appPassword, appUrl, migrationsFolder } from '@weft/kit/database/migrate.server.ts'
import { openInSql } from '@weft/kit/define/job-status.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { allowList, openEgress } from '../connections/egress.server.ts'
import { openTenantDatabases } from '../connections/tenant-databases.server.ts'
import { holdTenant, letTenantGo } from '../moves/move.server.ts'
import { withSubjectLock } from '../provisioning/subject-lock.server.ts'
import type { FileStore } from '../file-store/file-store.ts'
import { openStorages } from '../storage/storages.server.ts'
import { storagePart, type Manifest } from './manifest.ts'
import { putDocuments, putFiles } from './put-over.server.ts'
import { readFitting, verifiedFilesOf, type FilesOfTenant } from './read-backup.server.ts'
import { withScratch } from './scratch.server.ts'
import { bringTenantRecords, type RecordsBrought } from './tenant-records.server.ts'
import type { TenantWork } from './tenant-work.ts'

export type TenantRequest = {
  /** The backup. */
  folder: string
  /** The installation the tenant is in, whether it runs or not. */
  /** Where there is room to unpack the backup. */
  home: string
  fileStore: FileStore
  /** The owner's address of its control database. */
  control: string
  keys: Keyring
  /** The tenant's id or name. */
  tenant: string
  say(line: string): void
}

export type TenantRestored = RecordsBrought & { name: string; made_at: string; documents: number; files: number }

/**
 * Gives a tenant back what it had at the moment of a backup, and touches nobody else. Its records are then exactly those of the backup, in a
 * database of their own; the one they lay in stays for some days. Documents, files and definitions come back over what is there, and what
 * was made since stays. Until all of it is there and compared, the tenant's records are as they were.
 */
export async function restoreTenant({
  folder,
  home,
  fileStore,
  control,
  keys,
  tenant,
  say,
}: TenantRequest): Promise<TenantRestored> {
  const manifest = await readFitting(folder)
  if (!keys.all().some(({ id }) => id === manifest.key_id))
    throw new Error(
      `This installation does not have the key ${manifest.key_id} of the backup any more. Please put it back behind the others in secret.key, or in WEFT_OTHER_SECRET_KEY; nothing was changed.`,
    )
  const pool = openPool(appUrl(control, appPassword(keys.root)), { max: 4, application: 'weft restore' })
  const owner = new pg.Client({ connectionString: control, application_name: 'weft restore' })
  owner.on('error', ignore('a connection is gone, which the query under way is told'))
  const db = openDatabase(pool)
  try {
    await owner.connect()
    await refuseOtherState(owner)
    const { id: tenant_id, name } = await tenantNamed(owner, tenant)
    say('Reading the backup, whether all of it is as it was written …')
    const files = await verifiedFilesOf(folder, manifest, tenant_id)
    return await withScratch({ folder, home, manifest, keys, tenant_id, say }, (scratch) =>
      withSubjectLock(
        db,
        `${tenant_id} move`,
        async () => {
          const work = { owner, db, keys, scratch, tenant_id, name, say, made_at: manifest.made_at }
          await refuseUncopied(work)
          say(`Waiting for runs of ${name} to end …`)
          await holdTenant(db, tenant_id)
          try {
            return await bring(work, { folder, fileStore, files: (await hasFiles(work, manifest)) ? files : [] })
          } finally {
            await letTenantGo(db, tenant_id)
          }
        },
        'moves',
      ),
    )
  } finally {
    await owner.end()
    await pool.end()
  }
}

async function refuseOtherState(owner: pg.Client) {
  const { rows } = await owner.query<{ name: string }>('select name from migrations')
  const ran = new Set(rows.map(({ name }) => name))
  if (readdirSync(migrationsFolder).some((name) => name.endsWith('.sql') && !ran.has(name)))
    throw new Error(
      'The installation has not been started with this version of Weft yet. Please start it once; nothing was changed.',
    )
}

async function tenantNamed(owner: pg.Client, tenant: string): Promise<{ id: string; name: string }> {
  const { rows } = await owner.query<{ id: string; name: string; moving: boolean }>(
    `select id, name, exists (select from database_moves m where m.tenant_id = t.id and m.state not in ('done', 'failed')) as moving
      from tenants t where id::text = lower($1) or lower(name) = lower($1)`,
    [tenant],
  )
  if (rows.length > 1)
    throw new Error(
      `Several tenants are called ${tenant}: ${rows.map(({ id }) => id).join(', ')}. Please give the id of one.`,
    )
  const [found] = rows
  if (!found)
    throw new Error(
      `There is no tenant ${tenant} in this installation. One that was removed comes back with the whole backup only, in a home of its own.`,
    )
  if (found.moving) throw new Error(`The records of ${found.name} are being moved. Please wait until that is over.`)
  return found
}

/** What the backup does not hold of the tenant, nobody may take for nothing. */
async function refuseUncopied({ scratch, tenant_id, name }: TenantWork) {
  const found = await inScope(scratch.db, systemScope, (trx) =>
    trx
      .selectFrom('tenants as t')
      .leftJoin('tenant_connections as c', (on) => on.onRef('c.tenant_id', '=', 't.id').on('c.name', '=', 'tenant'))
      .leftJoin('database_servers as s', 's.id', 'c.server_id')
      .select('s.embedded')
      .where('t.id', '=', tenant_id)
      .executeTakeFirst(),
  )
  if (!found) throw new Error(`${name} is not in this backup; nothing was changed.`)
  if (!found.embedded) throw new Error(`The records of ${name} are not in this backup; nothing was changed.`)
}

/** Of files that lay on a server that was away, a backup has at most what lay here before they moved there. */
async function hasFiles({ scratch, tenant_id, name, say }: TenantWork, { parts }: Manifest): Promise<boolean> {
  if (parts.some((part) => part.name === storagePart(tenant_id))) return true
  const { rowCount } = await scratch.owner.query(
    `select from tenant_storages s left join storage_servers o on o.id = s.server_id where s.tenant_id = $1 and coalesce(o.type, s.type) <> 'local'`,
    [tenant_id],
  )
  if (rowCount !== 0) say(`NOT IN THIS BACKUP: the files of ${name}`)
  return rowCount === 0
}

async function bring(
  work: TenantWork,
  { folder, fileStore, files }: { folder: string; fileStore: FileStore; files: FilesOfTenant },
): Promise<TenantRestored> {
  await refuseUnfinished(work)
  const { db, keys, tenant_id, name, made_at } = work
  const databases = openTenantDatabases(db, keys)
  const egress = openEgress(allowList(db))
  const storages = openStorages({ db, key: keys, fileStore, egress })
  const put = { documents: 0, files: 0 }
  try {
    const brought = await bringTenantRecords(work, async () => {
      put.documents = await putDocuments(work, await databases.documents(tenant_id))
      put.files = await putFiles(work, storages.of(tenant_id), folder, files)
    })
    return { name, made_at, ...brought, ...put }
  } finally {
    storages.close()
    await egress.close()
    await databases.close()
  }
}

/** A run that goes on would rely on what it has written before. */
async function refuseUnfinished({ owner, tenant_id, name }: TenantWork) {
  const { rows } = await owner.query<{ id: string }>(
    `select id from jobs where tenant_id = $1 and status in ${openInSql} and started_at is not null order by created_at limit 5`,
    [tenant_id],
  )
  if (rows.length > 0)
    throw new Error(
      `Runs of ${name} are not over, such as ${rows.map(({ id }) => id).join(', ')}: they wait for something or are to be tried again. Please cancel them, and begin again; nothing was changed.`,
    )
}
