import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { cleanPath } from './storage-path.server.ts'

/** What becomes of the files of a folder and those below it. */
export type StorageRule = { path: string; keep_versions: number; version_days: number; retention_days: number | null }

const knownMs = 5_000

/** The rule of the nearest folder around a path. */
export function nearestRule<R extends Pick<StorageRule, 'path'>>(rules: readonly R[], path: string): R | undefined {
  const place = cleanPath(path)
  return rules
    .filter((rule) => rule.path === '' || place.startsWith(`${rule.path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0]
}

/** The rules of tenants, asked again after some seconds. */
export function openStorageRules(db: Database) {
  const known = new Map<string, { rules: Promise<StorageRule[]>; until: number }>()
  const rulesOf = (tenant_id: string): Promise<StorageRule[]> => {
    const current = known.get(tenant_id)
    if (current && current.until > Date.now()) return current.rules
    const rules = inScope(db, systemScope, (trx) =>
      trx
        .selectFrom('storage_rules')
        .select(['path', 'keep_versions', 'version_days', 'retention_days'])
        .where('tenant_id', '=', tenant_id)
        .execute(),
    )
    known.set(tenant_id, { rules, until: Date.now() + knownMs })
    rules.catch(() => known.delete(tenant_id))
    return rules
  }
  return {
    of: async (tenant_id: string, path: string) => nearestRule(await rulesOf(tenant_id), path),
    forget: (tenant_id: string) => void known.delete(tenant_id),
  }
}
