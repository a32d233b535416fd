import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartRefused } from '../errors/start-refused.ts'

/** Where the log of a data folder is archived, and the name it has signed that folder with. */
type Note = { folder: string; name: string }

const noteOf = (postgres: string) => path.join(postgres, 'wal-archive.json')
const signatureOf = (archive: string) => path.join(archive, 'weft-archive')

const readNote = (postgres: string): Note | undefined =>
  existsSync(noteOf(postgres)) ? (JSON.parse(readFileSync(noteOf(postgres), 'utf8')) as Note) : undefined

/** Where the log of a data folder is archived, if it is. */
export const archivedIn = (postgres: string): string | undefined => readNote(postgres)?.folder

/**
 * Notes where the log is archived from now on, or that it is no more. Answers whether that is new. One folder holds the log of one server
 * without a gap: what two servers write there, or one before and after it was restored, has the same names.
 */
export function noteArchive(postgres: string, folder: string | null): boolean {
  const before = readNote(postgres)
  if (folder === (before?.folder ?? null)) {
    if (before) verifySignature(before)
    return false
  }
  if (folder === null) {
    rmSync(noteOf(postgres))
    return true
  }
  if (`${folder}${path.sep}`.startsWith(`${path.dirname(postgres)}${path.sep}`))
    throw new StartRefused(
      `${folder} lies in ${path.dirname(postgres)} itself, with which it would be lost. Please give a folder elsewhere in WEFT_WAL_ARCHIVE, best on another disk.`,
    )
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readdirSync(folder).length > 0)
    throw new StartRefused(
      `${folder} is not empty. Please give an empty folder in WEFT_WAL_ARCHIVE: one folder holds the log of one installation, and a restored one begins anew.`,
    )
  const note = { folder, name: randomUUID() }
  writeFileSync(signatureOf(folder), note.name, { flush: true })
  writeFileSync(noteOf(postgres), JSON.stringify(note), { flush: true, mode: 0o600 })
  return true
}

function verifySignature({ folder, name }: Note) {
  if (existsSync(signatureOf(folder)) && readFileSync(signatureOf(folder), 'utf8') === name) return
  throw new StartRefused(
    `${folder} is not the folder this installation has archived its log in: ${path.basename(signatureOf(folder))} is missing or of another one. Please bring it back, for example by mounting its disk, or give an empty folder in WEFT_WAL_ARCHIVE.`,
  )
}

/** As the shell that PostgreSQL starts reads it; a percent sign is PostgreSQL's own. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`.replaceAll('%', '%%')

/** What a piece of the log may wait, when little is written, before it is archived. */
const longest_seconds = 300

/** Settings that archive the log where it is noted. A piece is there whole or not at all, and never written over. */
export function archiving(postgres: string): Record<string, string> {
  const folder = archivedIn(postgres)
  if (!folder) return {}
  const place = quoted(folder)
  const [piece, part] = [`${place}/%f.gz`, `${place}/%f.part`]
  return {
    archive_mode: 'on',
    archive_timeout: String(longest_seconds),
    archive_command: `if [ -f ${piece} ]; then gzip -dc ${piece} | cmp -s - "%p"; else gzip -1 -c "%p" > ${part} && sync ${part} && mv ${part} ${piece} && sync ${place}; fi`,
  }
}

export type Replay = { from: string; /** ISO 8601; as far as the log goes, unless said. */ until?: string | undefined }

/** Settings that bring copied data forward by an archived log, whoever has archived it, compressed or not. */
export function replaying({ from, until }: Replay): Record<string, string> {
  const place = quoted(from)
  return {
    archive_mode: 'off',
    restore_command: `if [ -f ${place}/%f.gz ]; then gzip -dc ${place}/%f.gz > "%p"; else cp ${place}/%f "%p"; fi`,
    recovery_target_action: 'promote',
    // It knows no letters for time zones when it reads this.
    ...(until && { recovery_target_time: until.replace('T', ' ').replace('Z', '+00') }),
  }
}
