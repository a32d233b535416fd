import { posix } from 'node:path'
import { codeOf } from '@weft/kit/errors/caught.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { unfinished } from '@weft/kit/files/remote-path.ts'
import { inside } from './sftp/rooted.server.ts'
import { storageTexts } from './texts.ts'

/** Where a path of the tenant lies on disk. What climbs out by `..`, a link or a strange character is refused. */
export async function objectKey(root: string, path: string): Promise<string> {
  const parts = splitPath(path)
  try {
    return await inside(root, parts.join('/'))
  } catch (error) {
    if (codeOf(error) === 'EACCES') throw badPath(path)
    throw error
  }
}

/** The names on the way to a path of the tenant; throws where one of them would lead elsewhere. */
export function splitPath(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (/[\0\\]/.test(path) || parts.some((part) => part === '..' || unfinished.test(part))) throw badPath(path)
  if (parts.some((part) => Buffer.byteLength(part) > 200))
    throw new Invalid('FILE_NAME_TOO_LONG', storageTexts.longName())
  return parts
}

/** A path as the tenant sees it: relative to the tenant's root, without a slash at either end. */
export const cleanPath = (path: string) => posix.normalize(`/${path}`).slice(1).replace(/\/$/, '')

/** The folder around it, seen the same way; empty for the root. */
export const parentOf = (path: string) => posix.dirname(cleanPath(path)).replace(/^\.$/, '')

export const badPath = (path: string) =>
  new Invalid('FILE_PATH', storageTexts.badPath({ path: path.slice(0, 200).replaceAll('\0', '') }))
