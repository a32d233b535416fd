import { existsSync } from 'node:fs'
import path from 'node:path'
import git from 'isomorphic-git'
import {
  inScope,
  systemScope,
  type Database,
  type Scoped,
  type TenantScope,
} from '@weft/kit/database/connect.server.ts'
import { folderFiles as fs, writeFile } from './folder-files.server.ts'
import { openObjects } from './objects.server.ts'

/** Copies the histories that have gone on since into their folders, for whoever looks with git itself; answers how many. */
export async function copyHistories(db: Database, home: string): Promise<number> {
  const behind = await inScope(db, systemScope, (trx) =>
    trx
      .selectFrom('git_heads')
      .select('tenant_id')
      .where('stored', '=', true)
      .whereRef('copied', '!=', 'commit')
      .execute(),
  )
  for (const { tenant_id } of behind)
    await copyHistory(db, { level: 'tenant', tenant_id }, path.join(home, 'git', tenant_id))
  return behind.length
}

/**
 * Makes a folder the bare repository of a tenant, or brings it up. Whatever a commit is made of is written before it, so one that is
 * there is whole, and the folder can be thrown away and made again at any time.
 */
async function copyHistory(db: Database, scope: TenantScope, gitdir: string): Promise<void> {
  const commit = await inScope(
    db,
    scope,
    async (trx) => (await trx.selectFrom('git_heads').select('commit').executeTakeFirst())?.commit,
  )
  if (!commit) return
  if (!existsSync(path.join(gitdir, 'HEAD'))) await git.init({ fs, gitdir, bare: true, defaultBranch: 'main' })
  for (const oid of await lackingCommits(db, scope, gitdir, commit))
    await inScope(db, scope, (trx) => copyCommit(trx, gitdir, oid))
  await git.writeRef({ fs, gitdir, ref: 'refs/heads/main', value: commit, force: true })
  await inScope(db, scope, (trx) =>
    trx.updateTable('git_heads').set({ copied: commit }).where('tenant_id', '=', scope.tenant_id).execute(),
  )
}

const placeOf = (gitdir: string, oid: string) => path.join(gitdir, 'objects', oid.slice(0, 2), oid.slice(2))

/** The commits up to this one that are not there yet, oldest first. */
const lackingCommits = (db: Database, scope: TenantScope, folder: string, head: string) =>
  inScope(db, scope, async (trx) => {
    const { fs, gitdir } = openObjects(trx)
    const commits: string[] = []
    for (let oid: string | undefined = head; oid && !existsSync(placeOf(folder, oid));) {
      commits.push(oid)
      oid = (await git.readCommit({ fs, gitdir, oid })).commit.parent[0]
    }
    return commits.reverse()
  })

async function copyCommit(trx: Scoped, folder: string, oid: string) {
  const { fs, gitdir } = openObjects(trx)
  await copyTree(trx, folder, (await git.readCommit({ fs, gitdir, oid })).commit.tree)
  await copyObject(trx, folder, oid)
}

async function copyTree(trx: Scoped, folder: string, oid: string) {
  if (existsSync(placeOf(folder, oid))) return
  const { fs, gitdir } = openObjects(trx)
  for (const entry of (await git.readTree({ fs, gitdir, oid })).tree)
    if (entry.type === 'tree') await copyTree(trx, folder, entry.oid)
    else if (!existsSync(placeOf(folder, entry.oid))) await copyObject(trx, folder, entry.oid)
  await copyObject(trx, folder, oid)
}

async function copyObject(trx: Scoped, folder: string, oid: string) {
  const { data } = await trx.selectFrom('git_objects').select('data').where('oid', '=', oid).executeTakeFirstOrThrow()
  await writeFile(placeOf(folder, oid), data)
}
