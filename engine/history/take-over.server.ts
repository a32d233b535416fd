import { existsSync } from 'node:fs'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import git from 'isomorphic-git'
import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { folderFiles as fs } from './folder-files.server.ts'
import { keepChanged } from './keep.server.ts'

const texts = defineMessages({
  takenOver: {
    en: 'Definitions as they stood at the update',
    de: 'Definitionen, wie sie bei der Aktualisierung standen',
  },
})

const author = async () => ({ name: 'Weft', email: 'weft@localhost' })
type Folder = { gitdir: string; cache: object }

/**
 * What was kept in folders before objects were rows, taken over at the first start afterwards, tenant by tenant; and the first version of
 * whatever had none. Several servers may start at once: each tenant is taken over by one.
 */
export async function takeOverHistories(db: Database, home: string): Promise<number> {
  const tenants = await inScope(db, systemScope, async (trx) => {
    const open = await trx.selectFrom('git_heads').select('tenant_id').where('stored', '=', false).execute()
    const unkept = await trx
      .selectFrom('definitions')
      .select('tenant_id')
      .distinct()
      .where('unkept', '=', true)
      .execute()
    return [...new Set([...open, ...unkept].map(({ tenant_id }) => tenant_id))]
  })
  for (const tenant_id of tenants)
    await inScope(db, { level: 'tenant', tenant_id }, async (trx) => {
      await takeOver(trx, path.join(home, 'git', tenant_id))
      await keepChanged(trx, { author, language: 'en', message: say(texts.takenOver(), 'en') })
    })
  return tenants.length
}

async function takeOver(trx: Scoped, gitdir: string) {
  const head = await trx.selectFrom('git_heads').selectAll().where('stored', '=', false).forUpdate().executeTakeFirst()
  if (!head) return
  const folder = { gitdir, cache: {} }
  const isThere = existsSync(path.join(gitdir, 'HEAD'))
  const commits = isThere && head.commit ? await commitsFrom(folder, head.commit) : []
  for (const commit of commits) await takeCommit(trx, folder, commit)
  // Without its folder a history cannot go on from where it was: the next commit begins anew.
  const commit = commits.length > 0 ? head.commit : ''
  await trx.updateTable('git_heads').set({ stored: true, commit }).where('tenant_id', '=', head.tenant_id).execute()
}

/** Every commit up to this one, oldest first. */
async function commitsFrom(folder: Folder, head: string): Promise<string[]> {
  const commits: string[] = []
  for (let oid: string | undefined = head; oid;) {
    commits.push(oid)
    oid = (await git.readCommit({ fs, ...folder, oid })).commit.parent[0]
  }
  return commits.reverse()
}

async function takeCommit(trx: Scoped, folder: Folder, oid: string) {
  const objects = new Map<string, Buffer>()
  const { tree } = (await git.readCommit({ fs, ...folder, oid })).commit
  objects.set(oid, await wrapped(folder, oid))
  const blobs = await takeTree(trx, folder, { oid: tree, path: '' }, objects)
  await trx
    .insertInto('git_objects')
    .values([...objects].map(([name, data]) => ({ oid: name, data: deflateSync(data) })))
    .onConflict((conflict) => conflict.columns(['tenant_id', 'oid']).doNothing())
    .execute()
  const changes = await trx
    .selectFrom('git_changes')
    .select(['id', 'path', 'definition_id'])
    .where('commit', '=', oid)
    .execute()
  for (const change of changes) {
    const blob = blobs.get(change.path)
    if (!blob) continue
    await trx.updateTable('git_changes').set({ blob }).where('id', '=', change.id).execute()
    if (change.definition_id)
      await trx.updateTable('definitions').set({ blob }).where('id', '=', change.definition_id).execute()
  }
}

/** The objects of a tree that are no rows yet; answers every file of it. */
async function takeTree(
  trx: Scoped,
  folder: Folder,
  { oid, path: at }: { oid: string; path: string },
  objects: Map<string, Buffer>,
): Promise<Map<string, string>> {
  const blobs = new Map<string, string>()
  objects.set(oid, await wrapped(folder, oid))
  for (const entry of (await git.readTree({ fs, ...folder, oid })).tree) {
    const inside = { oid: entry.oid, path: at ? `${at}/${entry.path}` : entry.path }
    if (entry.type === 'tree')
      for (const [name, blob] of await takeTree(trx, folder, inside, objects)) blobs.set(name, blob)
    else {
      blobs.set(inside.path, entry.oid)
      if (!(await isRow(trx, entry.oid))) objects.set(entry.oid, await wrapped(folder, entry.oid))
    }
  }
  return blobs
}

const isRow = async (trx: Scoped, oid: string) =>
  (await trx.selectFrom('git_objects').select('oid').where('oid', '=', oid).executeTakeFirst()) !== undefined

/** An object with the head git puts before it, wherever it lies: on its own or in a pack. */
async function wrapped(folder: Folder, oid: string): Promise<Buffer> {
  const { object, type, format } = await git.readObject({ fs, ...folder, oid, format: 'content' })
  if (format !== 'content') throw new Error(`The object ${oid} was answered as ${format}.`)
  const bytes = Buffer.from(object as Uint8Array)
  return Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes])
}
