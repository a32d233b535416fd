import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inScope, openDatabase, openPool, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { appPassword, appUrl, migrationsFolder } from '@weft/kit/database/migrate.server.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import { openInSql } from '@weft/kit/define/job-status.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { generatePassword } from '@weft/kit/secrets/generate-password.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { seal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import { allowList, openEgress } from '../connections/egress.server.ts'
import { connectTo, openTenantDatabases, settled_ms } from '../connections/tenant-databases.server.ts'
import { collections, type DocumentStore } from '../documents/document-store.ts'
import { dumpDocuments } from '../documents/postgres/transfer.server.ts'
import { checkRecords, copyRecords, projectsOf, type Projects } from '../moves/copy.server.ts'
import { holdTenant, keptDays, letTenantGo, noteWhatUndoingDrops } from '../moves/move.server.ts'
import { reachRecordServer } from '../provisioning/database-servers/server.server.ts'
import { withSubjectLock } from '../provisioning/subject-lock.server.ts'
import { storeIn } from '../records/store.server.ts'
import type { Storage } from '../storage/storage.ts'
import { openStorages } from '../storage/storages.server.ts'
import { isVersion } from '../storage/versions.server.ts'
import { bringDefinitions, type Brought } from './bring-definitions.server.ts'
import { readFitting, verifiedFilesOf } from './read-backup.server.ts'
import { withScratch, type Scratch } from './scratch.server.ts'

export type TenantRequest = {
  /** The backup. */
  folder: string
  /** The installation the tenant is in, whether it runs or not. */
  home: string
  /** The owner's address of its control database. */
  control: string
  keys: Keyring
  /** The tenant's id or name. */
  tenant: string
  say(line: string): void
}

export type TenantRestored = {
  name: string
  made_at: string
  records: number
  documents: number
  files: number
  definitions: Brought
  /** Runs that have written since. */
  runs_since: number
  /** The database with the records as they were until now. */
  left: string
}

/**
 * Gives a tenant back what it had at the moment of a backup, and touches nobody else. Its records are then exactly those of the backup, in a
 * database of their own; the one they lay in stays for some days. Documents, files and definitions come back over what is there, and what
 * was made since stays. Until all of it is there and compared, the tenant's records are as they were.
 */
export async function restoreTenant({
  folder,
  home,
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
            return await bring(work, { folder, home, files })
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

type Work = Pick<TenantRequest, 'keys' | 'say'> & {
  owner: pg.Client
  db: Database
  scratch: Scratch
  tenant_id: string
  name: string
  made_at: string
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
async function refuseUncopied({ scratch, tenant_id, name }: Work) {
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

type Files = Awaited<ReturnType<typeof verifiedFilesOf>>

async function bring(
  work: Work,
  { folder, home, files }: { folder: string; home: string; files: Files },
): Promise<TenantRestored> {
  const { owner, db, keys, scratch, tenant_id, name, made_at, say } = work
  await refuseUnfinished(work)
  const source = new pg.Client({ connectionString: scratch.control })
  await source.connect()
  const databases = openTenantDatabases(db, keys)
  const egress = openEgress(allowList(db))
  const storages = openStorages({ db, key: keys, home, egress })
  try {
    say('Comparing definitions …')
    const { versions } = await rehearse(owner, source, tenant_id)
    const projects = (await projectsOf(scratch.db, tenant_id)).map(({ id, structures }) => ({
      id,
      structures: structures.map((one) => ({ ...one, version: versions.get(one.id)! })),
    }))
    const records = await intoNewDatabase(work, projects, async (switchOver) => {
      say('Bringing documents …')
      const documents = await bringDocuments(work, await databases.documents(tenant_id))
      say('Bringing files …')
      const brought = await bringFiles(storages.of(tenant_id), folder, files, made_at)
      say(`Switching ${name} over …`)
      return { documents, files: brought, ...(await switchOver(source, versions)) }
    })
    return { name, made_at, ...records }
  } finally {
    storages.close()
    await egress.close()
    await databases.close()
    await source.end()
  }
}

/** A run that goes on would rely on what it has written before. */
async function refuseUnfinished({ owner, tenant_id, name }: Work) {
  const { rows } = await owner.query<{ id: string }>(
    `select id from jobs where tenant_id = $1 and status in ${openInSql} and started_at is not null order by created_at limit 5`,
    [tenant_id],
  )
  if (rows.length > 0)
    throw new Error(
      `Runs of ${name} are not over, such as ${rows.map(({ id }) => id).join(', ')}: they wait for something or are to be tried again. Please cancel them, and begin again; nothing was changed.`,
    )
}

/** What would become of the definitions, of which nothing is kept: whether they fit, and which versions the structures will have. */
async function rehearse(owner: pg.Client, source: pg.Client, tenant_id: string) {
  await owner.query("begin; select set_config('weft.level', 'system', true)")
  try {
    await bringDefinitions(source, owner, tenant_id)
    return { versions: await versionsOf(owner, tenant_id) }
  } finally {
    await owner.query('rollback')
  }
}

async function versionsOf(owner: pg.Client, tenant_id: string): Promise<Map<string, number>> {
  const { rows } = await owner.query<{ id: string; version: number }>(
    'select id, version from data_structures where tenant_id = $1',
    [tenant_id],
  )
  return new Map(rows.map(({ id, version }) => [id, version]))
}

type SwitchOver = (
  source: pg.Client,
  versions: Map<string, number>,
) => Promise<Pick<TenantRestored, 'records' | 'definitions' | 'runs_since' | 'left'>>

/**
 * Copies records into a new database beside the tenant's, compares them, and hands over what makes it the tenant's. Where anything fails
 * before that, the new one goes and the old one takes changes again.
 */
async function intoNewDatabase<T>(
  { owner, db, keys, scratch, tenant_id, name, made_at, say }: Work,
  projects: Projects,
  work: (switchOver: SwitchOver) => Promise<T>,
): Promise<T> {
  const current = await inScope(db, { level: 'tenant', tenant_id }, (trx) =>
    trx.selectFrom('tenant_connections').selectAll().where('name', '=', 'tenant').executeTakeFirstOrThrow(),
  )
  const { server_id } = current
  if (!server_id)
    throw new Error(
      `The database of ${name} lies on a server that is not registered, where none can be made beside it; nothing was changed.`,
    )
  const server = await reachRecordServer(db, keys, server_id)
  const database = `weft_t_${tenant_id.replaceAll('-', '').slice(-12)}_${randomBytes(3).toString('hex')}`
  const password = generatePassword()
  await server.create({ database, username: database, password })
  const sealed = seal(keys, placeIn(sealedColumns.connection_password, { tenant_id, name: 'tenant' }), password)
  const fresh = { ...current, database, username: database, password: sealed, new_password: null }
  let isSwitched = false
  try {
    await server.freeze(current)
    const target = await connectTo(keys, fresh, 2)
    const before = await connectTo(keys, current, 2)
    try {
      const to = await storeIn(async () => target)
      const then = await storeIn(() => scratch.databases.relational(tenant_id))
      say('Bringing records …')
      const known = new Set(projects.flatMap(({ structures }) => structures.map(({ id }) => id)))
      const since = (await projectsOf(db, tenant_id)).map(({ id, structures }) => ({
        id,
        structures: structures.filter((one) => !known.has(one.id)),
      }))
      // Those of structures made since first: what marks the batches of a project is then as it was in the backup.
      await copyRecords(since, { source: await storeIn(async () => before), target: to }, async () => {})
      await copyRecords(projects, { source: then, target: to }, async () => {})
      let checks: { records: number }[] = []
      await checkRecords(projects, { source: then, target: to }, async (change) => {
        checks = JSON.parse(change.checks ?? '[]') as typeof checks
      })
      const records = checks.reduce((sum, one) => sum + one.records, 0)
      return await work(async (source, versions) => {
        await owner.query("begin; select set_config('weft.level', 'system', true)")
        try {
          const definitions = await bringDefinitions(source, owner, tenant_id)
          const now = await versionsOf(owner, tenant_id)
          if ([...versions].some(([id, version]) => now.get(id) !== version) || now.size !== versions.size)
            throw new Error('Data structures were changed meanwhile. Please begin again; the records are as they were.')
          await owner.query(
            "update tenant_connections set database = $3, username = $3, password = $4, new_password = null where tenant_id = $1 and name = 'tenant' and database = $2",
            [tenant_id, current.database, database, sealed],
          )
          await owner.query(
            `insert into database_moves (tenant_id, state, source_server_id, source_engine, source_database, source_username, target_server_id, target_engine,
              target_database, tables, tables_done, records, records_done, checks, finished_at, drop_after)
              values ($1, 'done', $2, $3, $4, $5, $2, $3, $6, $7, $7, $8, $8, $9, now(), now() + make_interval(days => $10))`,
            [
              ...[tenant_id, server_id, current.engine, current.database, current.username, database],
              ...[checks.length, records, JSON.stringify(checks), keptDays],
            ],
          )
          const runs_since = await markRuns(owner, tenant_id, made_at)
          await owner.query('commit')
          isSwitched = true
          await noteWhatUndoingDrops(db, {
            tenant_id,
            step: 'create_database',
            server_id,
            engine: current.engine,
            database,
          })
          // Whoever has the old database open notices by then.
          await sleep(settled_ms + 500)
          return { records, definitions, runs_since, left: current.database }
        } finally {
          if (!isSwitched) await owner.query('rollback')
        }
      })
    } finally {
      await Promise.all([target.pool.end(), before.pool.end()])
    }
  } finally {
    if (!isSwitched) {
      await server
        .drop({ database, username: database })
        .catch(ignore('a database that was begun could not be dropped'))
      await server
        .thaw(current)
        .catch(ignore('the old database was not thawed; where it cannot be reached, nobody can write there either'))
    }
  }
}

const texts = defineMessages({
  since: {
    en: 'The tenant was brought back to a backup of {made_at}: what this run has written into records since then is not there any more.',
    de: 'Der Mandant wurde auf eine Sicherung von {made_at} zurückgesetzt: Was dieser Lauf seitdem in Datensätze geschrieben hat, ist nicht mehr da.',
  },
})

/** Says so in the log of each run, of which none goes on from where it was: what it has written before is not there. */
async function markRuns(owner: pg.Client, tenant_id: string, made_at: string): Promise<number> {
  const { rowCount } = await owner.query(
    `with since as (
      update jobs set files_removed_at = coalesce(files_removed_at, now()) where tenant_id = $1 and started_at is not null and finished_at > $2
      returning id, tenant_id, project_id, attempt)
    insert into job_logs (job_id, tenant_id, project_id, attempt, level, message) select id, tenant_id, project_id, attempt, 'warning', $3::jsonb from since`,
    [tenant_id, made_at, JSON.stringify(texts.since({ made_at }))],
  )
  return rowCount ?? 0
}

/** Puts every document of the backup that has not expired where it was; answers how many. */
async function bringDocuments({ keys, scratch, tenant_id, name, say }: Work, to: DocumentStore): Promise<number> {
  const found = await inScope(scratch.db, systemScope, (trx) =>
    trx
      .selectFrom('tenant_connections as c')
      .innerJoin('database_servers as s', 's.id', 'c.server_id')
      .selectAll('c')
      .where('c.tenant_id', '=', tenant_id)
      .where('c.name', '=', 'documents')
      .where('s.embedded', '=', true)
      .executeTakeFirst(),
  )
  if (!found) {
    say(`NOT IN THIS BACKUP: the documents of ${name}`)
    return 0
  }
  await scratch.databases.documents(tenant_id) // makes what a store from before lacks
  const { pool } = await connectTo(keys, found, 2)
  let count = 0
  try {
    for (const collection of collections)
      for await (const documents of dumpDocuments(pool as pg.Pool, collection)) {
        const lasting = documents.filter(({ expires_at }) => expires_at === null || Date.parse(expires_at) > Date.now())
        await to.putMany(
          collection,
          lasting.map(({ document, text, ...rest }) => ({
            ...rest,
            document: parseJson(document) as object,
            ...(text !== null && { text }),
          })),
        )
        count += lasting.length
      }
  } finally {
    await pool.end()
  }
  return count
}

/** Writes what is missing or different; a file that is different now is put aside before. Answers how many were written. */
async function bringFiles(storage: Storage, folder: string, files: Files, made_at: string): Promise<number> {
  const aside = `before-restore-${made_at.slice(0, 19).replaceAll(':', '-')}`
  let count = 0
  for (const { entry, file } of files) {
    if ('folder' in entry) {
      if (!(await storage.has(entry.path))) await storage.makeFolder(entry.path)
      continue
    }
    if (await storage.has(entry.path)) {
      if (isVersion(entry.path) || (await digestIn(storage, entry.path)) === entry.sha256) continue
      await storage.move(entry.path, await freeName(storage, path.posix.join(aside, entry.path)))
    }
    await storage.write(entry.path, createReadStream(path.join(folder, file)))
    count++
  }
  return count
}

async function digestIn(storage: Storage, name: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of (await storage.read(name)) as Readable) hash.update(piece as Buffer)
  return hash.digest('hex')
}

/** Whoever begins again has put files aside before. */
async function freeName(storage: Storage, wanted: string): Promise<string> {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}.${n}`
    if (!(await storage.has(name))) return name
  }
}
