import { itemOf, listOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { storageChoice } from '@weft/kit/define/storage.ts'
import { listQuery } from '@weft/kit/http/list-query.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'
import { passwordSet } from './tenant-database.ts'
import { storageCheck } from './storage-check.ts'
import { invitation } from './user-access.ts'

/** Creating an account runs the nine steps at once, or answers a setup whose steps are run one by one. */
export const byHandQuery = z.object({ by_hand: z.stringbool().default(false) })

const firstUser = rows.users
  .pick({ email: true, first_name: true, last_name: true })
  .extend({ salutation: z.string().optional(), title: z.string().optional() })

/** What a step has made; each says what is its own. */
const result = z.object({
  database: z.string().optional(),
  username: z.string().optional(),
  password: passwordSet.optional(),
})

const step = rows.provisioning_steps.omit({ run_id: true }).extend({
  title: z.string(),
  result: result.catchall(z.any()),
  error: z.object({ code: z.string(), message: z.string(), detail: z.string() }).nullable(),
  duration_ms: z.number().nullable(),
})

/** The setup of a tenant or partner, with its steps. */
export const provisioningRun = rows.provisioning_runs
  .pick({ id: true, kind: true, state: true, tenant_id: true, created_at: true, updated_at: true })
  .extend({
    /** Says it is under way, but nobody works on it: its process has gone. */
    interrupted: z.boolean(),
    draft: z.object({
      name: z.string(),
      short: z.string(),
      workspace: z.string(),
      language: z.string() as z.ZodType<Language, string>,
      partner_id: z.string().nullable(),
      server_id: z.string().nullable(),
      user: firstUser,
    }),
    steps: z.array(step),
  })
export type ProvisioningRun = z.input<typeof provisioningRun>

const create = { scope: 'branch', may: ['tenants', 'create'] } as const
const gone = itemOf(provisioningRun).extend({ meta: z.object({ invitation }).optional() })

/** The nine steps that make a tenant or a partner: run all or one, look, take back. */
export const provisioningRunContract = defineRoutes({
  'GET /provisioning_runs': {
    operationId: 'listProvisioningRuns',
    summary: 'List setups of tenants and partners',
    ...create,
    query: listQuery.extend({ kind: z.enum(['tenant', 'partner']).optional() }),
    answers: { 200: listOf(provisioningRun) },
  },
  'GET /provisioning_runs/:id': {
    operationId: 'readProvisioningRun',
    summary: 'Read a setup with its steps',
    ...create,
    answers: { 200: itemOf(provisioningRun) },
  },
  'POST /provisioning_runs/:id/run': {
    operationId: 'runProvisioningRun',
    summary: 'Run every step that is not done, in order',
    ...create,
    answers: { 200: gone },
  },
  'POST /provisioning_runs/:id/steps/:key/run': {
    operationId: 'runProvisioningStep',
    summary: 'Run one step; earlier ones must be done',
    ...create,
    params: { key: z.string().max(64) },
    answers: { 200: gone },
  },
  'POST /provisioning_runs/:id/undo': {
    operationId: 'undoProvisioningRun',
    summary: 'Take back what was done, last step first',
    ...create,
    answers: { 200: gone },
  },
  'POST /provisioning_runs/storage_test': {
    operationId: 'testNewStorage',
    summary: 'Try a storage out before anything is made',
    ...create,
    body: storageChoice,
    answers: { 200: storageCheck },
  },
  'POST /provisioning_runs/:id/sftp_password': {
    operationId: 'revealSftpPassword',
    summary: 'The password of the SFTP user, said only once',
    ...create,
    answers: { 200: itemOf(z.object({ password: z.string() })) },
  },
})
