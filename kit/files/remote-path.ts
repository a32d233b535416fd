import { badPath } from './file-errors.ts'

/** Files that are still being written, or are about to be replaced; they are never listed. */
export const unfinished = /^\.weft-[0-9a-f]+\.part$/

// Control characters have no place in a name, and end a command where names travel in lines.
// eslint-disable-next-line no-control-regex
const forbidden = /[\0-\x1f\x7f\\]/

/** The names on the way to a path, which is relative to the folder of a connection. Throws where one would lead elsewhere. */
export function pathParts(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (forbidden.test(path) || parts.some((part) => part === '..' || unfinished.test(part))) throw badPath(path)
  return parts
}

/** Whether what a server lists is one name that can be asked for again: it may say anything. */
export const isName = (name: string) =>
  name !== '' && name !== '.' && name !== '..' && !name.includes('/') && !forbidden.test(name) && !unfinished.test(name)

/** A path as it is written everywhere: without a slash at either end. Empty for the folder of the connection itself. */
export const plainPath = (path: string) => pathParts(path).join('/')

/** The folder around a path; empty for what lies at the top. */
export const folderOf = (path: string) => pathParts(path).slice(0, -1).join('/')
export const nameOf = (path: string) => pathParts(path).at(-1) ?? ''
export const within = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)
