import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { log } from '@weft/kit/log/log.server.ts'
import { decrypt, encrypt } from '@weft/kit/secrets/secrets.server.ts'
import type { SignIn } from '../first-start.ts'

const key = 'demo_sign_ins'

/** Keeps the demo's sign-ins encrypted, to offer them again after a restart. */
export const keepDemoSignIns = (trx: Scoped, secret: Buffer, signIns: SignIn[]) =>
  trx.insertInto('settings').values({ key, value: JSON.stringify({ secret: encrypt(secret, JSON.stringify(signIns)).toString('base64') }) }).execute()

/** The sign-ins of the demo; none where there is no demo. */
export async function readDemoSignIns(trx: Scoped, secret: Buffer): Promise<SignIn[]> {
  const row = await trx.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  if (!row) return []
  try {
    return JSON.parse(decrypt(secret, Buffer.from((row.value as { secret: string }).secret, 'base64'))) as SignIn[]
  } catch (error) {
    log.warn({ err: error }, 'the sign-ins of the demo cannot be read with this key')
    return []
  }
}
