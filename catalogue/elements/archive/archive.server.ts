import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip, createGzip } from 'node:zlib'
import { defineBody, type Step } from '@weft/kit/define/element.ts'
import { fileByFile } from '@weft/kit/define/file-by-file.ts'
import type { DataRecord, FileReference } from '@weft/kit/define/record.ts'
import { texter } from '@weft/kit/define/values.ts'
import { Invalid, NotFound, WeftError } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import yauzl from 'yauzl'
import yazl from 'yazl'
import type { z } from 'zod'
import { archive } from './archive.ts'

const texts = defineMessages({
  none: { en: 'There is no file at {path}.', de: 'Unter {path} gibt es keine Datei.' },
  broken: {
    en: '{path} is no archive that can be unpacked: {reason}.',
    de: '{path} ist kein Archiv, das sich entpacken lässt: {reason}.',
  },
  bomb: {
    en: '{path} would unpack to more than {most, number} MB. Nothing of it was kept.',
    de: '{path} würde entpackt mehr als {most, number} MB ergeben. Davon wurde nichts behalten.',
  },
  many: {
    en: '{path} holds more than {most, number} files. Nothing of it was kept.',
    de: '{path} enthält mehr als {most, number} Dateien. Davon wurde nichts behalten.',
  },
  leads: {
    en: '{path} holds "{name}", which leads elsewhere. Nothing of it was kept.',
    de: '{path} enthält „{name}“, das woandershin führt. Davon wurde nichts behalten.',
  },
})

type Settings = z.output<typeof archive.settings>
type Work = (
  step: Step<Settings>,
  path: string,
  to: string,
) => Promise<{ written: FileReference[]; originals: string[] }>

export const archiveBody = defineBody(archive, {
  async open(step) {
    const path = texter(step, step.settings.path)
    const to = texter(step, step.settings.to)
    const work = async (record: DataRecord, at: string) => {
      const { written, originals } = await operations[step.settings.operation](step, at, to(record))
      if (step.settings.afterwards === 'delete')
        for (const original of originals) await step.context.files.remove(original)
      return written.map((file) => ({ ...record, ...file }))
    }
    return { write: (records) => fileByFile(step, records, { path, work }) }
  },
})

const operations: Record<Settings['operation'], Work> = {
  async zip({ context }, path, to) {
    const files = (await context.files.list(path)).filter((file) => file.path !== to)
    if (files.length === 0) throw new NotFound('FILE_MISSING', texts.none({ path }))
    const base = commonFolder(files.map((file) => file.path))
    const zip = new yazl.ZipFile()
    const out = zip.outputStream as Readable
    // One after the other, so that only one file is open at a time.
    for (const file of files)
      zip.addReadStreamLazy(file.path.slice(base.length), { mtime: new Date(file.modified_at) }, (done) => {
        context.files.read(file.path).then(
          (stream) => {
            stream.once('error', (error: Error) => out.destroy(error))
            done(null, stream)
          },
          (error: Error) => out.destroy(error),
        )
      })
    zip.end()
    return { written: [await context.files.write(to, out)], originals: files.map((file) => file.path) }
  },

  async unzip(step, path, to) {
    const { files } = step.context
    const folder = await mkdtemp(join(tmpdir(), 'weft-archive-'))
    const written: FileReference[] = []
    try {
      // The list of what an archive holds stands at its end.
      const spooled = join(folder, 'archive.zip')
      await pipeline(await files.read(path), createWriteStream(spooled))
      const unpacked = bounded(path, step.settings.most_megabytes)
      for await (const { name, open } of entriesOf(path, spooled, step.settings.most_files)) {
        step.signal.throwIfAborted()
        written.push(await poured(files, posix.join(to, name), [await open(), unpacked()], damagedIn(path)))
      }
      return { written, originals: [path] }
    } catch (error) {
      for (const file of written) await files.remove(file.path).catch(ignore('what a failed archive had written stays'))
      throw error
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },

  gzip: async ({ context: { files } }, path, to) => ({
    written: [await poured(files, to, [await files.read(path), createGzip()])],
    originals: [path],
  }),

  async gunzip({ context: { files }, settings }, path, to) {
    const unpacked = bounded(path, settings.most_megabytes)()
    return {
      written: [await poured(files, to, [await files.read(path), createGunzip(), unpacked], damagedIn(path))],
      originals: [path],
    }
  },
}

/** Writes what comes through the streams. Where both ends fail, one because of the other, the one that can say why is heard. */
async function poured(
  files: Step<Settings>['context']['files'],
  to: string,
  streams: [Readable, ...Transform[]],
  told = (error: Error) => error,
): Promise<FileReference> {
  const [through, file] = await Promise.allSettled([
    pipeline(streams).catch((error: Error) => Promise.reject(told(error))),
    files.write(to, streams.at(-1)!),
  ])
  if (through.status === 'rejected' && (through.reason instanceof WeftError || file.status === 'fulfilled'))
    throw through.reason
  if (file.status === 'rejected') throw file.reason
  return file.value
}

/** An archive that turns out to be damaged in its middle is told from a storage that is away. */
const damagedIn = (path: string) => (error: NodeJS.ErrnoException) =>
  error.code === undefined || error.code.startsWith('Z_') ? broken(path, error) : error

const broken = (path: string, cause: Error) =>
  new Invalid('ARCHIVE_BROKEN', texts.broken({ path, reason: cause.message }), { cause })

/** Lets so many megabytes through, all its streams together: a small archive can unpack to anything. */
function bounded(path: string, megabytes: number) {
  let left = megabytes * 1_000_000
  return () =>
    new Transform({
      transform(bytes: Buffer, _, done) {
        left -= bytes.length
        if (left < 0) done(new Invalid('ARCHIVE_TOO_LARGE', texts.bomb({ path, most: megabytes })))
        else done(null, bytes)
      },
    })
}

type Entry = { name: string; open(): Promise<Readable> }

/** The files of a ZIP archive in its order, every one looked at before the first is given: names that climb out, links and passwords are refused. */
async function* entriesOf(path: string, file: string, most: number): AsyncIterable<Entry> {
  const refused = (error: Error) => {
    const leads = /relative path|absolute path|invalid characters/.test(error.message)
    throw leads
      ? new Invalid('ARCHIVE_PATH', texts.leads({ path, name: error.message.split(': ').at(-1)! }))
      : broken(path, error)
  }
  const zip = await promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open)(file, {
    lazyEntries: true,
    autoClose: false,
  }).catch(refused)
  try {
    const entries: yauzl.Entry[] = []
    await new Promise<void>((resolve, reject) => {
      zip
        .on('error', reject)
        .on('end', resolve)
        .on('entry', (entry: yauzl.Entry) => {
          if (isLink(entry)) return reject(new Invalid('ARCHIVE_PATH', texts.leads({ path, name: entry.fileName })))
          if (!entry.fileName.endsWith('/')) entries.push(entry)
          if (entries.length > most) return reject(new Invalid('ARCHIVE_TOO_MANY', texts.many({ path, most })))
          zip.readEntry()
        })
      zip.readEntry()
    }).catch((error: Error) => (error instanceof WeftError ? Promise.reject(error) : refused(error)))
    const opening = promisify(
      zip.openReadStream.bind(zip) as (
        entry: yauzl.Entry,
        done: (error: Error | null, stream: Readable) => void,
      ) => void,
    )
    for (const entry of entries)
      yield { name: entry.fileName, open: () => opening(entry).catch(refused) as Promise<Readable> }
  } finally {
    zip.close()
  }
}

const isLink = ({ externalFileAttributes }: yauzl.Entry) => ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

/** The folder all paths lie in, with its slash; names in an archive are relative to it. */
function commonFolder(paths: string[]): string {
  const [first, ...others] = paths.map((path) => path.split('/').slice(0, -1))
  let depth = first!.length
  for (const other of others) {
    let same = 0
    while (same < depth && other[same] === first![same]) same++
    depth = same
  }
  return depth === 0 ? '' : `${first!.slice(0, depth).join('/')}/`
}
