import { resources } from '@weft/catalogue/resources/all.ts'
import { resourceContract, type ResourceContract, type Verb } from '@weft/kit/contracts/resource.ts'

/** Verbs that need more than a row: their calls stand in the contract of their subject. */
const byHand = {
  announcements: ['create', 'update', 'delete'],
  config_values: ['list', 'get', 'create', 'update'],
  connections: ['list', 'get', 'create', 'update', 'delete'],
  dashboards: ['create', 'update'],
  data_sets: ['create', 'update', 'delete'],
  data_structures: ['list', 'get', 'create', 'update', 'delete'],
  dynamic_models: ['create', 'update'],
  functions: ['create', 'update', 'delete'],
  insights: ['create', 'update'],
  mappings: ['get', 'create', 'update', 'delete'],
  mail_logs: ['list', 'get', 'create', 'update', 'delete'],
  mail_recipients: ['create', 'update'],
  media: ['create', 'update', 'delete'],
  partners: ['list', 'get', 'create', 'update', 'delete'],
  projects: ['create', 'update', 'delete'],
  queries: ['list', 'get', 'create', 'update', 'delete'],
  queues: ['create', 'update'],
  roles: ['list', 'get', 'create', 'update', 'delete'],
  route_whitelists: ['list', 'get', 'create', 'update', 'delete'],
  service_accounts: ['list', 'get', 'create', 'update', 'delete'],
  text_templates: ['create', 'update'],
  users: ['list', 'get', 'create', 'update', 'delete'],
  variables: ['list', 'get', 'create', 'update', 'delete'],
  workflow_tokens: ['create', 'update'],
  workflows: ['list', 'get', 'create', 'update', 'delete'],
} as const satisfies Partial<Record<(typeof resources)[number]['path'], readonly Verb[]>>

type ByHand<Path> = Path extends keyof typeof byHand ? (typeof byHand)[Path][number] : never
type ContractOf<R> = R extends (typeof resources)[number] ? ResourceContract<R, ByHand<R['path']>> : never
type Flat<T> = { [K in T extends unknown ? keyof T : never]: T extends Record<K & string, infer V> ? V : never }

/** The verbs of a resource whose calls stand in a contract of their own. */
export const verbsByHand = (path: string): readonly Verb[] => (byHand as Record<string, readonly Verb[]>)[path] ?? []

/** What every resource has and needs no handler of its own for. */
export const resourceContracts = Object.assign(
  {},
  ...resources.map((resource) => resourceContract(resource, verbsByHand(resource.path))),
) as Flat<ContractOf<(typeof resources)[number]>>
