import { singleKey } from '@weft/kit/connections/single-key.ts'
import { notOf } from '@weft/kit/connections/written-without.ts'
import type { ConnectorSession } from '@weft/kit/define/connector-session.ts'
import type { Step } from '@weft/kit/define/element.ts'
import { recordId } from '@weft/kit/connections/record-id.ts'
import { fieldOf } from '@weft/kit/define/path.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  unknown: {
    en: '{count, plural, one {One record was} other {# records were}} written without a cross-reference: the id of here is missing, or the other system has not told its own.',
    de: '{count, plural, one {Ein Datensatz wurde} other {# Datensätze wurden}} ohne Zuordnung geschrieben: Die Id von hier fehlt, oder das andere System hat seine nicht genannt.',
  },
})

type Settings = {
  table: string
  key: readonly string[]
  reference?: string | undefined
  reference_field?: string | undefined
}

/** Which id of here became which of the other system, stored with each batch; nothing where nobody asks for it. */
export async function openReferences(step: Step<Settings>, session: ConnectorSession) {
  const { table: name, key, reference, reference_field: field } = step.settings
  if (reference === undefined || field === undefined) return undefined
  const table = await session.describe(name)
  const id = singleKey(table.key.length > 0 ? table : { name, key: [...key] })
  return {
    /** A field that comes with the records and that the table does not have. */
    carried: notOf(table, field),
    async store(written: readonly DataRecord[]) {
      const pairs = written.flatMap((record) => {
        const [left, right] = [recordId(fieldOf(record, field)), recordId(record[id])]
        return left === undefined || right === undefined ? [] : [{ left, right }]
      })
      await step.context.references.set(reference, pairs)
      if (pairs.length < written.length) step.log('warning', texts.unknown({ count: written.length - pairs.length }))
    },
  }
}
