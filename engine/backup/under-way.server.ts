import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from '@weft/kit/errors/caught.ts'
import { ifMissing } from '@weft/kit/errors/if-missing.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'

export const underWayFile = 'backup.lock'
const beatEvery = 2_000
/** A backup that has not been heard of for so long has been killed. Machines that share a home may differ by some seconds. */
const silentFor = 60_000

/**
 * Says to everybody who works on this home that a backup is under way, until it is over: what a run goes on with after the moment of
 * the backup must not be deleted before it was copied. Throws while another backup is.
 */
export function announceBackup(home: string): { end(): void } {
  const file = path.join(home, underWayFile)
  const seen = statSync(file, { throwIfNoEntry: false })
  if (seen && !isSilent(seen.mtimeMs)) throw new Error(`A backup of ${home} is under way already; please wait for it.`)
  rmSync(file, { force: true })
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    throw new Error(`A backup of ${home} has just begun; please wait for it.`, { cause: error })
  }
  const beat = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date())
    } catch (error) {
      ignore('the beat of a backup could not be written')(error)
    }
  }, beatEvery).unref()
  return {
    end() {
      clearInterval(beat)
      rmSync(file, { force: true })
    },
  }
}

/** Whether a backup of this home is being made. */
export async function isBackupUnderWay(home: string): Promise<boolean> {
  const seen = await stat(path.join(home, underWayFile)).catch(ifMissing(undefined))
  return seen !== undefined && !isSilent(seen.mtimeMs)
}

const isSilent = (beat_ms: number) => Date.now() - beat_ms > silentFor
