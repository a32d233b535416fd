import { whenReleased } from '@weft/engine/backup/hold.server.ts'
import { openDatabase, openPool } from '@weft/kit/database/connect.server.ts'

/** `released` once nothing holds this installation, at once where it was not restored from a backup; false where it stops before. */
export function openHold(app_url: string): { released: Promise<boolean>; stop(): Promise<unknown> } {
  const pool = openPool(app_url, { max: 1, application: 'weft hold' })
  const stopping = new AbortController()
  const released = whenReleased(openDatabase(pool), {
    signal: stopping.signal,
    held: () =>
      console.log(
        '\nThis installation was restored from a backup and is held: schedules and jobs wait until an administrator releases it, in Administration > Settings > System settings > Queues.',
      ),
  }).finally(() => pool.end())
  return {
    released,
    stop() {
      stopping.abort()
      return released
    },
  }
}
