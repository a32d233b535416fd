import { isListed } from '@weft/kit/define/ip-range.ts'
import {
  basePermissions,
  isReadyMade,
  maxPermissionsFor,
  readyMade,
  type UserKind,
} from '@weft/kit/define/permissions.ts'
import type { Database } from '@weft/kit/database/connect.server.ts'
import { sql } from 'kysely'

/** An active list for the route at hand: from where it may be called, and by whom if not by everybody. */
export type RouteAllowlist = { addresses: string[]; public: boolean; users: string[] }
type OwnRole = { id: string; updated_at: string; permissions: string[] }
export type Rights = { own_role: OwnRole | null; gates: RouteAllowlist[] | null; support_access_id: string | null }

const readyMadeSets = new Map<string, ReadonlySet<string>>()
const ownSets = new Map<string, { of: string; permissions: ReadonlySet<string> }>()

/**
 * What somebody may do: the permissions of their ready-made role, or those of their company's own role, never beyond
 * what their kind of user can have.
 */
export function permissionsFor(kind: UserKind, role: string, own: OwnRole | null): ReadonlySet<string> {
  if (isReadyMade(role)) {
    const known = readyMadeSets.get(role)
    if (known) return known
    const made = new Set<string>(readyMade(role))
    readyMadeSets.set(role, made)
    return made
  }
  if (!own) return new Set(basePermissions)
  const of = `${own.updated_at} ${kind}`
  const known = ownSets.get(own.id)
  if (known?.of === of) return known.permissions
  const most = maxPermissionsFor(kind)
  const permissions = new Set<string>([
    ...own.permissions.filter((permission) => (most as ReadonlySet<string>).has(permission)),
    ...basePermissions,
  ])
  if (ownSets.size > 10_000) ownSets.clear()
  ownSets.set(own.id, { of, permissions })
  return permissions
}

const listed = new Map<string, string[]>()

/** The names under which a list may mean a route: itself, and every `…/*` above it. `/api/app/notes/:id` → `/notes/:id`, `/notes/:id/*`, `/notes/*`, `/*`. */
export function routePatterns(url: string): string[] {
  const known = listed.get(url)
  if (known) return known
  const route = url.replace(/^\/api\/(admin|app)(?=\/)/, '')
  const parts = route.split('/').slice(1)
  const names = [route, ...parts.map((_, i) => `/${parts.slice(0, parts.length - i).join('/')}/*`), '/*']
  listed.set(url, names)
  return names
}

/** Whether the lists let somebody through: without any everybody, otherwise whoever one of them knows. */
export const isAllowed = (
  gates: RouteAllowlist[] | null,
  { address, user_id }: { address: string; user_id?: string | undefined },
) =>
  !gates ||
  gates.some(
    (gate) =>
      isListed(address, gate.addresses) && (gate.public || (user_id !== undefined && gate.users.includes(user_id))),
  )

/**
 * The same for a route that nobody has to be signed in for; at a sign-in the user is known once the password was right.
 */
export async function isAllowedUnknown(
  db: Database,
  url: string,
  address: string,
  user: { id: string; tenant_id: string | null } | undefined,
): Promise<boolean> {
  const caller = JSON.stringify(user ? { tenant_id: user.tenant_id } : {})
  const { rows } =
    await sql<Rights>`select * from weft_rights(${caller}::jsonb, null, ${routePatterns(url)}::text[])`.execute(db)
  return isAllowed(rows[0]?.gates ?? null, { address, user_id: user?.id })
}
