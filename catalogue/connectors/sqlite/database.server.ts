import { constants, DatabaseSync } from 'node:sqlite'
import { Invalid, WeftError } from '@weft/kit/errors/errors.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  refused: {
    en: 'SQLite cannot do this with "{path}": {reason}',
    de: 'SQLite kann dies mit „{path}“ nicht tun: {reason}',
  },
})

const { SQLITE_OK, SQLITE_DENY, SQLITE_PRAGMA, SQLITE_READ, SQLITE_SELECT, SQLITE_FUNCTION, SQLITE_RECURSIVE } =
  constants
const reading = new Set([SQLITE_READ, SQLITE_SELECT, SQLITE_FUNCTION, SQLITE_RECURSIVE])
/** What describes tables; others tell of or change how this process works. */
const described = new Set(['table_list', 'table_xinfo', 'index_list', 'index_info', 'foreign_key_list'])

const heap_bytes = 256_000_000
/** No value is longer, and no statement. */
const limits = { length: 64_000_000, sqlLength: 1_000_000, likePatternLength: 5_000 }

/** Opens a file to be read, and to nothing else: no other file is attached, no library loaded, whatever a statement or a view says. */
export function openDatabase(place: string, path: string): DatabaseSync {
  const database = answering(
    path,
    () =>
      new DatabaseSync(place, {
        readOnly: true,
        allowExtension: false,
        enableDoubleQuotedStringLiterals: false,
        limits,
      } as ConstructorParameters<typeof DatabaseSync>[1]),
  )
  try {
    // Sorting stays in memory and memory bounded, so that no statement fills the disk.
    for (const bound of [
      `hard_heap_limit = ${heap_bytes}`,
      'temp_store = memory',
      'trusted_schema = off',
      'query_only = on',
      'cell_size_check = on',
    ])
      answering(path, () => database.exec(`pragma ${bound}`))
    database.setAuthorizer((action, first) => {
      const may = reading.has(action) || (action === SQLITE_PRAGMA && described.has(first ?? ''))
      return may ? SQLITE_OK : SQLITE_DENY
    })
    answering(path, () => database.prepare('select count(*) from sqlite_schema').get())
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Whatever SQLite says against it somebody has to mend: the statement or the file. */
export function answering<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw sqliteError(path, cause)
  }
}

const notADatabase = 26
export function sqliteError(path: string, cause: unknown): WeftError {
  if (cause instanceof WeftError) return cause
  const code = (cause as { errcode?: number }).errcode === notADatabase ? 'NO_DATABASE' : 'STATEMENT_REFUSED'
  return new Invalid(code, texts.refused({ path, reason: messageOf(cause) }), { cause })
}
