/** The ready-made roles. `admin` is the provider's; the next two are a partner's; the rest a tenant's. */
const roles = [
  'admin',
  'partner_admin',
  'partner_staff',
  'tenant_admin',
  'developer',
  'operator',
  'analyst',
  'viewer',
] as const
export type Role = (typeof roles)[number]

/** Whose users somebody is one of, and the ready-made roles there are for them. */
export type UserKind = 'admin' | 'partner' | 'client'
export const rolesOf: Record<UserKind, readonly Role[]> = {
  admin: ['admin'],
  partner: ['partner_admin', 'partner_staff'],
  client: ['tenant_admin', 'developer', 'operator', 'analyst', 'viewer'],
}
export const isReadyMade = (role: string): role is Role => (roles as readonly string[]).includes(role)

export const actions = ['view', 'create', 'update', 'delete', 'run', 'publish', 'export'] as const
export type PermissionAction = (typeof actions)[number]

const letters: Record<string, PermissionAction> = {
  V: 'view',
  C: 'create',
  U: 'update',
  D: 'delete',
  R: 'run',
  P: 'publish',
  X: 'export',
}
const all = 'VCUDRPX'

/** One row a subject, one column a role in the order of `roles`. Source: decisions 3.3. */
const matrix = {
  system: [all, '', '', '', '', '', '', ''],
  partners: [all, 'V', '', '', '', '', '', ''],
  tenants: [all, 'VCU', 'V', 'V', 'V', 'V', 'V', 'V'],
  company: [all, all, 'V', 'VU', 'V', 'V', 'V', 'V'],
  users: [all, all, 'V', all, 'V', '', '', ''],
  billing: [all, 'VU', '', 'VU', '', '', '', ''],
  projects: [all, all, 'V', all, 'V', 'V', 'V', 'V'],
  workflows: ['VX', all, 'VR', all, 'VCURPX', 'VR', 'V', 'V'],
  structures: [all, all, 'V', all, 'VCUP', 'V', 'V', 'V'],
  records: ['V', 'VUX', 'V', all, 'VCUX', 'VU', 'VX', 'V'],
  insights: ['V', all, 'V', all, all, 'V', 'VCUX', 'V'],
  queries: ['R', 'R', '', 'R', 'R', '', 'R', ''],
  connections: ['V', 'VCU', 'V', all, 'VCUR', 'V', '', ''],
  agents: ['V', 'V', 'V', all, 'V', 'V', '', ''],
  jobs: ['VR', 'VR', 'VR', 'VR', 'VR', 'VR', 'V', 'V'],
  tokens: ['V', all, '', all, 'VCU', 'V', '', ''],
  audit: ['V', 'V', '', 'V', '', '', '', ''],
  own: [all, all, all, all, all, all, all, all],
} as const satisfies Record<string, readonly string[]>

export type Subject = keyof typeof matrix
export type Permission = `${Subject}.${PermissionAction}`
export const subjects = Object.keys(matrix) as Subject[]
export const permissions = subjects.flatMap((subject) => actions.map((action): Permission => `${subject}.${action}`))

const granted = new Map<Role, ReadonlySet<Permission>>(
  roles.map((role, i) => [
    role,
    new Set(
      subjects.flatMap((subject) =>
        [...matrix[subject][i]!].map((letter): Permission => `${subject}.${letters[letter]!}`),
      ),
    ),
  ]),
)

/** Somebody with permissions: the caller of a request, or a role. */
export type Permitted = { permissions: ReadonlySet<string> }

/**
 * Whether somebody may do something with a subject, below the branch they belong to. Every decision in the server is
 * this line.
 */
export const can = ({ permissions }: Permitted, subject: Subject, action: PermissionAction) =>
  permissions.has(`${subject}.${action}`)

/** Every permission of a ready-made role; none of any other. */
export const readyMade = (role: string): ReadonlySet<Permission> => (isReadyMade(role) ? granted.get(role)! : new Set())

/** What everybody may do with what is their own; no role gives or takes it. */
export const basePermissions = permissions.filter((permission) => permission.startsWith('own.'))

/**
 * The most that any user of a kind may be allowed: what one of the ready-made roles for that kind has. An own role
 * cannot go beyond.
 */
export const maxPermissionsFor = (kind: UserKind): ReadonlySet<Permission> =>
  new Set(rolesOf[kind].flatMap((role) => [...granted.get(role)!]))

/** What of `wanted` goes beyond what `allowed` has. */
export const excessPermissions = (wanted: Iterable<string>, allowed: ReadonlySet<string>) =>
  [...wanted].filter((permission) => !allowed.has(permission))
