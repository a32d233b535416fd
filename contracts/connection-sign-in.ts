import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'

const callback = z.url({ protocol: /^https?$/ }).regex(
  inWords(/^[^?#]*\/oauth\/callback$/, {
    en: 'Please name the page /oauth/callback of this installation.',
    de: 'Bitte die Seite /oauth/callback dieser Installation nennen.',
  }),
)

/** A person signs in at a provider for a connection, by OAuth2. */
export const connectionSignInContract = defineRoutes({
  'POST /connections/:id/sign_in': {
    operationId: 'beginConnectionSignIn',
    summary: 'The address at which the caller signs in for the connection, once and within ten minutes',
    scope: 'project',
    may: ['connections', 'update'],
    peopleOnly: true,
    body: z.object({ callback }),
    answers: { 200: itemOf(z.object({ url: z.string() })) },
  },
  'POST /oauth/callback': {
    operationId: 'finishConnectionSignIn',
    summary: 'What the provider gave the caller, who has begun to sign in for a connection',
    scope: 'user',
    may: ['connections', 'update'],
    body: z.object({
      state: z.string().min(1).max(500),
      code: z.string().max(8_000).optional(),
      iss: z.string().max(2_000).optional(),
      error: z.string().max(500).optional(),
      error_description: z.string().max(4_000).optional(),
    }),
    answers: { 200: itemOf(z.object({ id: z.string(), label: z.string() })) },
  },
})
