import { lstat } from 'node:fs/promises'
import path from 'node:path'

const denied = () => Object.assign(new Error('Permission denied'), { code: 'EACCES' })

/**
 * Where a path of the outside lies below a root. `..` cannot climb above it, and a symbolic link anywhere on the way is refused:
 * nobody makes one through here, so one that is there leads somewhere it should not.
 */
export async function inside(root: string, outside: string): Promise<string> {
  if (outside.includes('\0')) throw denied()
  const parts = path.posix.normalize(`/${outside}`).split('/').filter(Boolean)
  let at = root
  for (const part of parts) {
    at = path.join(at, part)
    const found = await lstat(at).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (!found) break
    if (found.isSymbolicLink()) throw denied()
  }
  return path.join(root, ...parts)
}

/** The path as the client sees it: absolute, without `.` and `..`. */
export const absolute = (outside: string) => path.posix.normalize(`/${outside}`).replace(/(.)\/+$/, '$1')
