import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  none: {
    en: 'The file "{path}" is no SQLite database, or it is encrypted.',
    de: 'Die Datei „{path}“ ist keine SQLite-Datenbank, oder sie ist verschlüsselt.',
  },
  cut: {
    en: 'The file "{path}" is cut off: {bytes, number} of {wanted, number} bytes are there.',
    de: 'Die Datei „{path}“ ist abgeschnitten: {bytes, number} von {wanted, number} Bytes sind da.',
  },
})

/** How many bytes at the beginning of a file tell what it is. */
export const headBytes = 100

/** What a file says of itself: https://sqlite.org/fileformat2.html#the_database_header */
export function checkHeader(head: Buffer, { path, bytes }: { path: string; bytes: number }): void {
  const size = head.length < headBytes ? 0 : pageSize(head)
  if (!head.toString('latin1').startsWith('SQLite format 3\0') || size === 0)
    throw new Invalid('NO_DATABASE', texts.none({ path }))
  // The count of pages holds where the file was changed by the same version that wrote the count.
  const isCounted = head.readUInt32BE(24) === head.readUInt32BE(92)
  const wanted = isCounted ? head.readUInt32BE(28) * size : 0
  if (bytes < wanted) throw new Invalid('NO_DATABASE', texts.cut({ path, bytes, wanted }))
}

function pageSize(head: Buffer): number {
  const said = head.readUInt16BE(16)
  const size = said === 1 ? 65_536 : said
  return size >= 512 && (size & (size - 1)) === 0 ? size : 0
}
