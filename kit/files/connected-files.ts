import { matchesGlob } from 'node:path'
import type { FileSession, FoundFile } from '../define/file-session.ts'
import type { FileReference } from '../define/record.ts'
import type { ConnectedFiles } from '../define/step-context.ts'
import { NotFound } from '../errors/errors.ts'
import { isFolder, noFile } from './file-errors.ts'
import { pathParts, unfinished } from './remote-path.ts'

/** Files of another system, used by steps as those of the storage. */
export function connectedFiles(session: FileSession): ConnectedFiles {
  async function fileAt(path: string): Promise<FoundFile> {
    const found = await session.stat(path)
    if (!found) throw noFile(path)
    if (found.kind === 'folder') throw isFolder(path)
    return found
  }
  return {
    async list(pattern) {
      const wanted = pathParts(pattern).join('/')
      const base = /^[^*?[{!]*(?=\/)/.exec(wanted)?.[0] ?? ''
      const depth = wanted.includes('**') ? Infinity : wanted.slice(base.length).split('/').filter(Boolean).length
      const files: FileReference[] = []
      for await (const file of walk(session, base, depth)) if (matchesGlob(file.path, wanted)) files.push(file)
      return files.toSorted((a, b) => a.modified_at.localeCompare(b.modified_at) || a.path.localeCompare(b.path))
    },
    stat: async (path) => referenceTo(await fileAt(path)),
    async read(path, start) {
      await fileAt(path)
      return session.read(path, start)
    },
    async write(path, source) {
      await session.write(path, source)
      return referenceTo(await fileAt(path))
    },
    move: (path, to) => session.move(path, to),
    remove: (path) => session.remove(path),
    close: () => session.close(),
  }
}

/** The files in a folder and so many folders below; a folder that is not there has none. */
async function* walk(session: FileSession, folder: string, depth: number): AsyncGenerator<FileReference> {
  const entries = await session.list(folder).catch((error: unknown) => {
    if (error instanceof NotFound) return []
    throw error
  })
  for (const entry of entries) {
    if (entry.kind === 'folder' && depth > 1) yield* walk(session, entry.path, depth - 1)
    if (entry.kind === 'file' && !unfinished.test(entry.name)) yield referenceTo(entry)
  }
}

/** A system that does not say how large or how old a file is leaves both at nothing. */
const referenceTo = ({ path, size, modified_at }: FoundFile): FileReference => ({
  path,
  size: size ?? 0,
  modified_at: modified_at ?? new Date(0).toISOString(),
})
