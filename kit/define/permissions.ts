/** The ready-made roles. `admin` is the provider's; the next two are a partner's; the rest a tenant's. */
export const roles = ['admin', 'partner_admin', 'partner_staff', 'tenant_admin', 'developer', 'operator', 'analyst', 'viewer'] as const
export type Role = (typeof roles)[number]

/** view, create, update, delete, run, publish, export */
export type Action = 'view' | 'create' | 'update' | 'delete' | 'run' | 'publish' | 'export'

const letters: Record<string, Action> = { V: 'view', C: 'create', U: 'update', D: 'delete', R: 'run', P: 'publish', X: 'export' }
const all = 'VCUDRPX'

/** One row a subject, one column a role in the order of `roles`. Source: decisions 3.3. */
const matrix = {
  system: [all, '', '', '', '', '', '', ''],
  partners: [all, 'V', '', '', '', '', '', ''],
  tenants: [all, 'VCU', 'V', 'V', 'V', 'V', 'V', 'V'],
  users: [all, all, 'V', all, 'V', '', '', ''],
  billing: [all, 'VU', '', 'VU', '', '', '', ''],
  projects: [all, all, 'V', all, 'V', 'V', 'V', 'V'],
  workflows: ['VX', all, 'VR', all, 'VCURPX', 'VR', 'V', 'V'],
  structures: [all, all, 'V', all, 'VCUP', 'V', 'V', 'V'],
  records: ['V', 'VUX', 'V', all, 'VCUX', 'VU', 'VX', 'V'],
  insights: ['V', all, 'V', all, all, 'V', 'VCUX', 'V'],
  queries: ['R', 'R', '', 'R', 'R', '', 'R', ''],
  connections: ['V', 'VCU', 'V', all, 'VCUR', 'V', '', ''],
  jobs: ['VR', 'VR', 'VR', 'VR', 'VR', 'VR', 'V', 'V'],
  tokens: ['V', all, '', all, 'VCU', 'V', '', ''],
  audit: ['V', 'V', '', 'V', '', '', '', ''],
  own: [all, all, all, all, all, all, all, all],
} as const satisfies Record<string, readonly string[]>

export type Subject = keyof typeof matrix

const granted = new Map<string, ReadonlySet<Action>>(
  Object.entries(matrix).flatMap(([subject, columns]) =>
    columns.map((column, i) => [`${subject} ${roles[i]}`, new Set([...column].map((letter) => letters[letter]!))] as const),
  ),
)

/** Whether a role may do something with a subject, below the branch it belongs to. */
export const may = (role: Role, subject: Subject, action: Action) => granted.get(`${subject} ${role}`)!.has(action)

/** Every `subject.action` a role has, sorted: what the session tells the browser. */
export const permissionsOf = (role: Role) =>
  (Object.keys(matrix) as Subject[]).flatMap((subject) => [...granted.get(`${subject} ${role}`)!].map((action) => `${subject}.${action}` as const)).sort()
