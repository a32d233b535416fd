import { Readable } from 'node:stream'
import { defineBody, type Step } from '@weft/kit/define/element.ts'
import { fileByFile } from '@weft/kit/define/file-by-file.ts'
import { fieldOf } from '@weft/kit/define/path.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { filesOf } from '@weft/kit/define/files-of.ts'
import type { Files } from '@weft/kit/define/step-context.ts'
import { createSemaphore } from '@weft/kit/semaphore/semaphore.ts'
import { texter } from '@weft/kit/define/values.ts'
import { Invalid, NotFound } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { z } from 'zod'
import { fileTransfer } from './file-transfer.ts'

const texts = defineMessages({
  tooLarge: {
    en: '{path} is too large for a field: at most {most, number} bytes fit. Read it with "Read file".',
    de: '{path} ist zu groß für ein Feld: Höchstens {most, number} Byte passen. Lesen Sie die Datei mit „Datei lesen“.',
  },
  noTarget: { en: 'Where shall {path} be moved to?', de: 'Wohin soll {path} verschoben werden?' },
})

/** Content travels inside a record, which has to stay small. */
const mostBytes = 1_000_000

type Settings = z.output<typeof fileTransfer.settings>

export const fileTransferBody = defineBody(fileTransfer, {
  async open(step) {
    const { operation, missing, connection } = step.settings
    const files = await filesOf(step.context, connection)
    const path = texter(step, step.settings.path)
    const to = texter(step, step.settings.to)
    // What an earlier attempt of the job has begun is not known; what this one has is.
    const begun = new Set<string>()
    const done = (number: number) => (record: DataRecord, at: string, position: number) => {
      const place = `${number}:${position}`
      const mayBeDone = step.job.attempt > 1 || begun.has(place)
      begun.add(place)
      return operations[operation]({ ...step, files }, record, { path: at, to: to(record), mayBeDone }).catch(
        (error: Error) => {
          if (error instanceof NotFound && missing === 'ignore') return [record]
          throw error
        },
      )
    }
    // Another system is asked for one thing at a time, however early the next batch comes.
    const turn = createSemaphore({ at_once: connection === '' ? Infinity : 1 })
    return {
      write: (records, number) => turn(() => fileByFile(step, records, { path, work: done(number) })),
      close: () => files.close(),
    }
  },
})

/** `mayBeDone`: an interrupted try may have done it already, before it could say so. */
type Asked = { path: string; to: string; mayBeDone: boolean }
type Operation = (step: Step<Settings> & { files: Files }, record: DataRecord, asked: Asked) => Promise<DataRecord[]>

const operations: Record<Settings['operation'], Operation> = {
  list: async ({ files }, record, { path }) => (await files.list(path)).map((file) => ({ ...record, ...file })),

  async get({ files, settings }, record, { path }) {
    const { size } = await files.stat(path)
    if (size > mostBytes) throw new Invalid('FILE_TOO_LARGE', texts.tooLarge({ path, most: mostBytes }))
    const bytes = Buffer.concat((await (await files.read(path)).toArray()) as Buffer[])
    return [
      {
        ...record,
        path,
        size,
        [settings.field]: settings.encoding === 'base64' ? bytes.toString('base64') : bytes.toString('utf8'),
      },
    ]
  },

  async put({ files, settings }, record, { path }) {
    const value = fieldOf(record, settings.field) ?? ''
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const file = await files.write(
      path,
      Readable.from([Buffer.from(text, settings.encoding === 'base64' ? 'base64' : 'utf8')]),
    )
    return [{ ...record, ...file }]
  },

  download: async ({ files, context }, record, { path, to }) => [
    { ...record, ...(await carried(path, to, { from: files, into: context.files })) },
  ],
  upload: async ({ files, context }, record, { path, to }) => [
    { ...record, ...(await carried(path, to, { from: context.files, into: files })) },
  ],

  async move({ files }, record, { path, to, mayBeDone }) {
    if (to === '') throw new Invalid('FILE_TARGET', texts.noTarget({ path }))
    await files.move(path, to).catch(async (error: Error) => {
      const gone = await files.stat(path).then(
        () => undefined,
        (missing: Error) => missing,
      )
      if (!gone || !mayBeDone || !(await isThere(files, to))) throw gone ?? error
    })
    return [{ ...record, path: to }]
  },

  async delete({ files }, record, { path }) {
    await files.remove(path)
    return [record]
  },
}

/** A file as it stands in the one place, and whole or not at all in the other. */
const carried = async (path: string, to: string, { from, into }: { from: Files; into: Files }) =>
  into.write(to === '' ? path : to, await from.read(path))

const isThere = (files: Files, path: string) =>
  files.stat(path).then(
    () => true,
    (error: unknown) => {
      if (error instanceof NotFound) return false
      throw error
    },
  )
