import { user } from '@weft/catalogue/resources/user/user.ts'
import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { z } from 'zod'

const own = {
  salutation: true,
  title: true,
  first_name: true,
  last_name: true,
  job: true,
  company: true,
  phone: true,
  username: true,
  language: true,
} as const
const information = rows.users.pick(own)
export const ownFields = Object.keys(own) as (keyof typeof own)[]

/** What everybody may read and change of themselves: their own data. */
export const profileContract = defineRoutes({
  'GET /auth/me/information': {
    operationId: 'readOwnInformation',
    summary: 'Read the own personal information',
    scope: 'user',
    answers: { 200: itemOf(information.extend({ email: z.string() })) },
  },
  'PUT /auth/me/information': {
    operationId: 'changeOwnInformation',
    summary: 'Change the own personal information',
    scope: 'user',
    body: user.changes.pick(own),
    answers: { 200: itemOf(information) },
  },
})
