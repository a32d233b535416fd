import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { log } from '@weft/kit/log/log.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { sealText, unsealText } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import type { SignIn } from '../first-start.ts'

const key = 'demo_sign_ins'
const place = placeIn(sealedColumns.setting, { key }, ['secret'])

/** Keeps the demo's sign-ins encrypted, to go on with them after a crash and to offer them again after a restart. */
export async function keepDemoSignIns(trx: Scoped, keys: Keyring, signIns: SignIn[]): Promise<void> {
  const value = JSON.stringify({ secret: sealText(keys, place, JSON.stringify(signIns)) })
  await trx
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** The sign-ins of the demo; none where there is no demo. */
export async function readDemoSignIns(trx: Scoped, keys: Keyring): Promise<SignIn[]> {
  const row = await trx.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  if (!row) return []
  try {
    return JSON.parse(unsealText(keys, place, (row.value as { secret: string }).secret)) as SignIn[]
  } catch (error) {
    log.warn({ err: error }, 'the sign-ins of the demo cannot be read with this key')
    return []
  }
}
