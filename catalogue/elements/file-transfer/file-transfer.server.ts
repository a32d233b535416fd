import { Readable } from 'node:stream'
import { defineBody, type Step } from '@weft/kit/define/element.ts'
import { fileByFile } from '@weft/kit/define/file-by-file.ts'
import { fieldOf } from '@weft/kit/define/path.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { texter } from '@weft/kit/define/values.ts'
import { Invalid, NotFound } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { z } from 'zod'
import { fileTransfer } from './file-transfer.ts'

const texts = defineMessages({
  tooLarge: { en: '{path} is too large for a field: at most {most, number} bytes fit. Read it with "Read file".', de: '{path} ist zu groß für ein Feld: Höchstens {most, number} Byte passen. Lesen Sie die Datei mit „Datei lesen“.' },
  noTarget: { en: 'Where shall {path} be moved to?', de: 'Wohin soll {path} verschoben werden?' },
})

/** Content travels inside a record, which has to stay small. */
const mostBytes = 1_000_000

type Settings = z.output<typeof fileTransfer.settings>

export const fileTransferBody = defineBody(fileTransfer, {
  async open(step) {
    const { operation, missing } = step.settings
    const path = texter(step, step.settings.path)
    const to = texter(step, step.settings.to)
    const done = (record: DataRecord, at: string) =>
      operations[operation](step, record, at, to(record)).catch((error: Error) => {
        if (error instanceof NotFound && missing === 'ignore') return [record]
        throw error
      })
    return { write: (records) => fileByFile(step, records, { path, work: done }) }
  },
})

type Operation = (step: Step<Settings>, record: DataRecord, path: string, to: string) => Promise<DataRecord[]>

const operations: Record<Settings['operation'], Operation> = {
  list: async ({ world }, record, path) => (await world.files.list(path)).map((file) => ({ ...record, ...file })),

  async get({ world, settings }, record, path) {
    const { size } = await world.files.stat(path)
    if (size > mostBytes) throw new Invalid('FILE_TOO_LARGE', texts.tooLarge({ path, most: mostBytes }))
    const bytes = Buffer.concat((await (await world.files.read(path)).toArray()) as Buffer[])
    return [{ ...record, path, size, [settings.field]: settings.encoding === 'base64' ? bytes.toString('base64') : bytes.toString('utf8') }]
  },

  async put({ world, settings }, record, path) {
    const value = fieldOf(record, settings.field) ?? ''
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const file = await world.files.write(path, Readable.from([Buffer.from(text, settings.encoding === 'base64' ? 'base64' : 'utf8')]))
    return [{ ...record, ...file }]
  },

  async move({ world }, record, path, to) {
    if (to === '') throw new Invalid('FILE_TARGET', texts.noTarget({ path }))
    await world.files.move(path, to).catch(async (error: Error) => {
      // Moved by a try that was interrupted before it could say so.
      if ((await isThere(world.files, path)) || !(await isThere(world.files, to))) throw error
    })
    return [{ ...record, path: to }]
  },

  async delete({ world }, record, path) {
    await world.files.remove(path)
    return [record]
  },
}

const isThere = (files: Step<Settings>['world']['files'], path: string) => files.stat(path).then(() => true, () => false)
