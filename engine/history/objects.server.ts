import { createHash } from 'node:crypto'
import { inflate } from 'node:zlib'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { Scoped } from '@weft/kit/database/connect.server.ts'

const inflated = promisify(inflate)
const missing = () => Object.assign(new Error('There is no such object.'), { code: 'ENOENT' })
const nothing = async (): Promise<never> => Promise.reject(missing())
const oidOf = (file: string) => /objects\/([0-9a-f]{2})\/([0-9a-f]{38})$/.exec(file)?.slice(1).join('')

/** Where the git library finds the objects of the tenant of a transaction. */
export type Place = ReturnType<typeof openObjects>

/**
 * The rows of objects as the file system the git library works on: it reads them one by one and writes into memory; `flush` inserts what
 * is new in one statement. Objects are named by what they say, so one that is there already is the same.
 */
export function openObjects(trx: Scoped, { draft = false }: { draft?: boolean } = {}) {
  const written = new Map<string, Uint8Array>()

  async function readFile(file: string) {
    const oid = oidOf(file)
    if (!oid) throw missing()
    const fresh = written.get(oid)
    if (fresh) return Buffer.from(fresh)
    const row = await trx.selectFrom('git_objects').select('data').where('oid', '=', oid).executeTakeFirst()
    if (!row) throw missing()
    return row.data
  }

  async function writeFile(file: string, data: Uint8Array) {
    const oid = oidOf(file)
    if (!oid) throw missing()
    written.set(oid, data)
  }

  async function flush() {
    if (written.size === 0) return
    await trx
      .insertInto('git_objects')
      .values([...written].map(([oid, data]) => ({ oid, data: Buffer.from(data), draft })))
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'oid'])
          .doUpdateSet({ draft: false })
          // What only drafts needed is now part of a version.
          .where((eb) => eb.and([eb('git_objects.draft', '=', true), sql<boolean>`not excluded.draft`])),
      )
      .execute()
  }

  const mkdir = async () => {}
  const fs = {
    promises: {
      readFile,
      writeFile,
      mkdir,
      readdir: async () => [],
      stat: nothing,
      lstat: nothing,
      unlink: nothing,
      rmdir: nothing,
      readlink: nothing,
      symlink: nothing,
    },
  }
  return { fs, gitdir: '', cache: {}, flush, written: () => [...written.keys()] }
}

/** The text an object keeps. */
export async function readText(trx: Scoped, oid: string): Promise<string | undefined> {
  const row = await trx.selectFrom('git_objects').select('data').where('oid', '=', oid).executeTakeFirst()
  if (!row) return undefined
  const whole = await inflated(row.data)
  return whole.subarray(whole.indexOf(0) + 1).toString('utf8')
}

/** What git calls a text. */
export function oidOfText(text: string): string {
  const bytes = Buffer.from(text)
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
