import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Reach, StoredFile } from '@weft/kit/define/connector.ts'
import type { FileReference } from '@weft/kit/define/record.ts'
import type { Files } from '@weft/kit/define/step-context.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { limitSize } from '../storage/size-limit.server.ts'

const texts = defineMessages({
  tooLarge: {
    en: 'The file "{path}" is larger than {limit, number} MB.',
    de: 'Die Datei „{path}“ ist größer als {limit, number} MB.',
  },
})

/** As much of a storage as connectors are given. */
export type StoredFiles = Pick<Files, 'stat' | 'read'>

/** Answers a task that reads files of a storage by their paths. */
export const inputOf =
  (files: StoredFiles) =>
  (path = '') =>
    files.read(path)

/** Files of a storage for connectors; copies lie in folders of their own below `root`. */
export function openStoredFiles(files: StoredFiles, root: string) {
  const copies = new Set<string>()
  const release = async (folder: string) => {
    copies.delete(folder)
    await rm(folder, { recursive: true, force: true })
  }

  async function copy(file: FileReference, most: number) {
    const limit = Math.round(most / 1_000_000)
    if (file.size > most) throw new Invalid('FILE_TOO_LARGE', texts.tooLarge({ path: file.path, limit }))
    await mkdir(root, { recursive: true })
    // A process that may use this folder alone is told where it really is.
    const folder = await realpath(await mkdtemp(path.join(root, 'file-')))
    copies.add(folder)
    const place = path.join(folder, 'copy')
    try {
      await pipeline(await files.read(file.path), limitSize(most), createWriteStream(place))
    } catch (error) {
      await release(folder)
      throw error
    }
    return { folder, place, release: () => release(folder) }
  }

  const file: NonNullable<Reach['file']> = async (wanted): Promise<StoredFile> => {
    const found = await files.stat(wanted)
    return {
      bytes: found.size,
      modified_at: found.modified_at,
      head: async (bytes) => headOf(await files.read(wanted), bytes),
      copy: (most) => copy({ ...found, path: wanted }, most),
    }
  }
  return { file, close: async () => void (await Promise.all([...copies].map(release))) }
}

async function headOf(source: Readable, bytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of source) {
    parts.push(part as Buffer)
    size += (part as Buffer).length
    if (size >= bytes) break
  }
  return Buffer.concat(parts).subarray(0, bytes)
}
