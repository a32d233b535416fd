import git from 'isomorphic-git'
import { sql } from 'kysely'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { openObjects } from './objects.server.ts'
import { changedTree, type Files } from './tree.server.ts'

export type Author = { name: string; email: string }
type Change = { files: Files; message: string; author: Author }
type Committed = { commit: string; blobs: Map<string, string> }

/** Writes and removes files as one commit on the main branch of the tenant. Waits for other commits of the tenant. */
export async function commitFiles(trx: Scoped, change: Change): Promise<Committed> {
  const { commit: parent } = await lockedHead(trx)
  const objects = openObjects(trx)
  const made = await commitOn(objects, parent, change)
  await objects.flush()
  await trx
    .updateTable('git_heads')
    .set({ commit: made.commit })
    .where('tenant_id', '=', sql<string>`weft_tenant()`)
    .execute()
  return made
}

/** A commit beside the main branch that only a draft needs, on what was the newest when it was begun; and all it is made of. */
export async function commitBeside(
  trx: Scoped,
  parent: string,
  change: Change,
): Promise<Committed & { objects: string[] }> {
  const objects = openObjects(trx, { draft: true })
  const made = await commitOn(objects, parent, change)
  await objects.flush()
  return { ...made, objects: objects.written() }
}

/** The newest commit of the tenant; empty before the first. */
export async function headOf(trx: Scoped): Promise<string> {
  return (await trx.selectFrom('git_heads').select('commit').executeTakeFirst())?.commit ?? ''
}

async function commitOn(
  objects: ReturnType<typeof openObjects>,
  parent: string,
  { files, message, author }: Change,
): Promise<Committed> {
  const { fs, gitdir, cache } = objects
  const place = { fs, gitdir, cache }
  const before = parent ? (await git.readCommit({ ...place, oid: parent })).commit.tree : undefined
  const { tree, blobs } = await changedTree(objects, before, files)
  const by = { ...author, timestamp: Math.floor(Date.now() / 1000), timezoneOffset: 0 }
  const commit = await git.writeCommit({
    ...place,
    commit: {
      message: message.endsWith('\n') ? message : `${message}\n`,
      tree,
      parent: parent ? [parent] : [],
      author: by,
      committer: by,
    },
  })
  return { commit, blobs }
}

/** The newest commit of the tenant, locked until the transaction ends. */
async function lockedHead(trx: Scoped) {
  return trx
    .insertInto('git_heads')
    .defaultValues()
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ updated_at: sql`clock_timestamp()` }))
    .returning('commit')
    .executeTakeFirstOrThrow()
}
