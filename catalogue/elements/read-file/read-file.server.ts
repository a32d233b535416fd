import { defineBody, type Step } from '@weft/kit/define/element.ts'
import { filesOf } from '@weft/kit/define/files-of.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { texter } from '@weft/kit/define/values.ts'
import type { ConnectedFiles, SourceBatch } from '@weft/kit/define/step-context.ts'
import { NotFound } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { sizeOf } from '@weft/kit/messages/size.ts'
import type { z } from 'zod'
import { readFile } from './read-file.ts'

const texts = defineMessages({
  none: {
    en: 'Cannot read files from the path {pattern}: the storage has none there.',
    de: 'Unter dem Pfad {pattern} können keine Dateien gelesen werden: Der Speicher hat dort keine.',
  },
  gone: {
    en: 'The file {path} was being read and is gone now.',
    de: 'Die Datei {path} wurde gerade gelesen und ist jetzt verschwunden.',
  },
  reading: { en: 'Reading {path} ({size, number} {unit}).', de: '{path} wird gelesen ({size, number} {unit}).' },
})

type Cursor = { path: string; within: unknown }

export const readFileBody = defineBody(readFile, {
  async *read(step, input, cursor) {
    const { settings, context } = step
    const pattern = texter(step, settings.path)(input)
    const opened = await filesOf(context, settings.connection)
    try {
      yield* readAll(step, opened, pattern, cursor as Cursor | undefined)
    } finally {
      await opened.close()
    }
  },

  async retry({ settings, context }, refused) {
    const { records, rejected } = settings.model_id
      ? await context.models.retry(settings.model_id, refused)
      : context.formats.retry(settings.format!, settings.options, refused)
    const path = settings.path_field && refused.record[settings.path_field]
    return { rejected, records: path ? records.map((record) => ({ ...record, [settings.path_field]: path })) : records }
  },
})

async function* readAll(
  step: Step<z.output<typeof readFile.settings>>,
  opened: ConnectedFiles,
  pattern: string,
  from: Cursor | undefined,
) {
  const { settings, context } = step
  const files = await opened.list(pattern)
  if (files.length === 0 && settings.missing === 'fail') throw new NotFound('FILE_MISSING', texts.none({ pattern }))
  const first = from ? files.findIndex((file) => file.path === from.path) : 0
  if (first < 0) throw new NotFound('FILE_GONE', texts.gone({ path: from!.path }))
  for (const [i, file] of files.slice(first).entries()) {
    step.log('info', texts.reading({ path: file.path, ...sizeOf(file.size) }))
    const within = i === 0 ? from?.within : undefined
    const source = await opened.read(file.path)
    const batches: AsyncIterable<SourceBatch> = settings.model_id
      ? context.models.read(settings.model_id, source, within, settings.path_field ? undefined : step.fusion)
      : context.formats.read(settings.format!, settings.options, source, within)
    for await (const batch of batches) {
      step.signal.throwIfAborted()
      const placed = (record: DataRecord) =>
        settings.path_field ? { ...record, [settings.path_field]: file.path } : record
      const rejected = batch.rejected?.map((one) => ({ ...one, record: placed(one.record) }))
      yield {
        ...batch,
        records: settings.path_field ? batch.records.map(placed) : batch.records,
        ...(rejected && { rejected }),
        ...(batch.cursor !== undefined && { cursor: { path: file.path, within: batch.cursor } }),
      }
    }
  }
}
