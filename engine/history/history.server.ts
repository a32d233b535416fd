import { existsSync } from 'node:fs'
import path from 'node:path'
import git from 'isomorphic-git'
import { sql } from 'kysely'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { Invalid, NotFound } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { gitFiles as fs } from './files.server.ts'
import { changedTree } from './tree.server.ts'

const texts = defineMessages({
  noProject: { en: 'Git project for this tenant not found', de: 'Git-Projekt für diesen Mandanten nicht gefunden' },
  noRevision: { en: 'This revision does not exist.', de: 'Diese Revision gibt es nicht.' },
  badPath: {
    en: 'The path “{path}” cannot be kept in the history.',
    de: 'Der Pfad „{path}“ kann nicht in der Historie geführt werden.',
  },
})

export type Author = { name: string; email: string }
export type Revision = {
  commit: string
  message: string
  author_name: string
  author_email: string
  created_at: string
}

export type GitHistory = ReturnType<typeof openHistory>

/**
 * The git repositories of all tenants, one folder each below `<home>/git`. Every function takes a transaction in the scope of a
 * tenant: which commit is the newest is a row of the control database, so a commit exists exactly when its transaction does.
 */
export function openHistory(home: string) {
  const folder = path.join(home, 'git')
  const placeOf = (tenant_id: string) => ({ gitdir: path.join(folder, tenant_id), cache: {} })

  async function existing(trx: Scoped) {
    const place = placeOf(await tenantOf(trx))
    if (!existsSync(path.join(place.gitdir, 'HEAD'))) throw new NotFound('GIT_PROJECT_NOT_FOUND', texts.noProject())
    return place
  }

  /** Writes (`text`) and removes (`null`) files as one commit, making the repository on first use. Waits for other commits of the tenant. */
  async function commit(
    trx: Scoped,
    change: { files: Record<string, string | null>; message: string; author: Author },
  ): Promise<string> {
    for (const file of Object.keys(change.files))
      if (!isPath(file)) throw new Invalid('GIT_PATH', texts.badPath({ path: file }))
    const tenant_id = await tenantOf(trx)
    const place = placeOf(tenant_id)
    const known = await lockedHead(trx)
    const { gitdir } = place
    const isNew = !existsSync(path.join(gitdir, 'HEAD'))
    if (isNew) await git.init({ fs, gitdir, bare: true, defaultBranch: 'main' })
    const parent = isNew ? '' : known
    const before = parent ? (await git.readCommit({ fs, ...place, oid: parent })).commit.tree : undefined
    const tree = await changedTree(place, before, change.files)
    const oid = await git.commit({
      fs,
      ...place,
      noUpdateBranch: true,
      tree,
      parent: parent ? [parent] : [],
      message: change.message,
      author: change.author,
      committer: change.author,
    })
    await trx.updateTable('git_heads').set({ commit: oid }).where('tenant_id', '=', tenant_id).execute()
    await trx
      .insertInto('git_changes')
      .values(
        Object.keys(change.files).map((file) => ({
          commit: oid,
          path: file,
          message: change.message,
          author_name: change.author.name,
          author_email: change.author.email,
        })),
      )
      .onConflict((conflict) => conflict.columns(['tenant_id', 'commit', 'path']).doNothing())
      .execute()
    // For people who look with git itself. Should the transaction fail, the next commit sets it right.
    await git.writeRef({ fs, gitdir, ref: 'refs/heads/main', value: oid, force: true })
    return oid
  }

  /** The commits that changed a file, newest first. */
  async function log(
    trx: Scoped,
    file: string,
    page = 1,
    perPage = 25,
  ): Promise<{ revisions: Revision[]; total: number }> {
    const of = trx.selectFrom('git_changes').where('path', '=', file)
    const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const columns = ['commit', 'message', 'author_name', 'author_email', 'created_at'] as const
    const revisions = await of
      .select(columns)
      .orderBy('id', 'desc')
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute()
    return { revisions, total }
  }

  /** A file as it stood after a commit; `undefined` where it was not there. */
  async function read(trx: Scoped, file: string, revision: string): Promise<string | undefined> {
    const place = await existing(trx)
    const own = await trx
      .selectFrom('git_changes')
      .select('id')
      .where('commit', '=', revision)
      .limit(1)
      .executeTakeFirst()
    if (!own) throw new NotFound('GIT_REVISION_NOT_FOUND', texts.noRevision())
    try {
      const { blob } = await git.readBlob({ fs, ...place, oid: revision, filepath: file })
      return new TextDecoder().decode(blob)
    } catch (error) {
      if (error instanceof git.Errors.NotFoundError) return undefined
      throw error
    }
  }

  /** A file at two revisions, ready to be laid side by side; without `from`, against the commit that changed it before. */
  async function diff(
    trx: Scoped,
    file: string,
    to: string,
    from?: string,
  ): Promise<{ before: string; after: string; from: string | undefined; to: string }> {
    const after = (await read(trx, file, to)) ?? ''
    const against = from ?? (await previous(trx, file, to))
    return { before: against ? ((await read(trx, file, against)) ?? '') : '', after, from: against, to }
  }

  /** Brings a file back to how it stood after a commit, as a new commit. */
  async function revert(
    trx: Scoped,
    change: { file: string; revision: string; message: string; author: Author },
  ): Promise<string> {
    const text = await read(trx, change.file, change.revision)
    return commit(trx, { files: { [change.file]: text ?? null }, message: change.message, author: change.author })
  }

  return { commit, log, read, diff, revert }
}

async function previous(trx: Scoped, file: string, commit: string) {
  const own = trx.selectFrom('git_changes').select('id').where('path', '=', file).where('commit', '=', commit)
  const row = await trx
    .selectFrom('git_changes')
    .select('commit')
    .where('path', '=', file)
    .where('id', '<', own)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.commit
}

/** The newest commit of the tenant, locked until the transaction ends; empty before the first. */
async function lockedHead(trx: Scoped) {
  const row = await trx
    .insertInto('git_heads')
    .defaultValues()
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ updated_at: sql`clock_timestamp()` }))
    .returning('commit')
    .executeTakeFirstOrThrow()
  return row.commit
}

async function tenantOf(trx: Scoped) {
  const { rows } = await sql<{ tenant_id: string }>`select weft_tenant() as tenant_id`.execute(trx)
  return rows[0]!.tenant_id
}

const isPath = (file: string) => /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(file)
