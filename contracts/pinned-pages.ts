import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'

const page = z.strictObject({
  path: z
    .string()
    .regex(
      inWords(/^(\/[\w-]{1,100}){1,10}$/, { en: 'This does not name a page.', de: 'Das bezeichnet keine Seite.' }),
    ),
  /** Of a page about a record, which has no name of its own in each language: what the record is called. */
  title: z.string().trim().min(1).max(191).optional(),
  /** And the partner, tenant or project whose record it is. */
  owner_id: z.uuid().optional(),
})
const pages = z.array(page)

/** The pages somebody has pinned to their menu, in their order. */
export const pinnedPageContract = defineRoutes({
  'GET /pinned_pages': {
    operationId: 'readPinnedPages',
    summary: 'Read the own pinned pages',
    scope: 'user',
    answers: { 200: itemOf(z.object({ pages })) },
  },
  'PUT /pinned_pages': {
    operationId: 'changePinnedPages',
    summary: 'Choose and order the own pinned pages',
    scope: 'user',
    unaudited: 'what one likes to have at hand',
    body: z.strictObject({ pages: pages.max(50) }),
    answers: { 200: itemOf(z.object({ pages })) },
  },
})
export type PinnedPage = z.output<typeof page>
