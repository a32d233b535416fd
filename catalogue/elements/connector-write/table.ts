import { writtenWithout } from '@weft/kit/connections/written-without.ts'
import type { ConnectorSession, LineTable, WriteTarget } from '@weft/kit/define/connector-session.ts'
import type { Step } from '@weft/kit/define/element.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { openReferences } from './references.ts'
import { whatIsThere } from './repeated.ts'

const texts = defineMessages({
  readOnly: {
    en: 'Nothing can be written through the connection {name}.',
    de: 'Über die Verbindung {name} lässt sich nichts schreiben.',
  },
  noLines: {
    en: 'Records with lines cannot be written through the connection {name}.',
    de: 'Datensätze mit Positionen lassen sich über die Verbindung {name} nicht schreiben.',
  },
  mayBeTwice: {
    en: 'The answer to a batch was lost, and nothing tells whether it was written: {count, plural, one {one record} other {# records}} may be there twice.',
    de: 'Die Antwort auf einen Stapel ging verloren, und nichts sagt, ob er geschrieben wurde: {count, plural, one {Ein Datensatz ist} other {# Datensätze sind}} vielleicht doppelt vorhanden.',
  },
})

export type Settings = {
  connection: string
  table: string
  mode: WriteTarget['mode']
  key: readonly string[]
  exactly_once: boolean
  at_once?: number | undefined
  lines: readonly LineTable[]
  reference?: string | undefined
  reference_field?: string | undefined
}

/** A table of another system, opened to be written. */
export async function openTable(step: Step<Settings>) {
  const session = await step.context.connections.open(step.settings.connection)
  try {
    return await openWithin(step, session)
  } catch (error) {
    await session.close()
    throw error
  }
}

async function openWithin(step: Step<Settings>, session: ConnectorSession) {
  const { connection: name, table, mode, key, exactly_once, at_once, lines } = step.settings
  if (lines.length > 0 && !session.lines) throw new Invalid('NO_LINES', texts.noLines({ name }))
  const references = await openReferences(step, session)
  const carried = references?.carried ?? []
  const writer = await session.write?.({
    table,
    mode,
    key,
    at_once,
    ...(lines.length > 0 && { lines }),
    ...(exactly_once && { marker: { job: step.job.id, step: step.id } }),
    ...(references && { answer_key: true }),
  })
  if (!writer) throw new Invalid('READ_ONLY', texts.readOnly({ name }))

  async function write(records: DataRecord[], number: number) {
    const { written, rejected } = await writtenWithout(writer!, carried, records, number)
    await references?.store(written)
    return { exits: { written }, rejected }
  }

  const looker = openLooker(step)
  return {
    write,
    /** The same for a batch that may have been written: what is there already is not inserted again. */
    async repeat(records: DataRecord[], number: number) {
      const { there, missing, unknown } = await looker.find(records)
      if (unknown > 0) step.log('warning', texts.mayBeTwice({ count: unknown }))
      await references?.store(there)
      const { exits, rejected } = missing.length > 0 ? await write(missing, number) : nothing
      return { exits: { written: [...there, ...exits.written] }, rejected }
    },
    async close() {
      await writer.close()
      await looker.close()
      await session.close()
    },
  }
}

/** Looks by a line of its own, one batch after the other: on that of the writer the transaction of another batch may be under way. */
function openLooker({ context, settings: { connection, table, key } }: Step<Settings>) {
  let opened: Promise<ConnectorSession> | undefined
  let before: Promise<unknown> = Promise.resolve()
  async function find(records: DataRecord[]) {
    const session = await (opened ??= context.connections.open(connection))
    return whatIsThere(session, await session.describe(table), key, records)
  }
  return {
    find(records: DataRecord[]) {
      const own = before.then(() => find(records))
      before = own.catch(heardElsewhere)
      return own
    },
    async close() {
      await before
      await (await opened?.catch(heardElsewhere))?.close()
    },
  }
}

const nothing = { exits: { written: [] as DataRecord[] }, rejected: [] }
