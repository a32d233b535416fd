import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { extract } from 'tar-stream'
import { fromBuffer } from 'yauzl'

const texts = defineMessages({
  unreadable: { en: 'This archive cannot be read.', de: 'Dieses Archiv lässt sich nicht lesen.' },
})

export type ArchiveEntry = { name: string; size: number; modified_at: string }

const gzip = Buffer.from([0x1f, 0x8b])

/**
 * The first files an archive lists, `most` at most and one more where there are more; nothing of them is unpacked. Zip, tar and tar.gz are
 * told by their bytes.
 */
export async function archiveEntries(bytes: Buffer, most: number): Promise<ArchiveEntry[]> {
  try {
    if (bytes.subarray(0, 2).toString() === 'PK') return await zipEntries(bytes, most)
    return await tarEntries(bytes, most)
  } catch (error) {
    throw new Invalid('ARCHIVE_UNREADABLE', texts.unreadable(), { cause: error })
  }
}

async function tarEntries(bytes: Buffer, most: number): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = []
  const tar = extract()
  const pieces = [Readable.from([bytes]), ...(bytes.subarray(0, 2).equals(gzip) ? [createGunzip()] : []), tar]
  // An error on the way ends the loop with it; leaving the loop ends the way.
  pipeline(pieces as unknown as NodeJS.ReadWriteStream[], () => {})
  for await (const entry of tar) {
    const { name, size, mtime, type } = entry.header
    if (type === 'file') entries.push({ name, size, modified_at: (mtime ?? new Date(0)).toISOString() })
    entry.resume()
    if (entries.length > most) break
  }
  return entries
}

const zipEntries = (bytes: Buffer, most: number) =>
  new Promise<ArchiveEntry[]>((resolve, reject) => {
    const entries: ArchiveEntry[] = []
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on('error', reject)
      zip.on('end', () => resolve(entries))
      zip.on('entry', (entry) => {
        const { fileName: name, uncompressedSize: size } = entry
        const isFolder = name.endsWith('/')
        if (!isFolder) entries.push({ name, size, modified_at: entry.getLastModDate().toISOString() })
        if (entries.length > most) resolve(entries)
        else zip.readEntry()
      })
      zip.readEntry()
    })
  })
