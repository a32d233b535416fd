import { partner as resource } from '@weft/catalogue/resources/partner/partner.ts'
import { partnerProfile } from '@weft/catalogue/resources/partner/partner-profile.ts'
import { itemOf, listOf } from '@weft/kit/contracts/answers.ts'
import { callsBelow } from '@weft/kit/contracts/below.ts'
import { listQueryOf } from '@weft/kit/contracts/resource.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { shapeOf } from '@weft/kit/contracts/shape.ts'
import { partnerDraft } from '@weft/kit/define/account-draft.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import { z } from 'zod'
import { companySectionCalls } from './company-sections.ts'
import { byHandQuery, provisioningRun } from './provisioning-runs.ts'
import { invitation } from './user-access.ts'

/** How the tenants of a partner are doing: the worst of them, and what adds up. */
const figures = rows.tenant_figures.pick({
  health: true,
  last_success_at: true,
  failed_jobs: true,
  open_errors: true,
  waiting_since: true,
  storage_bytes: true,
})
const counted = rows.partners.extend({ tenants: z.number(), users: z.number(), figures: figures.nullable() })
export type PartnerRow = z.input<typeof rows.partners>

const view = { scope: 'branch', may: ['partners', 'view'] } as const
const change = {
  summary: 'Change a partner',
  scope: 'branch',
  may: ['partners', 'update'],
  body: resource.changes,
  answers: { 200: itemOf(rows.partners) },
} as const

/** Partners are set up by the nine steps, as tenants are. */
export const partnerContract = {
  ...defineRoutes({
    'GET /partners': {
      operationId: 'listPartners',
      summary: 'List partners',
      ...view,
      query: listQueryOf(resource),
      answers: { 200: listOf(counted) },
    },
    'GET /partners/:id': {
      operationId: 'readPartner',
      summary: 'Read a partner',
      ...view,
      answers: { 200: itemOf(counted) },
    },
    'POST /partners': {
      operationId: 'createPartner',
      summary: 'Create a partner: runs the nine steps, or with by_hand begins a setup and does nothing yet',
      scope: 'provider',
      may: ['partners', 'create'],
      query: byHandQuery,
      body: partnerDraft,
      answers: {
        201: z.union([
          itemOf(provisioningRun),
          itemOf(rows.partners.extend({ provisioning_run_id: z.string() })).extend({
            meta: z.object({ invitation }).optional(),
          }),
        ]),
      },
    },
    'PUT /partners/:id': { operationId: 'changePartner', ...change },
    'POST /partners/:id': { operationId: 'changePartnerByPost', ...change },
  }),
  ...callsBelow('/partners/:id', companySectionCalls({ one: 'partner', scope: 'branch', subject: () => 'partners' })),
}

const profile = { 200: itemOf(shapeOf(partnerProfile)) }

/** What the partner that is worked for says about itself. */
export const partnerProfileContract = defineRoutes({
  'GET /partner_profile': {
    operationId: 'readPartnerProfile',
    summary: 'Read what a partner says about itself',
    scope: 'partner',
    may: ['company', 'view'],
    answers: profile,
  },
  'PUT /partner_profile': {
    operationId: 'changePartnerProfile',
    summary: 'Change what a partner says about itself',
    scope: 'partner',
    may: ['company', 'update'],
    body: changesOf(partnerProfile.shape),
    answers: profile,
  },
})
