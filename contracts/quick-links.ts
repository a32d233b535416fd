import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'

const routes = z.array(z.string())

/** The screens somebody keeps at hand on their dashboard, by route name; null while they have chosen none. */
export const quickLinkContract = defineRoutes({
  'GET /quick_links': {
    operationId: 'readQuickLinks',
    summary: 'Read the own quick links',
    scope: 'user',
    answers: { 200: itemOf(z.object({ routes: routes.nullable() })) },
  },
  'PUT /quick_links': {
    operationId: 'changeQuickLinks',
    summary: 'Choose the own quick links',
    scope: 'user',
    unaudited: 'what one likes to have at hand',
    body: z.strictObject({
      routes: z
        .array(
          z
            .string()
            .regex(
              inWords(/^[a-z]\w{1,99}$/i, { en: 'This does not name a page.', de: 'Das bezeichnet keine Seite.' }),
            ),
        )
        .max(24),
    }),
    answers: { 200: itemOf(z.object({ routes })) },
  },
})
