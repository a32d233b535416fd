import { can } from '@weft/kit/define/permissions.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'

type Account = { at: '/clients' | '/partners'; subject: 'tenants' | 'partners' }
/** The same calls are there for both. */
export const accounts: Account[] = [
  { at: '/clients', subject: 'tenants' },
  { at: '/partners', subject: 'partners' },
]

export const isOwn = (user: Caller, id: string) => user.tenant_id === id || user.partner_id === id

/** Whether somebody keeps an account that is not their own. */
export const isFromAbove = (user: Caller, { subject }: Account, id: string) =>
  can(user, subject, 'update') && !isOwn(user, id)
