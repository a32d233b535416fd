import { PassThrough } from 'node:stream'
import { defineBody } from '@weft/kit/define/element.ts'
import { fieldOf } from '@weft/kit/define/path.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { systemColumns } from '@weft/kit/define/structure.ts'
import { texter } from '@weft/kit/define/values.ts'
import { firstRecord, mapped } from '@weft/kit/spill/batches.ts'
import { buildFile } from './build-file.ts'

const system: ReadonlySet<string> = new Set(systemColumns)
const ownFields = (record: DataRecord): DataRecord =>
  systemColumns.some((name) => name in record)
    ? Object.fromEntries(Object.entries(record).filter(([name]) => !system.has(name)))
    : record

export const buildFileBody = defineBody(buildFile, {
  async *gather(step, inputs) {
    const { path, format, options, columns, when_empty } = step.settings
    const input = inputs['in']!
    const first = await firstRecord(input)
    if (!first && when_empty === 'nothing') return
    // What a table keeps beside the fields is nobody else's affair, unless it is asked for.
    const rows =
      columns.length === 0
        ? mapped(input(), (batch) => batch.map(ownFields))
        : mapped(input(), (batch) =>
            batch.map((record) =>
              Object.fromEntries(columns.map(({ field, name }) => [name || field, fieldOf(record, field) ?? null])),
            ),
          )
    const pipe = new PassThrough()
    const stop = () => pipe.destroy(step.signal.reason as Error)
    step.signal.addEventListener('abort', stop, { once: true })
    try {
      const written = step.context.formats.write(format, options, rows, pipe).catch((error: Error) => {
        // Without this the storage would wait for the rest for ever, or keep half a file.
        pipe.destroy(error)
        throw error
      })
      const [file, { records }] = await Promise.all([
        step.context.files.write(texter(step, path)(first ?? {}), pipe),
        written,
      ])
      yield { exit: 'out', records: [{ ...file, records }] }
    } finally {
      step.signal.removeEventListener('abort', stop)
    }
  },
})
