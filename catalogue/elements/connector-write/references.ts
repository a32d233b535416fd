import type { ConnectorSession } from '@weft/kit/define/connector-session.ts'
import type { Step } from '@weft/kit/define/element.ts'
import { fieldOf, pathOf } from '@weft/kit/define/path.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  noSingleKey: {
    en: 'Cross-references need one field that tells the records of {table} apart.',
    de: 'Zuordnungen brauchen ein einziges Feld, das die Datensätze von {table} unterscheidet.',
  },
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
  const [id, second] = table.key.length > 0 ? table.key : key
  if (id === undefined || second !== undefined) throw new Invalid('NO_SINGLE_KEY', texts.noSingleKey({ table: name }))
  const isThere = (one: string) => table.fields.some((known) => known.name === one)
  // Of a path such as `customer.id` the whole of `customer` comes along.
  const whole = isThere(field) ? field : String(pathOf(field)?.[0] ?? field)
  return {
    /** A field that comes with the records and that the table does not have. */
    carried: [field, whole].some(isThere) ? [] : [field, whole],
    async store(written: readonly DataRecord[]) {
      const pairs = written.flatMap((record) => {
        const [left, right] = [asId(fieldOf(record, field)), asId(record[id])]
        return left === undefined || right === undefined ? [] : [{ left, right }]
      })
      await step.context.references.set(reference, pairs)
      if (pairs.length < written.length) step.log('warning', texts.unknown({ count: written.length - pairs.length }))
    },
  }
}

function asId(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '' || typeof value === 'object') return undefined
  return String(value as string | number | boolean)
}
