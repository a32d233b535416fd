import { posix } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { FTPError, type Client, type FileInfo } from 'basic-ftp'
import { WeftError } from '../../errors/errors.ts'
import { ignoring } from '../../log/ignore.server.ts'
import { Fault, type RemoteConnection, type Seen } from './connection.ts'

/** The files of a client that is signed in. */
export async function ftpLine(client: Client): Promise<RemoteConnection> {
  let home = '/'
  const asking = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw faultOf(error as Error, client)
    }
  }
  // FTP can only ask for whole folders, so what one user has seen is not asked for again until that user changes
  // something.
  const known = new Map<string, FileInfo[]>()
  const listing = async (folder: string) => {
    const before = known.get(folder)
    if (before) return before
    const all = await asking(() => client.list(folder))
    const found = all.filter(({ name }) => name !== '.' && name !== '..')
    known.set(folder, found)
    return found
  }
  const changing = (work: () => Promise<unknown>): Promise<void> =>
    asking(work)
      .then(() => {})
      .finally(() => known.clear())
  const line: RemoteConnection = {
    home,
    isOpen: () => !client.closed,
    begin: () => known.clear(),
    answers: () => client.send('NOOP').then(() => true, ignoring('a kept line to a storage no longer answers', false)),
    close: () => client.close(),
    list: async (folder) => (await listing(folder)).map(seen),
    async look(path) {
      if (path === '/') return { name: '', kind: 'folder', size: 0, modified_at: new Date(0).toISOString() }
      const found = (await listing(posix.dirname(path)).catch(unlessMissing))?.find(
        ({ name }) => name === posix.basename(path),
      )
      if (!found) return undefined
      const exact =
        found.modifiedAt ??
        (found.isFile
          ? await client.lastMod(path).catch(ignoring('an FTP server does not say when a file was changed', undefined))
          : undefined)
      return { ...seen(found), ...(isTime(exact) && { modified_at: exact.toISOString() }) }
    },
    async *read(path, start) {
      const pipe = new PassThrough()
      let failed: Error | undefined
      const whole = asking(() => client.downloadTo(pipe, path, start)).catch((error: Error) => {
        failed = error
        pipe.destroy(error)
      })
      let ended = false
      try {
        yield* pipe as AsyncIterable<Buffer>
        ended = true
      } catch (error) {
        throw faultOf(error as Error, client)
      } finally {
        // Who stops reading leaves the rest on its way: only closing ends that.
        if (!ended) client.close()
        await whole
      }
      // That a file was sent whole is said only after its last byte.
      if (failed) throw failed
    },
    write: (path, source) =>
      changing(() => client.uploadFrom(client.ftp.hasTLS ? Readable.from(unhurried(source)) : source, path)),
    makeFolder: (path) => changing(() => client.send(`MKD ${path}`)),
    async rename(path, to) {
      const plainly = () => changing(() => client.rename(path, to))
      try {
        await plainly()
      } catch (error) {
        // Some servers do not replace; then the old file goes first.
        if (
          !(error instanceof Fault) ||
          error.kind === 'lost' ||
          error.kind === 'late' ||
          (await line.look(to))?.kind !== 'file'
        )
          throw error
        await line.removeFile(to)
        await plainly()
      }
    },
    move: (path, to) => changing(() => client.rename(path, to)),
    removeFile: (path) => changing(() => client.remove(path)),
    removeFolder: (path) => changing(() => client.send(`RMD ${path}`)),
  }
  home = await asking(() => client.pwd()).catch(ignoring('an FTP server does not say where its home is', '/'))
  return { ...line, home }
}

/** An encrypted line that ends in the moment it begins is taken for one that was cut by servers that use OpenSSL: an empty file waits. */
async function* unhurried(source: Readable) {
  let isEmpty = true
  for await (const bytes of source) {
    isEmpty = false
    yield bytes as Buffer
  }
  if (isEmpty) await sleep(300)
}

const seen = (entry: FileInfo): Seen => ({
  name: entry.name,
  kind: kindOf(entry),
  size: entry.size,
  modified_at: (isTime(entry.modifiedAt) ? entry.modifiedAt : guessedTime(entry.rawModifiedAt)).toISOString(),
})

const isTime = (date: Date | undefined): date is Date => date !== undefined && !Number.isNaN(date.getTime())

const kindOf = ({ isFile, isDirectory, isSymbolicLink }: FileInfo): Seen['kind'] =>
  isSymbolicLink ? 'link' : isDirectory ? 'folder' : isFile ? 'file' : 'other'

/** Servers without MLSD write times for people: `Nov 21 06:40` of the last twelve months, or `Nov 21 2024`. */
function guessedTime(raw: string): Date {
  const now = new Date()
  const recent = /^(\w{3}\s+\d{1,2})\s+(\d{1,2}:\d{2})$/.exec(raw.trim())
  const guess = new Date(recent ? `${recent[1]} ${now.getUTCFullYear()} ${recent[2]} UTC` : `${raw} UTC`)
  if (Number.isNaN(guess.getTime())) return new Date(0)
  if (recent && guess.getTime() > now.getTime() + 86_400_000) guess.setUTCFullYear(now.getUTCFullYear() - 1)
  return guess
}

function faultOf(error: Error, client: Client) {
  if (error instanceof Fault || error instanceof WeftError) return error
  if (error instanceof FTPError) {
    if (error.code === 452 || error.code === 552 || /no space|quota|disk full|ENOSPC|EDQUOT/i.test(error.message))
      return new Fault('full', error.message, error)
    if (error.code === 421 || error.code === 425 || error.code === 426) return new Fault('lost', error.message, error)
    // Only the words tell apart what servers put into these codes.
    if (/permission|denied|EACCES|EPERM|not allowed/i.test(error.message))
      return new Fault('denied', error.message, error)
    if (/no such|not found|ENOENT|not exist|cannot find|can't open/i.test(error.message))
      return new Fault('missing', error.message, error)
    if (error.code === 530 || error.code === 532 || error.code === 553) return new Fault('denied', error.message, error)
    return new Fault('other', error.message, error)
  }
  if (/^Timeout/.test(error.message)) return new Fault('late', error.message, error)
  // A name of several lines cannot be said; the library refuses to.
  if (/control characters/i.test(error.message)) return new Fault('denied', error.message, error)
  const kind = client.closed ? 'lost' : 'other'
  // What the server still says of this would be taken for the answer to the next question.
  client.close()
  return new Fault(kind, error.message, error)
}

function unlessMissing(error: Error): undefined {
  if (!(error instanceof Fault) || error.kind !== 'missing') throw error
}
