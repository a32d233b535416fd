import { whenReleased } from '@weft/engine/backup/hold.server.ts'
import { openDatabase, openPool } from '@weft/kit/database/connect.server.ts'

/**
 * `released` once nothing holds this installation, at once where it was not restored from a backup; false where it stops before. `held`
 * hears of it where it has to wait.
 */
export function openHold(app_url: string, held: () => void): { released: Promise<boolean>; stop(): Promise<unknown> } {
  const pool = openPool(app_url, { max: 1, application: 'weft hold' })
  const stopping = new AbortController()
  const released = whenReleased(openDatabase(pool), { signal: stopping.signal, held }).finally(() => pool.end())
  return {
    released,
    stop() {
      stopping.abort()
      return released
    },
  }
}
