import { itemOf, listOf, nothing, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { filteredBy, listMeta, sortedBy } from '@weft/kit/http/list-query.ts'
import { z } from 'zod'

export const queueSorts = [
  'name',
  'tenant_name',
  'priority',
  'active',
  'pending',
  'running',
  'waiting',
  'oldest_at',
] as const

const worker = z.object({
  pid: z.number(),
  limit_mb: z.number(),
  used_mb: z.number().nullable(),
  busy: z.boolean(),
  job_id: z.string().nullable(),
  since: z.string().nullable(),
  job: z.object({ id: z.string(), workflow_label: z.string(), tenant_name: z.string() }).nullable(),
})
const command = rows.supervisor_commands.omit({ asked_by: true }).extend({ asked_by_name: z.string().nullable() })
const machine = rows.supervisors.extend({
  /** What it runs with; null until it is generated. */
  configuration: z.object({ places: z.number(), warm_workers: z.number(), processors: z.number() }).nullable(),
  silent: z.boolean(),
  outdated: z.boolean(),
  workers: z.array(worker),
  commands: z.array(command),
})
const interruption = z
  .object({
    /** `finishing`: what runs is being finished on some machine. `stopped`: no machine takes jobs. */
    kind: oneOf(['finishing', 'stopped']),
    /** The workers start again by themselves. */
    restarts: z.boolean(),
    machines: z.object({ all: z.number(), running: z.number() }),
  })
  .nullable()
const load = z.object({
  pending: z.number(),
  running: z.number(),
  waiting: z.number(),
  oldest_at: z.string().nullable(),
})
const queue = rows.queues
  .pick({ id: true, name: true, tenant_id: true, priority: true, active: true, instances: true })
  .extend({
    tenant_name: z.string(),
    ...load.shape,
    workers: z.number(),
    finished_last_hour: z.number(),
    failed_last_hour: z.number(),
    /** What left the queue in the last hour, in steps of five minutes. */
    throughput: z.array(z.number()),
  })
export type QueueRow = z.input<typeof queue>
const states = load.extend({ all: z.number(), paused: z.number(), backlog: z.number(), working: z.number() })

const restoration = rows.restorations.pick({ made_at: true, restored_at: true }).extend({
  /** Runs that were under way at that moment, at most a hundred, and how many they are in all. */
  under_way: z.array(
    z.object({
      id: z.string(),
      workflow: z.string(),
      tenant: z.string(),
      since: z.string(),
      records_out: z.number(),
    }),
  ),
  under_way_count: z.number(),
  /** Jobs that waited for their turn at that moment, and those that have come since it was restored. */
  queued: z.number(),
  arrived: z.number(),
  /** Schedules whose time has come since. */
  schedules_due: z.number(),
})

const run = { scope: 'provider', may: ['system', 'run'] } as const
const ask = {
  ...run,
  body: z.strictObject({ id: z.uuid().optional() }).nullish(),
  answers: {
    202: itemOf(
      z.array(rows.supervisor_commands.pick({ id: true, action: true, state: true }).extend({ machine: z.string() })),
    ),
  },
} as const
const switched = { 200: itemOf(rows.queues.pick({ id: true, name: true, active: true })) }

/** The machines that run jobs, and the queues of all tenants. */
export const supervisorContract = defineRoutes({
  'GET /supervisor': {
    operationId: 'listMachines',
    summary: 'List the machines with their supervisors, workers and last commands',
    scope: 'provider',
    may: ['system', 'view'],
    answers: { 200: z.object({ data: z.array(machine), meta: z.object({ interruption }) }) },
  },
  'POST /supervisor/generate_config': {
    operationId: 'generateMachineConfigurations',
    summary: 'Generate the configuration: one machine, or all; answers whether each has taken it up',
    ...ask,
  },
  'POST /supervisor/start': {
    operationId: 'startMachines',
    summary: 'Start: one machine, or all; answers whether each has taken it up',
    ...ask,
  },
  'POST /supervisor/restart': {
    operationId: 'restartMachines',
    summary:
      'Let running jobs end, then start the workers again: one machine, or all; answers whether each has taken it up',
    ...ask,
  },
  'POST /supervisor/stop': {
    operationId: 'stopMachines',
    summary: 'Stop behind the batches under way: one machine, or all; answers whether each has taken it up',
    ...ask,
  },
  'POST /supervisor/drain': {
    operationId: 'drainMachines',
    summary: 'Let running jobs end, then stop: one machine, or all; answers whether each has taken it up',
    ...ask,
  },
  'GET /supervisor/restoration': {
    operationId: 'readRestoration',
    summary:
      'What waits since this installation was restored from a backup, and what may be lost or repeated; null once it was released',
    scope: 'provider',
    may: ['system', 'view'],
    answers: { 200: itemOf(restoration.nullable()) },
  },
  'POST /supervisor/release': {
    operationId: 'releaseRestoration',
    summary: 'Let schedules, webhooks and jobs of a restored installation go on',
    ...run,
    answers: { 204: nothing },
  },
  'DELETE /supervisor/machines/:id': {
    operationId: 'deleteMachine',
    summary: 'Forget a machine that is gone',
    scope: 'provider',
    may: ['system', 'delete'],
    answers: { 204: nothing },
  },
  'GET /supervisor/queues': {
    operationId: 'listSupervisorQueues',
    summary: 'List the queues of all tenants; filter by state (paused, backlog, working) and tenant_id',
    scope: 'provider',
    may: ['system', 'view'],
    query: filteredBy({ state: z.enum(['paused', 'backlog', 'working']), tenant_id: z.uuid() }).extend({
      sort: sortedBy(queueSorts),
    }),
    answers: { 200: listOf(queue).extend({ meta: listMeta.extend({ states }) }) },
  },
  'POST /supervisor/queues/:id/pause': {
    operationId: 'pauseQueue',
    summary: 'Stop the queue of a tenant: what runs ends, the rest waits',
    ...run,
    answers: switched,
  },
  'POST /supervisor/queues/:id/resume': {
    operationId: 'resumeQueue',
    summary: 'Go on with the queue of a tenant',
    ...run,
    answers: switched,
  },
  'GET /queues/interruption': {
    operationId: 'readQueueInterruption',
    summary: 'Whether the queues are interrupted, and which of the tenant’s own are stopped',
    scope: 'tenant',
    may: ['jobs', 'view'],
    answers: {
      200: itemOf(
        z.object({
          interruption,
          running: z.number(),
          stopped: z.array(rows.queues.pick({ id: true, name: true })),
        }),
      ),
    },
  },
})
