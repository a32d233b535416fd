import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { z } from 'zod'

const rotate = {
  scope: 'branch',
  body: z.strictObject({ confirm: z.string().max(300) }),
  answers: { 200: itemOf(z.object({ api_token: z.string() })) },
} as const

/** A new api token for a partner or tenant. The old one is worth nothing at once, so the name has to be typed to confirm it. */
export const apiTokenContract = defineRoutes({
  'POST /clients/:id/rotate_token': {
    operationId: 'rotateTenantToken',
    summary: 'Replace the api token of a tenant',
    may: ['tenants', 'update'],
    ...rotate,
  },
  'POST /partners/:id/rotate_token': {
    operationId: 'rotatePartnerToken',
    summary: 'Replace the api token of a partner',
    may: ['partners', 'update'],
    ...rotate,
  },
})
