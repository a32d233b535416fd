import { Invalid } from '../errors/errors.ts'
import { defineMessages } from '../messages/messages.ts'

const texts = defineMessages({
  path: {
    en: 'The path "{path}" leads out of the folder of the connection or is not allowed.',
    de: 'Der Pfad „{path}“ führt aus dem Ordner der Verbindung hinaus oder ist nicht zulässig.',
  },
})

/** Files that are still being written, or are about to be replaced; they are never listed. */
export const unfinished = /^\.weft-[0-9a-f]+\.part$/

/** The names on the way to a path, which is relative to the folder of a connection. Throws where one would lead elsewhere. */
export function pathParts(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  // Control characters have no place in a name, and end a command where names travel in lines.
  // eslint-disable-next-line no-control-regex
  if (/[\0-\x1f\x7f\\]/.test(path) || parts.some((part) => part === '..' || unfinished.test(part)))
    throw new Invalid('FILE_PATH', texts.path({ path: path.slice(0, 200).replaceAll('\0', '') }))
  return parts
}

/** A path below the folder of a connection as its server is asked for it. */
export const below = (folder: string, path: string) => [folder.replace(/\/+$/, ''), ...pathParts(path)].join('/') || '/'

/** The folder around a path; empty for what lies at the top. */
export const folderOf = (path: string) => pathParts(path).slice(0, -1).join('/')
export const nameOf = (path: string) => pathParts(path).at(-1) ?? ''
