import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FileSession, FoundFile } from '@weft/kit/define/file-session.ts'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { badPath, fileExists, isFolder, noFile, noFolder } from '@weft/kit/files/file-errors.ts'
import { fileAnswer, saidBy, statusError } from '@weft/kit/files/http-files.server.ts'
import { isName, pathParts, unfinished, within } from '@weft/kit/files/remote-path.ts'
import { sourceBytes } from '@weft/kit/files/source-bytes.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Described } from './multistatus.ts'
import type { Names, Requests } from './requests.server.ts'

const texts = defineMessages({
  cut: {
    en: '{host} has kept {kept} of {sent} bytes of "{path}".',
    de: '{host} hat {kept} von {sent} Bytes von „{path}“ behalten.',
  },
})

/** So much is read ahead: whoever can say how long a file is sends it to servers that do not take one of unknown length. */
const ahead = 4 * 1024 * 1024
const day = 86_400_000

type Kind = 'file' | 'folder'

/** The files below a folder of a server over WebDAV. */
export function openSession(requests: Requests): FileSession {
  const { host, ask, addressOf, describe, send } = requests
  const refusal = (names: Names, status: number) => statusError(host, names.join('/'), status)

  async function look(names: Names): Promise<FoundFile | undefined> {
    const [found] = (await describe(names, '0', 'file')) ?? []
    return found && foundAt(names.slice(0, -1).join('/'), names.at(-1) ?? '', found)
  }

  /** Makes what is missing of a folder, and says what that was. */
  async function makeFolders(folder: Names): Promise<Names[]> {
    const made: Names[] = []
    if (folder.length === 0 || (await look(folder))?.kind === 'folder') return made
    for (let depth = 1; depth <= folder.length; depth++) {
      const names = folder.slice(0, depth)
      const { status } = await ask('MKCOL', addressOf(names, 'folder'))
      if (status === 201) made.push(names)
      // Servers say in several ways that something is there already.
      else if ((await look(names))?.kind !== 'folder')
        throw status === 405 ? fileExists(names.join('/')) : refusal(names, status)
    }
    return made
  }

  async function rename(from: Names, to: Names, { kind, replace }: { kind: Kind; replace: boolean }) {
    const { status } = await ask('MOVE', addressOf(from, kind), {
      headers: { destination: addressOf(to, kind), overwrite: replace ? 'T' : 'F' },
    })
    if (status === 412) throw fileExists(to.join('/'))
    if (status !== 201 && status !== 204) throw refusal(from, status)
  }

  async function drop(names: Names, kind: Kind) {
    const { status } = await ask('DELETE', addressOf(names, kind))
    // Whoever asks again because the answer was lost finds nothing any more.
    if (status !== 200 && status !== 204 && status !== 404) throw refusal(names, status)
  }

  /** Sends a file and says how many bytes it had. */
  async function put(names: Names, source: AsyncIterable<Buffer>): Promise<number> {
    const chunks = source[Symbol.asyncIterator]()
    const head: Buffer[] = []
    let [sent, isWhole] = [0, false]
    while (sent < ahead && !isWhole) {
      const { value, done } = await chunks.next()
      isWhole = done === true
      if (isWhole) break
      head.push(value as Buffer)
      sent += (value as Buffer).length
    }
    async function* all() {
      for (let chunk = head.shift(); chunk; chunk = head.shift()) yield chunk
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
        sent += next.value.length
        yield next.value
      }
    }
    const body = isWhole ? Buffer.concat(head) : Readable.from(all(), { objectMode: false })
    const answer = await send('PUT', names, { 'content-type': 'application/octet-stream' }, body)
    await saidBy(answer)
    if (![200, 201, 204].includes(answer.status)) throw refusal(names, answer.status)
    return sent
  }

  /** Takes back what a failed write has made; a folder that somebody else has used meanwhile stays. */
  async function tidy(part: Names | undefined, folders: Names[]) {
    if (part) await drop(part, 'file')
    for (const names of folders.toReversed())
      if ((await describe(names, '1', 'folder'))?.length === 1) await drop(names, 'folder')
  }

  return {
    stat: async (path) => look(pathParts(path)),

    async list(folder) {
      const at = pathParts(folder)
      const all = (await describe(at, '1', 'folder')) ?? []
      // The folder itself is described beside what lies in it, by the shortest way.
      const depth = Math.min(...all.map(({ names }) => names.length))
      if (all.find(({ names }) => names.length === depth)?.kind !== 'folder') throw noFolder(folder)
      const found: FoundFile[] = []
      for (const one of all) {
        const name = one.names.at(-1) ?? ''
        if (one.names.length !== depth + 1) continue
        if (isName(name)) found.push(foundAt(at.join('/'), name, one))
        else if (unfinished.test(name) && isOld(one))
          await drop([...at, name], 'file').catch(ignore('an unfinished file of a connection stays for now'))
      }
      return found
    },

    async read(path, start = 0) {
      const at = pathParts(path)
      const found = await look(at)
      if (!found) throw noFile(path)
      if (found.kind === 'folder') throw isFolder(path)
      return fileAnswer(host, path, start, (headers) => send('GET', at, headers))
    },

    async write(path, source) {
      const at = placeOf(path)
      const { bytes, broke } = sourceBytes(source)
      let folders: Names[] = []
      let part: Names | undefined
      try {
        if ((await look(at))?.kind === 'folder') throw fileExists(path)
        folders = await makeFolders(at.slice(0, -1))
        part = [...at.slice(0, -1), `.weft-${randomBytes(8).toString('hex')}.part`]
        const sent = await put(part, bytes as AsyncIterable<Buffer>)
        const kept = (await look(part))?.size ?? 0
        // Some servers take a cut body for a whole one.
        if (kept !== sent)
          throw new Unavailable('FILE_CUT', texts.cut({ host, path, kept: String(kept), sent: String(sent) }))
        await rename(part, at, { kind: 'file', replace: true })
      } catch (error) {
        const cause = broke() ?? error
        bytes.destroy()
        source.destroy()
        await tidy(part, folders).catch(ignore('what a failed write has left on a server with files stays'))
        throw cause
      }
    },

    async move(path, to) {
      const [from, target] = [placeOf(path), placeOf(to)]
      const found = await look(from)
      if (await look(target)) throw fileExists(to)
      if (!found) throw noFile(path)
      await makeFolders(target.slice(0, -1))
      await rename(from, target, { kind: found.kind, replace: false })
    },

    async remove(path) {
      const at = placeOf(path)
      const found = await look(at)
      if (!found) throw noFile(path)
      await drop(at, found.kind)
    },

    close: async () => undefined,
  }
}

/** The way to something in the folder of the connection, which is never that folder itself. */
function placeOf(path: string): Names {
  const names = pathParts(path)
  if (names.length === 0) throw badPath('/')
  return names
}

const isOld = ({ modified_at }: Described) => modified_at !== null && Date.parse(modified_at) < Date.now() - day

const foundAt = (folder: string, name: string, { names: _, ...found }: Described): FoundFile => ({
  name,
  path: within(folder, name),
  ...found,
})
