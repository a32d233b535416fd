import type { Reach } from '@weft/kit/define/connector.ts'
import { Invalid, Unavailable, WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { checkHeader, headBytes } from './header.ts'

const texts = defineMessages({
  nowhere: {
    en: 'Files of a storage cannot be read here.',
    de: 'Dateien eines Speichers lassen sich hier nicht lesen.',
  },
  open: {
    en: 'Another program is writing "{path}": "{beside}" lies beside it. Bring the file here once that program has closed it.',
    de: 'Ein anderes Programm schreibt gerade „{path}“: Daneben liegt „{beside}“. Legen Sie die Datei hier ab, sobald jenes Programm sie geschlossen hat.',
  },
})

export const mostBytes = 500_000_000

/** The file of a database, known to be one and whole. Throws what is wrong with it. */
export async function databaseFile({ file }: Reach, path: string) {
  if (!file) throw new Invalid('NO_STORAGE', texts.nowhere())
  const found = await file(path)
  // What another program has not yet taken over into the file is lost without these.
  for (const beside of [`${path}-wal`, `${path}-journal`]) {
    const other = await file(beside).catch(undefinedWhereMissing)
    if (other && other.bytes > 0) throw new Unavailable('DATABASE_IN_USE', texts.open({ path, beside }))
  }
  checkHeader(await found.head(headBytes), { path, bytes: found.bytes })
  return found
}

const undefinedWhereMissing = (error: unknown) => {
  // Over the border of a process its class is lost.
  if (error instanceof WeftError && error.status === 404) return undefined
  throw error
}
