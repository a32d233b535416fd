import { constants, type Stats } from 'node:fs'
import { lstat, mkdir, open, opendir, rename, rmdir, unlink, utimes, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { ifMissing } from '@weft/kit/errors/if-missing.ts'
import { unfinished } from '@weft/kit/files/remote-path.ts'
import { inside } from './rooted.server.ts'
import { exists, type FileAttributes, type OpenFile, type SftpFileSystem, type OpenFlags } from './file-system.ts'

const entriesAtOnce = 100

/** A folder of this machine. */
export function folderFileSystem(root: string): SftpFileSystem {
  const at = (outside: string) => inside(root, outside)
  return {
    look: async (path) => attributesOf(await lstat(await at(path))),

    async open(path, wishes) {
      const opened = await open(await at(path), flagsOf(wishes), 0o600)
      if ((await opened.stat()).isFile()) return openFile(opened)
      await opened.close()
      throw new Error('Not a file')
    },

    async entries(outside) {
      const real = await at(outside)
      const folder = await opendir(real)
      return {
        async next() {
          const entries: (FileAttributes & { name: string })[] = []
          while (entries.length < entriesAtOnce) {
            const found = await folder.read()
            if (!found) break
            if ((!found.isFile() && !found.isDirectory()) || unfinished.test(found.name)) continue
            const stats = await lstat(path.join(real, found.name)).catch(ifMissing(undefined))
            if (stats) entries.push({ name: found.name, ...attributesOf(stats) })
          }
          return entries
        },
        close: () => folder.close(),
      }
    },

    makeFolder: async (path) => void (await mkdir(await at(path), { mode: 0o700 })),
    removeFolder: async (path) => rmdir(await at(path)),
    removeFile: async (path) => unlink(await at(path)),

    async rename(from, to) {
      const target = await at(to)
      if (await lstat(target).catch(ifMissing(undefined))) throw exists()
      await rename(await at(from), target)
    },

    touch: async (path, accessed, modified) => utimes(await at(path), accessed, modified),
  }
}

function openFile(file: FileHandle): OpenFile {
  let written = false
  return {
    look: async () => attributesOf(await file.stat()),
    read: async (buffer, at) => (await file.read(buffer, 0, buffer.length, at)).bytesRead,
    async write(bytes, at) {
      written = true
      await file.write(bytes, 0, bytes.length, at)
    },
    truncate: (size) => file.truncate(size),
    async close() {
      if (written) await file.datasync()
      await file.close()
    },
  }
}

export const attributesOf = ({ mode, size, atimeMs, mtimeMs }: Stats): FileAttributes => ({
  mode,
  size,
  accessed: atimeMs,
  modified: mtimeMs,
})

function flagsOf({ read, write, append, create, truncate, exclusive }: OpenFlags): number {
  const access = read && write ? constants.O_RDWR : write ? constants.O_WRONLY : constants.O_RDONLY
  return (
    access |
    constants.O_NOFOLLOW |
    constants.O_NONBLOCK |
    (append ? constants.O_APPEND : 0) |
    (create ? constants.O_CREAT : 0) |
    (truncate ? constants.O_TRUNC : 0) |
    (exclusive ? constants.O_EXCL : 0)
  )
}
