import { createHash, randomBytes } from 'node:crypto'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import type { Connector } from '@weft/kit/define/connector.ts'
import { Conflict, Invalid } from '@weft/kit/errors/errors.ts'
import { oauthOf } from '@weft/kit/http-sign-in/sign-in-settings.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { seal, unseal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import { sql } from 'kysely'
import type { Leaving } from '../agents/leaving.ts'
import { authorizeAddress, tokensForCode } from './oauth.server.ts'
import { keepTokens, markOf, type TokenParts } from './tokens.server.ts'

const texts = defineMessages({
  notByPerson: {
    en: 'Nobody signs in to this connection as a person.',
    de: 'Bei dieser Verbindung meldet sich niemand als Person an.',
  },
  unknown: {
    en: 'This sign-in was not begun by you, has been used already, or took longer than ten minutes. Please begin again.',
    de: 'Diese Anmeldung wurde nicht von Ihnen begonnen, ist schon verwendet oder hat länger als zehn Minuten gedauert. Bitte beginnen Sie neu.',
  },
  changed: {
    en: 'The connection was changed meanwhile. Please sign in again.',
    de: 'Die Verbindung wurde inzwischen geändert. Bitte melden Sie sich neu an.',
  },
  refused: {
    en: 'The other side refused the sign-in: {reason}',
    de: 'Die Gegenseite hat die Anmeldung abgelehnt: {reason}',
  },
})

type Opened = { stored: Leaving & { id: string }; connector: Connector; settings: Record<string, unknown> }
type Parts = Pick<TokenParts, 'db' | 'key' | 'http'>
const minutes = 10
const hashed = (state: string) => createHash('sha256').update(state).digest('hex')

/** The address at which somebody signs in for a connection. What they come back with is theirs alone, once, for ten minutes. */
export async function beginSignIn(
  { db, key }: Parts,
  { stored, connector, settings }: Opened,
  { user_id, callback }: { user_id: string; callback: string },
): Promise<string> {
  const { id: connection_id, tenant_id } = stored
  const oauth = oauthOf(settings)
  if (oauth?.auth !== 'oauth2_code') throw new Conflict('SIGN_IN_KIND', texts.notByPerson())
  const secret = randomBytes(32).toString('base64url')
  const { url, verifier } = await authorizeAddress(oauth, secret, callback)
  const state = hashed(secret)
  const sealed = seal(key, placeIn(sealedColumns.sign_in_verifier, { state, tenant_id }), verifier)
  await inScope(db, systemScope, async (trx) => {
    await trx
      .deleteFrom('connection_sign_ins')
      .where('expires_at', '<', sql<string>`now()`)
      .execute()
    await trx
      .insertInto('connection_sign_ins')
      .values({
        state,
        connection_id,
        tenant_id,
        user_id,
        verifier: sealed,
        callback,
        settings: markOf({ connector, settings, stored }),
        expires_at: sql<string>`now() + make_interval(mins => ${minutes})`,
      })
      .execute()
  })
  return url
}

export type Returned = {
  state: string
  code?: string | undefined
  iss?: string | undefined
  error?: string | undefined
  error_description?: string | undefined
}

/** What this user began with this state, which nobody can use again. */
export const takeSignIn = ({ db }: Pick<Parts, 'db'>, user_id: string, state: string) =>
  inScope(db, systemScope, (trx) =>
    trx
      .deleteFrom('connection_sign_ins')
      .where('state', '=', hashed(state))
      .where('user_id', '=', user_id)
      .where('expires_at', '>', sql<string>`now()`)
      .returningAll()
      .executeTakeFirst(),
  ).then((begun) => {
    if (!begun) throw new Invalid('SIGN_IN_UNKNOWN', texts.unknown())
    return begun
  })

/** Takes tokens for what the provider gave somebody, and keeps them. */
export async function finishSignIn(
  { db, key, http }: Parts,
  begun: Awaited<ReturnType<typeof takeSignIn>>,
  { stored, connector, settings }: Opened,
  { error, error_description, ...came }: Returned,
): Promise<void> {
  const { id, tenant_id } = stored
  const oauth = oauthOf(settings)
  const mark = markOf({ connector, settings, stored })
  if (!oauth || begun.settings !== mark) throw new Conflict('SIGN_IN_CHANGED', texts.changed())
  if (error !== undefined || came.code === undefined) {
    const reason = error_description || error || 'no code'
    throw new Invalid('CONNECTION_DENIED', texts.refused({ reason: reason.slice(0, 500) }))
  }
  const place = placeIn(sealedColumns.sign_in_verifier, { state: begun.state, tenant_id })
  const verifier = unseal(key, place, begun.verifier)
  const tokens = await tokensForCode({ settings: oauth, http }, came, verifier, begun.callback)
  await inScope(db, systemScope, async (trx) => {
    await keepTokens(trx, key, { place: { id, tenant_id }, mark }, tokens)
    await trx
      .updateTable('connection_tokens')
      .set({ signed_in_at: sql<string>`clock_timestamp()` })
      .where('connection_id', '=', id)
      .execute()
  })
}
