import { createHash, randomBytes } from 'node:crypto'
import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { Role } from '@weft/kit/define/permissions.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'

/** A session ends after this long without use, and after this long in any case. */
const idle = sql`interval '60 minutes'`
const longest = sql`interval '24 hours'`

const digest = (token: string) => createHash('sha256').update(token).digest()

/** Starts a session and answers its token, which is nowhere stored: 256 random bits. */
export async function startSession(trx: Scoped, user_id: string, { address, agent }: { address: string; agent: string }): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await trx.insertInto('sessions').values({ user_id, token_hash: digest(token), address, agent }).execute()
  await trx.updateTable('users').set({ last_sign_in_at: new Date().toISOString() }).where('id', '=', user_id).execute()
  return token
}

/** Who a token belongs to, if its session lives and its user is active. */
export function callerOf(db: Database, token: string): Promise<Caller | undefined> {
  return inScope(db, systemScope, async (trx) => {
    const row = await trx
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['users.id', 'users.kind', 'users.role', 'users.partner_id', 'users.tenant_id', 'users.email', 'users.language', 'sessions.id as session_id'])
      .select(sql<boolean>`sessions.used_at < now() - interval '1 minute'`.as('stale'))
      .where('token_hash', '=', digest(token))
      .where('revoked_at', 'is', null)
      .where('users.active', '=', true)
      .where(sql<boolean>`sessions.used_at > now() - ${idle} and sessions.created_at > now() - ${longest}`)
      .executeTakeFirst()
    if (!row) return undefined
    const { stale, ...caller } = row
    // Once a minute is enough to tell idle from busy, and spares every request a write.
    if (stale) await trx.updateTable('sessions').set({ used_at: new Date().toISOString() }).where('id', '=', row.session_id).execute()
    return { ...caller, kind: caller.kind as Caller['kind'], role: caller.role as Role, language: caller.language as Language }
  })
}

export const endSession = (db: Database, session_id: string) =>
  inScope(db, systemScope, (trx) => trx.updateTable('sessions').set({ revoked_at: new Date().toISOString() }).where('id', '=', session_id).execute())
