import type { DataRecord } from '@weft/kit/define/record.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { say, type Language } from '@weft/kit/messages/messages.ts'
import { implement, type Implementation, type TaskContext } from '../isolation/serve.server.ts'
import { analyse, previewOf, type FileAnalysis, type AnalysisOptions } from './analyse.server.ts'
import { formatOf, type KnownFormats } from './formats.ts'
import {
  analyseFile,
  checkFile,
  lookIntoFile,
  previewModel,
  readRows,
  retryReading,
  type ToldPreview,
} from './model-tasks.ts'
import { readByModel } from './read.server.ts'
import { retryRead } from './retry.ts'

/** Looking at files, as isolated tasks. */
export const modelTasks = (formats: KnownFormats): Implementation[] => [
  implement(analyseFile, async ({ name, wishes, language }, context) => {
    const { preview, rejected, fit, ...found } = await analysed(formats, name, wishes, context)
    const reasons = fit.reasons.map((each) => ({ ...each, reason: say(each.reason, language) }))
    return {
      ...found,
      fit: { ...fit, reasons },
      rejected: { count: rejected.count, examples: rejected.examples.map(({ reason }) => say(reason, language)) },
      preview: told(preview, language),
    }
  }),

  implement(lookIntoFile, async ({ name, rows }, context) => {
    const { type, fields, preview, entries, complete } = await analysed(
      formats,
      name,
      { preview_rows: rows, analyse_entry_quantity: 1 },
      context,
    )
    return { type, columns: fields.map(({ original_name }) => original_name), rows: preview.raw, entries, complete }
  }),

  implement(previewModel, async ({ model, rows, language }, { open }) => {
    const { format, body } = formatOf(formats, model.type)
    const raw: DataRecord[] = []
    for await (const { records } of body.read(await open(), format.options.parse(model.options))) {
      raw.push(...records.slice(0, rows - raw.length))
      if (raw.length >= rows) break
    }
    return told(previewOf(raw, model), language)
  }),

  implement(readRows, async ({ name, most }, context) => {
    const { type, options } = await analysed(formats, name, { preview_rows: 1, analyse_entry_quantity: 1 }, context)
    const { format, body } = formatOf(formats, type)
    const rows: DataRecord[] = []
    for await (const { records, rejected = [] } of body.read(await context.open(), format.options.parse(options))) {
      if (rejected[0]) throw invalidField('file', rejected[0].reason)
      rows.push(...records.slice(0, most - rows.length))
      if (rows.length >= most) break
    }
    return rows
  }),

  implement(retryReading, ({ refused, ...reading }) => retryRead(formats, reading, refused)),

  implement(checkFile, async ({ model, milliseconds, examples: most, language }, { open }) => {
    const until = performance.now() + milliseconds
    const examples: { field: string | undefined; reason: string }[] = []
    let [records, rejected, complete] = [0, 0, true]
    for await (const batch of readByModel(formats, model, await open())) {
      records += batch.records.length
      rejected += batch.rejected?.length ?? 0
      for (const { field, reason } of batch.rejected ?? [])
        if (examples.length < most) examples.push({ field, reason: say(reason, language) })
      if (performance.now() > until) {
        complete = false
        break
      }
    }
    return { records, rejected, complete, examples }
  }),
]

const analysed = (formats: KnownFormats, name: string, wishes: AnalysisOptions, { open }: TaskContext) =>
  analyse(formats, { name, open }, wishes)

const told = ({ raw, records }: FileAnalysis['preview'], language: Language): ToldPreview => ({
  raw,
  records: records.map((entry) =>
    'misfit' in entry ? { misfit: { ...entry.misfit, reason: say(entry.misfit.reason, language) } } : entry,
  ),
})
