import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A folder that is filled once on a machine and kept for all tests after. Test files begin at the same time: one fills it, the others
 * wait for it. Filled under another name and moved into place, so that what is there is whole.
 */
export async function cachedFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const cache = path.join(process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'), 'weft')
  mkdirSync(cache, { recursive: true })
  const folder = path.join(cache, name)
  const lock = path.join(cache, `${name}.lock`)
  for (let tries = 0; !existsSync(folder); tries++) {
    if (taken(lock)) {
      const fresh = `${folder}-${process.pid}`
      mkdirSync(fresh, { recursive: true })
      try {
        await fill(fresh)
        renameSync(fresh, folder)
      } finally {
        rmSync(fresh, { recursive: true, force: true })
        rmSync(lock, { force: true })
      }
    } else if (tries > 6_000) throw new Error(`another process has held ${lock} for ten minutes`)
    else await sleep(100)
  }
  return folder
}

/** Whether the lock is this process's now; that of a process which has died is taken over. */
function taken(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid} ${beganAt(process.pid)}`, { flag: 'wx' })
    return true
  } catch {
    const [holder = '', began] = (existsSync(lock) ? readFileSync(lock, 'utf8') : '').split(' ')
    const isHeld = isAlive(Number(holder)) && began === beganAt(Number(holder))
    if (holder !== '' && !isHeld) rmSync(lock, { force: true })
    return false
  }
}

/** When a process began, as Linux counts it: its number is given to another one, soon after the machine was started anew. */
function beganAt(pid: number): string {
  const stat = `/proc/${pid}/stat`
  // The name, in brackets, may contain spaces; the start is the 22nd field.
  return existsSync(stat) ? (readFileSync(stat, 'utf8').split(') ').at(-1)!.split(' ')[19] ?? '') : ''
}

/** Whether a process is still there, whoever's it is. */
export function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}
