import { createHash } from 'node:crypto'
import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { Connector, Reach } from '@weft/kit/define/connector.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { oauthOf, type SignInSettings } from '@weft/kit/http-sign-in/sign-in-settings.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { seal, unseal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import { sql } from 'kysely'
import type { Leaving } from '../agents/leaving.ts'
import { clientTokens, refreshedTokens, type Tokens } from './oauth.server.ts'

const texts = defineMessages({
  nobody: {
    en: 'Nobody is signed in. Please open the connection and sign in.',
    de: 'Es ist niemand angemeldet. Bitte öffnen Sie die Verbindung und melden Sie sich an.',
  },
  again: {
    en: 'The sign-in is over: {host} gives no further token. Please open the connection and sign in again.',
    de: 'Die Anmeldung ist abgelaufen: {host} gibt kein weiteres Token. Bitte öffnen Sie die Verbindung und melden Sie sich neu an.',
  },
})

export type TokenParts = {
  db: Database
  key: Keyring
  http: StepContext['http']
  /** Hears of every token, so that no log shows it. */
  learn(secret: string, name: string): void
}
type Place = { id: string; tenant_id: string }
type Stored = Leaving & { id: string }
type Signing = { connector: Connector; settings: Record<string, unknown>; stored: Stored | undefined }

/** A token that ends within so long is taken for one that has ended: it has to last as long as a request takes. */
const spare_ms = 30_000

/**
 * How a connection gets its access token; undefined where it does not sign in by OAuth2. Whoever needs a fresh one holds the row, so
 * that machines refresh one after the other: many providers take a refresh token once. A new one is kept before its access token is used.
 */
export function tokenOf(parts: TokenParts, { connector, settings, stored }: Signing): Reach['token'] {
  const oauth = oauthOf(settings)
  if (!oauth) return undefined
  let last: Tokens | undefined
  return async (refused) => {
    if (!last || !isGood(last, refused)) {
      last = stored
        ? await keptToken(parts, { place: stored, oauth, mark: markOf({ connector, settings, stored }) }, refused)
        : await newTokens(parts, oauth, undefined)
      parts.learn(last.access_token, 'access_token')
      if (last.refresh_token) parts.learn(last.refresh_token, 'refresh_token')
    }
    return last.access_token
  }
}

/** Tells for which settings tokens were given: none is used with others, or sent to another address or another way. */
export function markOf({ connector, settings, stored }: Signing & { stored: Leaving }): string {
  const { auth, client_id, scope } = settings
  const { reach, agent_id, tunnel_connection_id } = stored
  const way = reach === 'direct' ? [] : [reach, agent_id, tunnel_connection_id]
  const told = [auth, client_id, scope, ...connector.destination.map((name) => settings[name]), ...way]
  return createHash('sha256').update(JSON.stringify(told)).digest('hex')
}

type Kept = { place: Place; oauth: SignInSettings; mark: string }

async function keptToken(parts: TokenParts, kept: Kept, refused: string | undefined): Promise<Tokens> {
  const known = await inScope(parts.db, systemScope, (trx) => readTokens(trx, parts.key, kept))
  if (known && isGood(known, refused)) return known
  const outcome = await inScope(parts.db, systemScope, async (trx) => {
    const now = await lockedTokens(trx, parts.key, kept)
    // Another machine was faster.
    if (now && isGood(now, refused)) return now
    try {
      const fresh = await newTokens(parts, kept.oauth, now)
      await keepTokens(trx, parts.key, kept, fresh)
      return fresh
    } catch (error) {
      // What the provider does not take any more is not offered again, and that has to be kept.
      if (!(error instanceof Invalid) || error.meta?.['error'] !== 'invalid_grant') throw error
      await keepTokens(trx, parts.key, kept, undefined)
      return error
    }
  })
  if (outcome instanceof Error) throw outcome
  return outcome
}

async function newTokens({ http }: TokenParts, settings: SignInSettings, old: Tokens | undefined): Promise<Tokens> {
  if (settings.auth === 'oauth2_client') return clientTokens({ settings, http })
  if (!old) throw new Invalid('CONNECTION_DENIED', texts.nobody())
  if (old.refresh_token === undefined)
    throw new Invalid('CONNECTION_DENIED', texts.again({ host: new URL(settings.token_url).host }))
  return refreshedTokens({ settings, http }, old.refresh_token)
}

const isGood = ({ access_token, expires_at }: Tokens, refused: string | undefined) =>
  access_token !== refused && (expires_at === undefined || expires_at > Date.now() + spare_ms)

const placeOf = ({ id, tenant_id }: Place) => placeIn(sealedColumns.connection_tokens, { connection_id: id, tenant_id })

async function readTokens(trx: Scoped, key: Keyring, { place, mark }: Kept): Promise<Tokens | undefined> {
  const row = await trx
    .selectFrom('connection_tokens')
    .select(['tokens', 'settings'])
    .where('connection_id', '=', place.id)
    .executeTakeFirst()
  if (!row?.tokens || row.settings !== mark) return undefined
  return JSON.parse(unseal(key, placeOf(place), row.tokens)) as Tokens
}

async function lockedTokens(trx: Scoped, key: Keyring, kept: Kept): Promise<Tokens | undefined> {
  const { id: connection_id, tenant_id } = kept.place
  await trx
    .insertInto('connection_tokens')
    .values({ connection_id, tenant_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`select 1 from connection_tokens where connection_id = ${connection_id} for update`.execute(trx)
  return readTokens(trx, key, kept)
}

/** Tokens that were given for other settings than these go. */
export const forgetTokens = (db: Database, now: Signing & { stored: Stored }) =>
  inScope(db, systemScope, (trx) =>
    trx
      .deleteFrom('connection_tokens')
      .where('connection_id', '=', now.stored.id)
      .where('settings', '<>', markOf(now))
      .execute(),
  )

/** Nothing where there are none: what stood there is gone. */
export async function keepTokens(trx: Scoped, key: Keyring, { place, mark }: Omit<Kept, 'oauth'>, tokens?: Tokens) {
  const { id: connection_id, tenant_id } = place
  const values = {
    tokens: tokens ? seal(key, placeOf(place), JSON.stringify(tokens)) : null,
    settings: tokens ? mark : '',
    ...(!tokens && { signed_in_at: null }),
  }
  await trx
    .insertInto('connection_tokens')
    .values({ connection_id, tenant_id, ...values })
    .onConflict((conflict) => conflict.column('connection_id').doUpdateSet(values))
    .execute()
}
