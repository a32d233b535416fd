import { createHash, randomBytes } from 'node:crypto'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { isListed } from '@weft/kit/define/ip-range.ts'
import { maxPermissionsFor, type UserKind } from '@weft/kit/define/permissions.ts'
import { Forbidden, Unauthorised } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import type { Rights } from './rights.ts'
import type { Session, SessionQuery } from './sessions.ts'

const texts = defineMessages({
  unknown: { en: 'This access token does not exist.', de: 'Dieses Zugriffstoken gibt es nicht.' },
  revoked: { en: 'This access token was revoked.', de: 'Dieses Zugriffstoken wurde widerrufen.' },
  expired: {
    en: 'This access token expired on {at, date, long}.',
    de: 'Dieses Zugriffstoken ist am {at, date, long} abgelaufen.',
  },
  inactive: {
    en: 'The service account of this token is switched off.',
    de: 'Das Dienstkonto dieses Tokens ist abgeschaltet.',
  },
  ownerInactive: {
    en: 'The company this token belongs to is deactivated.',
    de: 'Das Unternehmen, zu dem dieses Token gehört, ist deaktiviert.',
  },
  address: {
    en: 'This access token is not good from your address ({address}).',
    de: 'Von Ihrer Adresse ({address}) aus gilt dieses Zugriffstoken nicht.',
  },
})

/** How every token begins, so that people and secret scanners recognise it. */
const prefix = 'weft_sa_'
export const isServiceToken = (token: string) => token.startsWith(prefix)

/** A new token of 256 random bits; only its SHA-256 and how it begins are to be kept. */
export function issueServiceToken() {
  const token = prefix + randomBytes(32).toString('base64url')
  return { token, token_hash: hashOf(token), beginning: token.slice(0, prefix.length + 4) }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()

type Found = {
  account: {
    id: string
    partner_id: string | null
    tenant_id: string | null
    project_id: string | null
    name: string
    permissions: string[]
    addresses: string[]
    active: boolean
  }
  issued: { id: string; expires_at: string | null; revoked_at: string | null; last_used_at: string | null }
  owner_active: boolean
  tenant: Session['tenant']
  project_id: string | null
} & Rights

/**
 * Whose token this is, with the rights of its account and the tenant and project it names by itself or the headers name: one round trip,
 * as for a session. Nothing is remembered, so what is revoked is refused with the next call on every machine. A token that is not good
 * is refused with the reason: 401, or 403 where only the address is wrong.
 */
export async function resolveServiceToken(
  db: Database,
  token: string,
  { wanted, tenant_key, project_id, routes = [], address = '' }: SessionQuery,
): Promise<Session> {
  const { rows } = await sql<Found>`
    select e.*, r.gates from weft_enter_service(${hashOf(token)}, ${wanted ?? ''}, ${tenant_key ?? null}, ${project_id ?? null}) e,
      weft_rights(e.account, e.tenant, ${routes}::text[]) r`.execute(db)
  const found = rows[0]
  if (!found) throw new Unauthorised('TOKEN_UNKNOWN', texts.unknown())
  refuseUnusable(found, address)
  await noteUse(db, found.issued, address)
  const { id, name, partner_id, tenant_id } = found.account
  const kind = kindOf(found.account)
  const possible: ReadonlySet<string> = maxPermissionsFor(kind)
  return {
    caller: {
      id,
      kind,
      role: 'service_account',
      permissions: new Set(found.account.permissions.filter((permission) => possible.has(permission))),
      partner_id,
      tenant_id,
      email: name,
      language: 'en',
      session_id: found.issued.id,
      service_account: { project_id: found.account.project_id },
    },
    tenant: found.tenant,
    project_id: found.project_id,
    allowlists: found.gates,
    support_access_id: null,
  }
}

function refuseUnusable({ account, issued, owner_active }: Found, address: string) {
  if (issued.revoked_at) throw new Unauthorised('TOKEN_REVOKED', texts.revoked())
  if (issued.expires_at && new Date(issued.expires_at) <= new Date())
    throw new Unauthorised('TOKEN_EXPIRED', texts.expired({ at: Date.parse(issued.expires_at) }))
  if (!account.active) throw new Unauthorised('SERVICE_ACCOUNT_INACTIVE', texts.inactive())
  if (!owner_active) throw new Forbidden('TENANT_DEACTIVATED', texts.ownerInactive())
  if (account.addresses.length > 0 && !isListed(address, account.addresses))
    throw new Forbidden('ADDRESS_REFUSED', texts.address({ address }))
}

const kindOf = ({ partner_id, tenant_id }: Found['account']): UserKind =>
  tenant_id ? 'client' : partner_id ? 'partner' : 'admin'

/** Once a minute tells a token in use from a forgotten one, and spares every call a write. */
async function noteUse(db: Database, { id, last_used_at }: Found['issued'], last_used_address: string) {
  if (last_used_at && Date.now() - new Date(last_used_at).getTime() < 60_000) return
  await inScope(db, systemScope, (trx) =>
    trx
      .updateTable('service_account_tokens')
      .set({ last_used_at: new Date().toISOString(), last_used_address })
      .where('id', '=', id)
      .execute(),
  )
}
