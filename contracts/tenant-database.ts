import { itemOf } from '@weft/kit/contracts/answers.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { z } from 'zod'

/** A password as answers tell of it. */
export const passwordSet = z.object({ set: z.boolean() })

/** The connection of a tenant to its database, as the browser may know it. */
export const connection = rows.tenant_connections
  .omit({ tenant_id: true, created_at: true })
  .extend({ rotating: z.boolean(), password: passwordSet })

/** What signing in to a database server came to. */
export const signInAttempt = itemOf(
  z.object({
    ok: z.boolean(),
    version: z.string().nullable(),
    message: z.string().nullable(),
    detail: z.string().nullable(),
    milliseconds: z.number(),
  }),
)
