import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { z } from 'zod'

const page = z.object({ slug: z.string(), title: z.string(), text: z.string() })
export type HandbookPage = z.output<typeof page>

/** The help centre: whom to turn to, and the handbook; and what the provider says before the sign-in. */
export const helpContract = defineRoutes({
  'GET /help/contact': {
    operationId: 'readContact',
    summary: 'Whom to turn to',
    scope: 'user',
    answers: {
      200: itemOf(
        z.object({
          provider: z.object({ name: z.string(), email: z.string(), phone: z.string(), hours: z.string() }),
          contact_person: z.string(),
          mailed: z.boolean(),
          partner: rows.partners
            .pick({ name: true, email: true, phone: true, website: true, about: true })
            .extend({
              persons: z.array(
                rows.contact_persons.pick({ id: true, name: true, position: true, email: true, phone: true }),
              ),
              services: z.array(rows.partner_services.pick({ id: true, name: true, description: true })),
            })
            .nullable(),
        }),
      ),
    },
  },
  'GET /help/documentation': {
    operationId: 'readHandbook',
    summary: 'Read the handbook in the language of the request',
    scope: 'user',
    answers: { 200: itemOf(z.array(page)) },
  },
  'GET /legal': {
    operationId: 'readLegalTexts',
    summary: 'Read imprint and privacy policy in the language of the request',
    scope: 'public',
    answers: { 200: itemOf(z.object({ imprint: z.string(), privacy: z.string() })) },
  },
})
