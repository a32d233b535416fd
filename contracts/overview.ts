import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { z } from 'zod'

/** Jobs of the last 24 hours, oldest hour first, and what is open now. */
const jobs = z.object({
  by_status: z.record(z.string(), z.number()),
  by_hour: z.array(z.number()),
  total: z.number(),
  records: z.number(),
  records_by_hour: z.array(z.number()),
  rejected: z.number(),
  now: z.object({ pending: z.number(), running: z.number(), waiting: z.number() }),
})
export type JobFigures = z.input<typeof jobs>

const accounts = z.object({
  tenants: z.object({ total: z.number(), by_status: z.record(z.string(), z.number()) }),
  users: z.number(),
  unfinished_setups: z.number(),
  latest_tenants: z.array(rows.tenants.pick({ id: true, name: true, workspace: true, status: true, created_at: true })),
  jobs,
})

/** The figures of the welcome pages, each counted when it is asked for. */
export const overviewContract = defineRoutes({
  'GET /overview/provider': {
    operationId: 'readProviderOverview',
    summary: 'Figures of the whole installation',
    scope: 'provider',
    may: ['tenants', 'view'],
    answers: {
      200: itemOf(
        accounts.extend({
          partners: z.number(),
          servers: z.number(),
          alerts: z.array(rows.alerts.pick({ id: true, kind: true, name: true, began_at: true })),
        }),
      ),
    },
  },
  'GET /overview/partner': {
    operationId: 'readPartnerOverview',
    summary: 'Figures of a partner',
    scope: 'partner',
    may: ['tenants', 'view'],
    answers: { 200: itemOf(accounts) },
  },
  'GET /overview/tenant': {
    operationId: 'readTenantOverview',
    summary: 'Figures of a tenant',
    scope: 'tenant',
    may: ['tenants', 'view'],
    answers: {
      200: itemOf(
        z.object({
          projects: z.number(),
          users: z.number(),
          queues: z.number(),
          structures: z.number(),
          workflows: z.number(),
          busiest_queues: z.array(
            rows.queues
              .pick({ id: true, name: true, active: true, instances: true })
              .extend({ pending: z.number(), running: z.number() }),
          ),
          database_bytes: z.number().nullable(),
          jobs,
        }),
      ),
    },
  },
})
