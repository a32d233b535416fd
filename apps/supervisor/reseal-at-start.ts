import { openDatabase, openPool } from '@weft/kit/database/connect.server.ts'
import { log } from '@weft/kit/log/log.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { isAllSealed, resealAll } from '@weft/kit/secrets/reseal.server.ts'

/**
 * Seals beside everything else what an older version, or an older key, has left. Stopped in between, the next start goes on; once
 * all is sealed with the current key, a start asks for one row only.
 */
export function resealAtStart(app_url: string, keys: Keyring): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const pool = openPool(app_url, { max: 1, application: 'weft reseal' })
  const db = openDatabase(pool)
  const work = async () => {
    if (await isAllSealed(db, keys)) return
    const found = await resealAll(db, keys, stopping.signal)
    if (found.length > 0) log.info({ found }, 'secrets were sealed anew')
  }
  const done = work()
    .catch((err: unknown) => log.error({ err }, 'secrets could not be sealed anew; the next start tries again'))
    .finally(() => pool.end())
  return {
    stop() {
      stopping.abort()
      return done
    },
  }
}
