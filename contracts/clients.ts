import { itemOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { callsBelow } from '@weft/kit/contracts/below.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { tenantDraft } from '@weft/kit/define/account-draft.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import { companyFields, isMoney } from '@weft/kit/define/company.ts'
import { workspaceDomain } from '@weft/kit/define/workspace.ts'
import { filteredBy, listMeta, someOf, sortedBy, yesOrNo } from '@weft/kit/http/list-query.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'
import { companySectionCalls } from './company-sections.ts'
import { connection } from './tenant-database.ts'
import { byHandQuery, provisioningRun } from './provisioning-runs.ts'
import { invitation } from './user-access.ts'

const health = ['failing', 'strained', 'healthy', 'idle'] as const
const status = ['created', 'initializing', 'initialized', 'active', 'deactivated', 'deleting'] as const
const { tenant_id: _t, partner_id: _p, name: _n, status: _s, search: _q, ...figureFields } = rows.tenant_figures.shape
/** How a tenant is doing, counted now and then. */
const figures = z.object(figureFields)
export type TenantFigures = z.input<typeof figures>
export const figureNames = Object.keys(figureFields) as (keyof typeof figureFields)[]
/** Columns of tenants themselves their list is sorted by. */
export const enteredNames = [
  'short',
  'number',
  'workspace',
  'created_at',
  'updated_at',
  'language',
  'partner_name',
] as const

const partnerOrNone = z.union([z.uuid(), z.literal('none')])
export const fleetQuery = filteredBy({
  status: z.enum(status),
  active: yesOrNo,
  language: z.string(),
  health: someOf(health),
  partner_id: partnerOrNone,
}).extend({
  partner_id: partnerOrNone.optional(),
  sort: sortedBy(['name', 'status', ...figureNames, ...enteredNames]),
})

const changes = changesOf({
  ...companyFields,
  number: z
    .string()
    .trim()
    .regex(
      inWords(/^\d{1,32}$/, {
        en: 'Please enter digits only, at most 32.',
        de: 'Bitte nur Ziffern eingeben, höchstens 32.',
      }),
    ),
  workspace: workspaceDomain,
  partner_id: z.uuid().nullable(),
  provider_user_id: z.uuid().nullable(),
  active: z.boolean(),
})
export type TenantChanges = z.output<typeof changes>
const bulk = z.strictObject({
  action: z.enum(['activate', 'deactivate', 'message']),
  ids: z.array(z.uuid()).max(10_000).optional(),
  filter: z.record(z.string(), z.string()).optional(),
  searchTerm: z.string().optional(),
  partner_id: partnerOrNone.optional(),
  title: z.string().trim().max(191).optional(),
  message: z.string().trim().max(2_000).optional(),
  level: z.enum(['info', 'success', 'warning', 'error']).optional(),
})

const lastJob = rows.jobs.pick({ status: true, created_at: true }).nullable()
const entry = rows.tenants.extend({
  uuid: z.string(),
  users: z.number(),
  partner: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
})
const tenant = entry.extend({
  provider_contact: rows.users
    .pick({ id: true, first_name: true, last_name: true, email: true, phone: true })
    .nullable(),
  last_job: lastJob,
  tenant: z.object({ tenantConnections: z.array(connection) }),
})

const view = { scope: 'branch', may: ['tenants', 'view'] } as const
const update = { scope: 'branch', may: ['tenants', 'update'] } as const
const change = { summary: 'Change a tenant', ...update, body: changes, answers: { 200: itemOf(tenant) } } as const

/** Tenants, called clients in paths. A new one is set up by the nine steps. */
export const clientContract = {
  ...defineRoutes({
    'GET /clients': {
      operationId: 'listTenants',
      summary: 'List tenants',
      ...view,
      query: fleetQuery,
      answers: {
        200: z.object({
          data: z.array(entry.extend({ figures, last_job: lastJob })),
          meta: listMeta.extend({ health: z.record(z.string(), z.number()) }),
        }),
      },
    },
    'POST /clients/bulk': {
      operationId: 'changeTenantsInBulk',
      summary: 'Activate, deactivate or send a message to many tenants, by ids or by the filter of the list',
      ...update,
      body: bulk,
      answers: {
        200: itemOf(
          z.object({
            affected: z.number(),
            refused: z.array(z.object({ id: z.string(), name: z.string(), status: oneOf(status) })),
            /** Of a message. */
            recipients: z.number().optional(),
          }),
        ),
      },
    },
    'GET /clients/:id': {
      operationId: 'readTenant',
      summary: 'Read a tenant',
      ...view,
      answers: { 200: itemOf(tenant) },
    },
    'POST /clients': {
      operationId: 'createTenant',
      summary: 'Create a tenant: runs the nine steps, or with by_hand begins a setup and does nothing yet',
      scope: 'branch',
      may: ['tenants', 'create'],
      query: byHandQuery,
      body: tenantDraft,
      answers: {
        201: z.union([
          itemOf(provisioningRun),
          itemOf(tenant.extend({ provisioning_run_id: z.string() })).extend({
            meta: z.object({ invitation }).optional(),
          }),
        ]),
      },
    },
    'PUT /clients/:id': { operationId: 'changeTenant', ...change },
    'POST /clients/:id': { operationId: 'changeTenantByPost', ...change },
  }),
  ...callsBelow(
    '/clients/:id',
    companySectionCalls({
      one: 'tenant',
      scope: 'branch',
      subject: (section) => (isMoney(section) ? 'billing' : 'tenants'),
    }),
  ),
}
