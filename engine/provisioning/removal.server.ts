import { rm } from 'node:fs/promises'
import path from 'node:path'
import { sql, type Kysely } from 'kysely'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import type { Tables } from '@weft/kit/database/tables.ts'
import { openStorages } from '../storage/storages.server.ts'
import type { AccountKind } from '@weft/kit/define/account-draft.ts'
import { undoForGood } from './run.server.ts'
import type { Provisioning } from './step.server.ts'
import { steps } from './steps.server.ts'

type Db = Kysely<Tables>
type Due = { id: string; kind: AccountKind }

/** So long an account that was marked for deletion can be had back. */
export const graceDays = 30
const jobsAtOnce = 1_000

/**
 * Removes for good what was marked for deletion longer ago than the grace: work and definitions, the git repository, then the nine
 * steps undone, last first. Each part may be repeated, so a stopped process leaves nothing that the next call does not finish.
 * Answers the accounts that are gone.
 */
export async function removeDue(deps: Provisioning, now = new Date()): Promise<string[]> {
  const gone: string[] = []
  const failed: unknown[] = []
  for (const account of await due(deps.db, now))
    await remove(deps, account).then(
      (done) => done && gone.push(account.id),
      (error: unknown) => failed.push(error),
    )
  if (failed.length > 0) throw new AggregateError(failed, 'not every account could be removed')
  return gone
}

/** Tenants before partners, and no partner who has been given a tenant meanwhile. */
const due = (db: Db, now: Date) =>
  inScope(db, systemScope, async (trx) => {
    const { rows } = await sql<Due>`
      select id, case kind when 'partner' then 'partner' else 'tenant' end as kind from tenants t
      where status = 'deleting' and deleting_since < ${now.toISOString()}::timestamptz - make_interval(days => ${graceDays})
        and not (kind = 'partner' and exists (select from tenants o where o.partner_id = t.id and o.kind = 'client'))
      union select subject_id, kind from provisioning_runs where removal and state in ('undoing', 'failed') order by 2 desc`.execute(
      trx,
    )
    return rows
  })

async function remove(deps: Provisioning, { id, kind }: Due): Promise<boolean> {
  const run_id = await removalRun(deps.db, id, kind)
  await deps.databases.forget(id)
  await removeJobs(deps, id)
  await removeFiles(deps, id)
  await inScope(deps.db, { level: 'tenant', tenant_id: id }, (trx) => trx.deleteFrom('projects').execute())
  await rm(path.join(deps.home, 'git', id), { recursive: true, force: true })
  return (await undoForGood(deps, run_id)) === 'undone'
}

/** The setup of an account becomes the record of its removal: where its databases are is what its connections say today. */
const removalRun = (db: Db, id: string, kind: AccountKind) =>
  inScope(db, systemScope, async (trx) => {
    const known = await trx
      .selectFrom('provisioning_runs')
      .select(['id', 'removal'])
      .where('subject_id', '=', id)
      .executeTakeFirst()
    if (known?.removal) return known.id
    const run_id =
      known?.id ??
      (
        await trx
          .insertInto('provisioning_runs')
          .values({ kind, subject_id: id, tenant_id: id, input: '{}' })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    await trx
      .updateTable('provisioning_runs')
      .set({ removal: true, state: 'undoing' })
      .where('id', '=', run_id)
      .execute()
    await trx.deleteFrom('provisioning_steps').where('run_id', '=', run_id).execute()
    const connections = await trx
      .selectFrom('tenant_connections')
      .select(['name', 'engine', 'server_id', 'database', 'username'])
      .where('tenant_id', '=', id)
      .execute()
    const loginOf = (name: string) => {
      const found = connections.find((connection) => connection.name === name && connection.server_id)
      return found && { login: { ...found, engine: found.engine === 'postgres_documents' ? 'postgres' : found.engine } }
    }
    const results: Record<string, object | undefined> = {
      create_database: loginOf('tenant'),
      initialize_documents: loginOf('documents'),
    }
    await trx
      .insertInto('provisioning_steps')
      .values(
        steps.map(({ key }, position) => ({
          run_id,
          key,
          position: position + 1,
          state: 'done',
          result: JSON.stringify(results[key] ?? {}),
        })),
      )
      .execute()
    return run_id
  })

/** Some at a time, with their files: a tenant may have run millions. */
async function removeJobs({ db, fileStore }: Provisioning, tenant_id: string) {
  for (;;) {
    const rows = await inScope(db, { level: 'tenant', tenant_id }, (trx) =>
      trx
        .deleteFrom('jobs')
        .where('id', 'in', trx.selectFrom('jobs').select('id').limit(jobsAtOnce))
        .returning('id')
        .execute(),
    )
    if (rows.length === 0) return
    await fileStore.jobs.removeJobs(rows.map(({ id }) => id))
  }
}

/** Files on a server of the provider's; those on a server of the account's own are not ours to remove, and local ones go with their step. */
async function removeFiles(deps: Provisioning, tenant_id: string) {
  const row = await inScope(deps.db, { level: 'tenant', tenant_id }, (trx) =>
    trx.selectFrom('tenant_storages').select('server_id').executeTakeFirst(),
  )
  if (!row?.server_id) return
  const storages = openStorages(deps)
  try {
    const files = storages.of(tenant_id)
    if (await files.has('')) for (const { path: entry } of await files.folder('')) await files.remove(entry)
  } finally {
    storages.close()
  }
}
