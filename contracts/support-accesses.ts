import { itemOf, listOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { listQuery } from '@weft/kit/http/list-query.ts'
import { z } from 'zod'

const access = rows.support_accesses

/** The provider's and a partner's staff work inside a tenant only with an access they opened: for a reason, for a while. */
export const supportAccessContract = defineRoutes({
  'POST /clients/:id/support_accesses': {
    operationId: 'openSupportAccess',
    summary: 'Open a support access to a tenant',
    peopleOnly: true,
    scope: 'branch',
    may: ['tenants', 'view'],
    body: z.strictObject({
      reason: z.string().trim().min(3).max(500),
      minutes: z.int().min(5).max(480).default(60),
    }),
    answers: { 201: itemOf(access) },
  },
  'GET /clients/:id/support_accesses': {
    operationId: 'listSupportAccesses',
    summary: 'List the support accesses to a tenant',
    scope: 'branch',
    may: ['users', 'view'],
    query: listQuery,
    answers: { 200: listOf(access) },
  },
  'GET /support_accesses/open': {
    operationId: 'listOwnSupportAccesses',
    summary: 'The own support accesses that are open',
    scope: 'user',
    answers: { 200: itemOf(z.array(access)) },
  },
  'POST /support_accesses/:id/end': {
    operationId: 'endSupportAccess',
    summary: 'End a support access: the own one, or one to the own tenant',
    scope: 'user',
    answers: { 200: itemOf(access) },
  },
})
