import { changedSince } from '@weft/kit/connections/changed-since.ts'
import { defineElement } from '@weft/kit/define/element.ts'
import {
  connectionName,
  cursorField,
  lineTables,
  onlyWhen,
  sourceConditions,
  sourceFields,
  tableOf,
} from '@weft/kit/define/settings.ts'
import { resolveConditions } from '@weft/kit/define/values.ts'
import type { TableQuery } from '@weft/kit/define/connector-session.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'
import { lineReader } from './lines.ts'
import { keepShape } from './shape.ts'
import { renamer } from './renamer.ts'

/** What is read, and behind what: a run that goes on reads what it began to read. */
type Cursor = { changed?: TableQuery['changed']; at?: unknown }

const texts = defineMessages({
  noCursor: {
    en: 'Please name the field by which changes are found.',
    de: 'Bitte nennen Sie das Feld, an dem Änderungen erkannt werden.',
  },
})

export const connectorRead = defineElement({
  key: 'connector_read',
  group: 'connector',
  kind: 'source',
  icon: 'IconDatabaseExport',
  settings: z
    .strictObject({
      connection: connectionName,
      table: tableOf,
      read: z.enum(['all', 'changed']).default('all'),
      cursor_field: onlyWhen('read', ['changed'], cursorField.optional()),
      overlap: onlyWhen('read', ['changed'], z.int().min(0).max(31_536_000).default(300)),
      fields: sourceFields(500).default([]),
      names: z.record(z.string(), z.string().trim().min(1).max(191)).default({}).meta({ input: 'pairs' }),
      filter: sourceConditions.default([]),
      lines: lineTables,
      notice: z.boolean().default(false),
      limit: onlyWhen('read', ['all'], z.int().min(1).max(1_000_000_000).optional()),
    })
    .refine(({ read, cursor_field }) => read === 'all' || cursor_field !== undefined, {
      path: ['cursor_field'],
      error: say(texts.noCursor(), 'en'),
      params: { say: texts.noCursor() },
    }),
  inputs: ['in'],
  exits: ['out'],
  data_set: { type: 'delta', when: { setting: 'read', is: 'changed' } },
  in_test_run: 'runs',
  labels: {
    title: { en: 'Read from a connection', de: 'Aus einer Verbindung lesen' },
    help: {
      en: 'Gives the records of a table of another system, for each incoming record once. A table with a key is read page by page and goes on where it was when a run is interrupted.',
      de: 'Gibt die Datensätze einer Tabelle eines anderen Systems weiter, für jeden ankommenden Datensatz einmal. Eine Tabelle mit Schlüssel wird Seite für Seite gelesen; ein unterbrochener Lauf macht weiter, wo er war.',
    },
    fields: {
      connection: { en: 'Connection', de: 'Verbindung' },
      table: { en: 'Table', de: 'Tabelle' },
      read: {
        label: { en: 'Read', de: 'Lesen' },
        options: {
          all: { en: 'All of it', de: 'Alles' },
          changed: {
            en: 'What has changed since the last run that ended well',
            de: 'Was sich seit dem letzten gut beendeten Lauf geändert hat',
          },
        },
      },
      cursor_field: {
        label: { en: 'Changed at', de: 'Geändert am' },
        help: {
          en: 'A field that grows with every change, such as a point in time or a number. The first run reads everything.',
          de: 'Ein Feld, das mit jeder Änderung wächst, etwa ein Zeitpunkt oder eine Nummer. Der erste Lauf liest alles.',
        },
      },
      overlap: {
        label: { en: 'Look back', de: 'Zurückschauen' },
        help: {
          en: 'So many seconds, or so much of a number, are read again: transactions are committed later than their points in time say. Writing by key finds nothing twice.',
          de: 'So viele Sekunden, oder so viel einer Nummer, werden noch einmal gelesen: Transaktionen werden später abgeschlossen, als ihre Zeitpunkte sagen. Wer über den Schlüssel schreibt, findet nichts doppelt.',
        },
      },
      fields: {
        label: { en: 'Fields', de: 'Felder' },
        help: { en: 'Empty: all of them.', de: 'Leer: alle.' },
      },
      names: {
        label: { en: 'Other names', de: 'Andere Namen' },
        help: {
          en: 'What fields of the table are called in the records; the others keep their names.',
          de: 'Wie Felder der Tabelle in den Datensätzen heißen; die übrigen behalten ihren Namen.',
        },
      },
      notice: {
        label: { en: 'Notice other fields', de: 'Andere Felder bemerken' },
        help: {
          en: 'Keeps with the workflow which fields the table has, so that an integration can tell what has changed there.',
          de: 'Merkt sich beim Workflow, welche Felder die Tabelle hat, damit eine Integration sagen kann, was sich dort geändert hat.',
        },
      },
      filter: {
        label: { en: 'Only records where', de: 'Nur Datensätze, bei denen' },
        help: {
          en: 'All comparisons must hold, and the other system makes them; {{ … }} takes a value from the record or the job.',
          de: 'Alle Vergleiche müssen zutreffen, und das andere System stellt sie an; {{ … }} nimmt einen Wert aus dem Datensatz oder dem Job.',
        },
      },
      lines: {
        label: { en: 'Lines', de: 'Positionen' },
        help: {
          en: 'Tables whose records belong to those read here, such as the lines of an order: each record gets its own as a list, in the order of their key.',
          de: 'Tabellen, deren Datensätze zu den hier gelesenen gehören, etwa die Positionen einer Bestellung: Jeder Datensatz bekommt seine als Liste, in der Reihenfolge ihres Schlüssels.',
        },
      },
      limit: { en: 'Records at most', de: 'Höchstens so viele Datensätze' },
    },
    exits: { out: { en: 'Records', de: 'Datensätze' } },
  },
  body: {
    async *read(step, input, cursor) {
      const { connection, table, read, cursor_field, overlap, fields, names, filter, notice, limit, lines } =
        step.settings
      const session = await step.context.connections.open(connection)
      try {
        if (notice && cursor === undefined) await keepShape(step.context.states, session, step.id, table)
        const start = (cursor ?? {
          changed:
            read === 'changed'
              ? await changedSince(step.context.states, session, step.id, {
                  connection,
                  table,
                  cursor_field: cursor_field!,
                  overlap,
                })
              : undefined,
        }) as Cursor
        const query = {
          table,
          ...(fields.length > 0 && { fields }),
          filter: resolveConditions(step, filter, input),
          ...(read === 'all' && { limit }),
          changed: start.changed,
          // With their lines fewer records at a time fill the memory.
          ...(lines.length > 0 && { batch: 250 }),
        }
        const nested = await lineReader(session, step.settings)
        const renamed = renamer(names)
        for await (const { records, cursor: at } of session.read(query, start.at))
          yield {
            records: renamed(await nested(records)),
            ...(at !== undefined && { cursor: { ...start, at } satisfies Cursor }),
          }
      } finally {
        await session.close()
      }
    },
  },
})
