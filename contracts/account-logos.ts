import { itemOf, nothing } from '@weft/kit/contracts/answers.ts'
import { callsBelow } from '@weft/kit/contracts/below.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { z } from 'zod'

export const logo = itemOf(z.object({ logo: z.string() }))

const logosOf = (one: 'tenant' | 'partner') => {
  const [name, subject] = one === 'tenant' ? (['Tenant', 'tenants'] as const) : (['Partner', 'partners'] as const)
  const view = { scope: 'branch', may: [subject, 'view'] } as const
  return defineRoutes({
    'POST /:id/picture': {
      operationId: `upload${name}Logo`,
      summary: `Bring the logo of a ${one}`,
      ...view,
      consumes: ['multipart/form-data'],
      answers: { 201: logo },
    },
    'DELETE /:id/picture': {
      operationId: `delete${name}Logo`,
      summary: `Remove the logo of a ${one}`,
      ...view,
      answers: { 204: nothing },
    },
  })
}

/** The logo of a tenant or partner. */
export const accountLogoContract = {
  ...callsBelow('/clients', logosOf('tenant')),
  ...callsBelow('/partners', logosOf('partner')),
}
