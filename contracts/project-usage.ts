import { itemOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { z } from 'zod'

const queue = rows.queues
  .pick({ id: true, name: true, active: true, instances: true, max_memory: true, priority: true })
  .extend({ running: z.number(), waiting: z.number(), waiting_since: z.string().nullable() })
const parts = (names: readonly string[]) => z.object(Object.fromEntries(names.map((name) => [name, z.number()])))

const usage = z.object({
  limits: z.object({ instances: z.number(), memory: z.number(), megabytes: z.number(), log_days: z.number() }),
  /** What the project’s runs may lie in: its own queues and those of the whole tenant. */
  queues: z.array(queue.extend({ shared: z.boolean() })),
  /** Since the first of the month, in UTC; what the tenant’s other projects use counts against the same plan. */
  month: z.object({
    from: z.string(),
    runs: z.number(),
    records: z.number(),
    tenant_runs: z.number(),
    tenant_records: z.number(),
    plan: z
      .object({ name: z.string(), included_runs: z.number(), included_records: z.number(), included_gb: z.number() })
      .nullable(),
  }),
  /** Of the whole tenant, as it was measured last; nothing where it never was. */
  storage: z.object({
    kind: oneOf(['local', 'ftp', 'sftp']),
    measured: z.object({ at: z.string(), database_bytes: z.number(), file_bytes: z.number() }).nullable(),
  }),
  /** The structures with most records; `about` where they are estimated, nothing where the database cannot be reached. */
  structures: z
    .object({
      total: z.number(),
      largest: z.array(z.object({ id: z.string(), label: z.string(), records: z.number(), about: z.boolean() })),
    })
    .nullable(),
  workflows: parts(['total', 'active']).nullable(),
  connections: parts(['own', 'shared', 'broken']).nullable(),
  tokens: parts(['total', 'active']).nullable(),
  service_accounts: parts(['own', 'shared', 'active']).nullable(),
  agents: parts(['total', 'connected']).nullable(),
})
export type ProjectUsage = z.input<typeof usage>

/** What a project may use, uses and shares. */
export const projectUsageContract = defineRoutes({
  'GET /project_usage': {
    operationId: 'readProjectUsage',
    summary: 'Limits, usage and shared things of the project; parts the caller may not see are null',
    scope: 'project',
    may: ['projects', 'view'],
    answers: { 200: itemOf(usage) },
  },
})
