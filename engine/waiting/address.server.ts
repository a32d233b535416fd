import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { environment } from '@weft/kit/env/environment.server.ts'

/** Where addresses of this installation begin that others are sent. */
export async function publicAddress(db: Database): Promise<string> {
  const row = await inScope(db, systemScope, (trx) =>
    trx.selectFrom('settings').select('value').where('key', '=', 'email').executeTakeFirst(),
  )
  const { url } = (row?.value ?? {}) as { url?: string }
  const { WEFT_URL, PORT } = environment()
  return (url || WEFT_URL || `http://localhost:${PORT}`).replace(/\/$/, '')
}
