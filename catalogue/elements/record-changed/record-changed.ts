import { changedSince, earlier } from '@weft/kit/connections/changed-since.ts'
import type { ConnectorSession, TableQuery } from '@weft/kit/define/connector-session.ts'
import { defineElement } from '@weft/kit/define/element.ts'
import { every, everyLabel } from '@weft/kit/define/polling.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { connectionName, cursorField, sourceConditions, tableOf } from '@weft/kit/define/settings.ts'
import { resolveConditions } from '@weft/kit/define/values.ts'
import { z } from 'zod'

export const recordChanged = defineElement({
  key: 'record_changed',
  group: 'trigger',
  kind: 'trigger',
  icon: 'IconDatabaseEdit',
  settings: z.strictObject({
    connection: connectionName,
    table: tableOf,
    cursor_field: cursorField,
    every,
    overlap: z.int().min(0).max(86_400).default(300),
    first: z.enum(['all', 'new']).default('new'),
    filter: sourceConditions.default([]),
  }),
  starts: 'poll',
  inputs: [],
  exits: ['out'],
  data_set: { type: 'delta' },
  in_test_run: 'runs',
  labels: {
    title: { en: 'Record changed', de: 'Datensatz geändert' },
    help: {
      en: 'Starts when records of a table of another system were added or changed, and gives each as it is now. A run that fails is given its records again.',
      de: 'Startet, wenn in einer Tabelle eines anderen Systems Datensätze hinzugekommen sind oder sich geändert haben, und gibt jeden weiter, wie er jetzt ist. Ein gescheiterter Lauf bekommt seine Datensätze noch einmal.',
    },
    fields: {
      connection: { en: 'Connection', de: 'Verbindung' },
      table: { en: 'Table', de: 'Tabelle' },
      cursor_field: {
        label: { en: 'Changed at', de: 'Geändert am' },
        help: {
          en: 'A field that grows with every change, such as a point in time or a number.',
          de: 'Ein Feld, das mit jeder Änderung wächst, etwa ein Zeitpunkt oder eine Nummer.',
        },
      },
      every: everyLabel,
      overlap: {
        label: { en: 'Look back', de: 'Zurückschauen' },
        help: {
          en: 'So many seconds, or so much of a number, are looked at again, since changes are committed later than their points in time say. What was given already is not given again.',
          de: 'So viele Sekunden, oder so viel einer Nummer, werden noch einmal angesehen, weil Änderungen später abgeschlossen werden, als ihre Zeitpunkte sagen. Was schon weitergegeben wurde, kommt nicht noch einmal.',
        },
      },
      first: {
        label: { en: 'First look', de: 'Erstes Nachsehen' },
        options: {
          all: { en: 'Gives all that is there', de: 'Gibt alles weiter, was da ist' },
          new: { en: 'Gives only what changes from then on', de: 'Gibt nur weiter, was sich ab dann ändert' },
        },
      },
      filter: { en: 'Only records where', de: 'Nur Datensätze, bei denen' },
    },
    exits: { out: { en: 'Records', de: 'Datensätze' } },
  },
  body: {
    async *read(step, input) {
      const { connection, table, cursor_field, overlap, first, filter } = step.settings
      const { states, connections } = step.context
      const session = await connections.open(connection)
      try {
        const given = new Set((await states.get('workflow', `${step.id} given`)) as string[] | undefined)
        const passesOver = first === 'new' && (await states.get('workflow', step.id)) === undefined
        const since = await changedSince(states, session, step.id, { connection, table, cursor_field, overlap })
        const changed = passesOver ? await justNow(session, { table, cursor_field, overlap }) : since
        if (passesOver && changed === undefined) return
        const recent: string[] = []
        // Without a cursor all of it is kept before any of it goes on: a run that goes on elsewhere has given the same.
        for await (const { records } of session.read({
          table,
          filter: resolveConditions(step, filter, input),
          changed,
        })) {
          const marked = records.map((record) => ({ record, mark: markOf(record) }))
          recent.push(...marked.map(({ mark }) => mark))
          if (!passesOver) yield { records: marked.flatMap(({ record, mark }) => (given.has(mark) ? [] : [record])) }
        }
        await states.keepAtEnd(`${step.id} given`, recent.slice(-mostKept))
      } finally {
        await session.close()
      }
    },
  },
})

/** What a look back would meet, so that the next look knows it. */
async function justNow(
  session: ConnectorSession,
  { table, cursor_field, overlap }: { table: string; cursor_field: string; overlap: number },
): Promise<TableQuery['changed']> {
  const until = await session.latest?.(table, cursor_field)
  return until === null || until === undefined
    ? undefined
    : { field: cursor_field, from: earlier(until, overlap), until }
}

/** Of so many records at most it is known that they were given: those a look back meets again. */
const mostKept = 20_000

/** A record as it was given, in few letters. */
function markOf(record: DataRecord): string {
  // FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(JSON.stringify(record)))
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn
  return hash.toString(36)
}
