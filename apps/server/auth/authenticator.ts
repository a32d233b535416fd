import { createHash, randomInt } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { seal, unseal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'

/** The authenticator application of a user: a secret of RFC 6238, and recovery codes for when it is lost. */

// Without the letters and digits that are mistaken for each other.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const recoveryCodes = 10

/** Which of the two a text is: six digits of the application, or a recovery code. */
const plainCode = (text: string) => text.toLowerCase().replace(/[\s-]/g, '')

/** A code of an application is good for its own 30 seconds and the ones before and after. */
const tolerance = 30

export async function authenticatorOf(trx: Scoped, user_id: string) {
  const row = await trx.selectFrom('authenticators').selectAll().where('user_id', '=', user_id).executeTakeFirst()
  return {
    active: Boolean(row?.confirmed_at),
    confirmed_at: row?.confirmed_at ?? null,
    recovery_left: row?.confirmed_at ? (row.recovery_hashes as string[]).length : 0,
  }
}

/** Begins anew: the secret counts once a code of it was seen. */
export async function beginAuthenticator(trx: Scoped, key: Keyring, { id, email }: { id: string; email: string }) {
  const secret = generateSecret()
  const sealed = seal(key, placeOf(id), secret)
  await trx
    .insertInto('authenticators')
    .values({ user_id: id, secret: sealed })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret: sealed, last_step: 0, recovery_hashes: '[]' })
        .where('authenticators.confirmed_at', 'is', null),
    )
    .execute()
  return { secret, uri: generateURI({ issuer: 'Weft', label: email, secret }) }
}

/** Puts the application into use with a first code of it, and answers recovery codes, which are shown once. */
export async function confirmAuthenticator(
  trx: Scoped,
  key: Keyring,
  user_id: string,
  code: string,
): Promise<string[] | undefined> {
  const row = await trx
    .selectFrom('authenticators')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const step = row && stepOf(key, row, code)
  if (!step) return undefined
  await trx
    .updateTable('authenticators')
    .set({ confirmed_at: new Date().toISOString(), last_step: step })
    .where('user_id', '=', user_id)
    .execute()
  return renewRecoveryCodes(trx, user_id)
}

export async function renewRecoveryCodes(trx: Scoped, user_id: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () =>
    Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join(''),
  )
  await trx
    .updateTable('authenticators')
    .set({ recovery_hashes: JSON.stringify(codes.map((code) => hashOf(user_id, code))) })
    .where('user_id', '=', user_id)
    .execute()
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'))
}

export const removeAuthenticator = (trx: Scoped, user_id: string) =>
  trx.deleteFrom('authenticators').where('user_id', '=', user_id).executeTakeFirstOrThrow()

/** Whether a code is right; each is good once. */
export async function useCode(trx: Scoped, key: Keyring, user_id: string, given: string): Promise<boolean> {
  const code = plainCode(given)
  const row = await trx
    .selectFrom('authenticators')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  const step = stepOf(key, row, code)
  if (step) {
    if (step <= Number(row.last_step)) return false
    await trx.updateTable('authenticators').set({ last_step: step }).where('user_id', '=', user_id).execute()
    return true
  }
  const left = row.recovery_hashes as string[]
  const hash = hashOf(user_id, code)
  if (!left.includes(hash)) return false
  await trx
    .updateTable('authenticators')
    .set({ recovery_hashes: JSON.stringify(left.filter((one) => one !== hash)) })
    .where('user_id', '=', user_id)
    .execute()
  return true
}

const placeOf = (user_id: string) => placeIn(sealedColumns.authenticator_secret, { user_id })

function stepOf(
  key: Keyring,
  { user_id, secret }: { user_id: string; secret: Buffer },
  code: string,
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const result = verifySync({ secret: unseal(key, placeOf(user_id), secret), token: code, epochTolerance: tolerance })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}

const hashOf = (user_id: string, code: string) => createHash('sha256').update(`${user_id} ${code}`).digest('hex')
