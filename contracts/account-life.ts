import { itemOf, nothing } from '@weft/kit/contracts/answers.ts'
import { callsBelow } from '@weft/kit/contracts/below.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { z } from 'zod'

/** What goes with an account, and when. */
const removal = z.object({
  grace_days: z.number(),
  deleting_since: z.string().nullable(),
  removed_after: z.string(),
  tenants: z.number(),
  databases: z.array(rows.tenant_connections.pick({ name: true, engine: true, database: true })),
  users: z.number(),
  projects: z.number(),
  workflows: z.number(),
  queues: z.number(),
  sftp_users: z.number(),
})

const lifeOf = (one: 'tenant' | 'partner') => {
  const [name, subject] = one === 'tenant' ? (['Tenant', 'tenants'] as const) : (['Partner', 'partners'] as const)
  const remove = { scope: 'branch', may: [subject, 'delete'], answers: { 204: nothing } } as const
  return defineRoutes({
    'GET /:id/removal': {
      operationId: `read${name}Removal`,
      summary: `What deleting a ${one} takes with it, and when`,
      scope: 'branch',
      may: [subject, 'view'],
      answers: { 200: itemOf(removal) },
    },
    'DELETE /:id': { operationId: `delete${name}`, summary: `Mark a ${one} for deletion`, ...remove },
    'POST /:id/restore': {
      operationId: `restore${name}`,
      summary: `Take back that a ${one} is to be deleted`,
      ...remove,
    },
  })
}

/** How tenants and partners go: marked, had back while the grace lasts, and what would go with them. */
export const accountLifeContract = {
  ...callsBelow('/clients', lifeOf('tenant')),
  ...callsBelow('/partners', lifeOf('partner')),
}
