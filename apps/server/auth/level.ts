import type { Scope } from '@weft/kit/database/connect.server.ts'
import type { UserKind } from '@weft/kit/define/permissions.ts'
import type { Member } from './role-rules.ts'

/** Which kind of user a level has. */
export const kindOf = ({ level }: Scope): UserKind =>
  level === 'tenant' ? 'client' : level === 'partner' ? 'partner' : 'admin'

/** Whose an entry of a level is: a partner's, a tenant's, or nobody's but the provider's. */
export const memberOf = (scope: Scope): Member => ({
  kind: kindOf(scope),
  partner_id: scope.level === 'partner' ? scope.partner_id : null,
  tenant_id: scope.level === 'tenant' ? scope.tenant_id : null,
})
