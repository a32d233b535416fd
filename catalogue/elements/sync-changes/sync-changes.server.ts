import { marker } from '@weft/kit/connections/field-marks.server.ts'
import { recordId } from '@weft/kit/connections/record-id.ts'
import { singleKey } from '@weft/kit/connections/single-key.ts'
import { defineBody, type Step } from '@weft/kit/define/element.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { tellsEveryChange } from '@weft/kit/sql/likely-cursors.ts'
import type { z } from 'zod'
import { syncChanges } from './sync-changes.ts'

const texts = defineMessages({
  noId: { en: 'The field {field} with the id is empty.', de: 'Das Feld {field} mit der Id ist leer.' },
})

export const syncChangesBody = defineBody(syncChanges, {
  async open(step) {
    const { reference: name, side } = step.settings
    const { key, fields } = await tableOf(step)
    const marksOf = marker(fields)

    return {
      async batch(records) {
        const last = new Map<string, DataRecord>()
        const rejected: Rejected[] = []
        for (const record of records) {
          const id = recordId(record[key])
          if (id === undefined) rejected.push({ record, field: key, reason: texts.noId({ field: key }) })
          else last.set(id, record)
        }
        const noted = [...last].map(([id, record]) => ({ id, marks: marksOf({ name, side }, id, record) }))
        const isChanged = await step.context.synced.note({ name, side }, noted)
        const changed = [...last].flatMap(([id, record]) => (isChanged.has(id) ? [record] : []))
        const gone = new Set([...changed, ...rejected.map(({ record }) => record)])
        return { exits: { changed, unchanged: records.filter((record) => !gone.has(record)) }, rejected }
      },
    }
  },
})

async function tableOf({ context, settings }: Step<z.output<typeof syncChanges.settings>>) {
  const session = await context.connections.open(settings.connection)
  try {
    const table = await session.describe(settings.table)
    const counts = (name: string) =>
      settings.fields.length > 0 ? settings.fields.includes(name) : !tellsEveryChange(name)
    return { key: singleKey(table, settings.key), fields: table.fields.filter(({ name }) => counts(name)) }
  } finally {
    await session.close()
  }
}
