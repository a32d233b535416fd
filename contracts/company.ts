import { itemOf, nothing, oneOf } from '@weft/kit/contracts/answers.ts'
import { callsBelow } from '@weft/kit/contracts/below.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { shapesOf } from '@weft/kit/contracts/shape.ts'
import { companyFields, isMoney } from '@weft/kit/define/company.ts'
import { z } from 'zod'
import { logo } from './account-logos.ts'
import { companySectionCalls } from './company-sections.ts'

const update = { scope: 'provider', may: ['company', 'update'] } as const

/** The caller's own company: the provider's, their partner's or their tenant's. */
export const companyContract = {
  ...defineRoutes({
    'GET /company': {
      operationId: 'readCompany',
      summary: 'Read the own company',
      scope: 'branch',
      may: ['company', 'view'],
      answers: {
        200: itemOf(
          z.object({ ...shapesOf(companyFields), updated_at: z.string() }).extend({
            language: oneOf(['de', 'en']),
            /** The provider's; partners and tenants have theirs elsewhere. */
            logo: z.string().optional(),
          }),
        ),
      },
    },
    'POST /company/picture': {
      operationId: 'uploadCompanyLogo',
      summary: 'Bring the logo of the own company',
      ...update,
      consumes: ['multipart/form-data'],
      answers: { 201: logo },
    },
    'DELETE /company/picture': {
      operationId: 'deleteCompanyLogo',
      summary: 'Remove the logo of the own company',
      ...update,
      answers: { 204: nothing },
    },
  }),
  ...callsBelow(
    '/company',
    companySectionCalls({
      one: 'company',
      scope: 'branch',
      subject: (section) => (isMoney(section) ? 'billing' : 'company'),
    }),
  ),
}
