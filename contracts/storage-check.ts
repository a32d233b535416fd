import { itemOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { z } from 'zod'

/** What trying a storage out has found, step by step. */
export const storageCheck = itemOf(
  z.object({
    ok: z.boolean(),
    host_key: z.string(),
    fingerprint: z.string(),
    steps: z.array(
      z.object({
        key: oneOf(['connect', 'write', 'read', 'remove']),
        state: oneOf(['done', 'failed', 'skipped']),
        milliseconds: z.number(),
        code: z.string().optional(),
        title: z.string(),
        message: z.string().nullable(),
      }),
    ),
  }),
)
