import { posix } from 'node:path'
import { log } from '@weft/kit/log/log.server.ts'
import type pg from 'pg'
import { runExclusiveInterval } from '../scheduler/exclusive-interval.server.ts'
import { nearestRule, type StorageRule } from '../storage/rules.server.ts'
import type { Storage } from '../storage/storage.ts'
import { isVersion, momentOf, versionsFolder } from '../storage/versions.server.ts'
import { archiveFolder } from './archive-logs.server.ts'

const fourTimesADay = 6 * 3_600_000
const dayMs = 86_400_000

/** Deletes files and earlier contents of files that are older than the rules of their folders keep them. */
export const startFileRules = (
  pool: pg.Pool,
  filesOf: (tenant_id: string) => Storage,
  { every_ms = fourTimesADay } = {},
) => runExclusiveInterval(pool, 'file rules', every_ms, () => applyFileRules(pool, filesOf))

/** One round. One tenant's storage may be away; the others' rules are kept all the same. Answers how many files went. */
export async function applyFileRules(
  pool: pg.Pool,
  filesOf: (tenant_id: string) => Storage,
  now = Date.now(),
): Promise<number> {
  const { rows } = await pool.query<StorageRule & { tenant_id: string }>(
    'select tenant_id, path, keep_versions, version_days, retention_days from storage_rules order by tenant_id, path',
  )
  let removed = 0
  for (const [tenant_id, rules] of Map.groupBy(rows, (row) => row.tenant_id))
    await applied(filesOf(tenant_id), rules, now).then(
      (count) => void (removed += count),
      (error: unknown) => log.warn({ err: error, tenant_id }, 'the rules of folders could not be kept'),
    )
  return removed
}

async function applied(storage: Storage, rules: readonly StorageRule[], now: number): Promise<number> {
  let removed = 0
  const folders = ['']
  while (folders.length > 0)
    for (const { kind, path, name, modified_at } of await storage.folder(folders.pop()!)) {
      if (kind === 'folder') {
        if (path !== archiveFolder) folders.push(path)
        continue
      }
      const version = isVersion(path)
      // A version lies in a folder that is called as its file.
      const own = version ? posix.dirname(path).slice(versionsFolder.length + 1) : path
      const rule = nearestRule(rules, own)
      const days = version ? rule?.version_days : rule?.retention_days
      const since = Date.parse((version && momentOf(name)) || modified_at)
      if (!days || now - since <= days * dayMs) continue
      await storage.remove(path)
      removed++
    }
  return removed
}
