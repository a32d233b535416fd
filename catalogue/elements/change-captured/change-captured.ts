import type { CapturedChange } from '@weft/kit/define/capture-session.ts'
import { defineElement } from '@weft/kit/define/element.ts'
import { every, everyLabel } from '@weft/kit/define/polling.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { capturedConnection, tableOf } from '@weft/kit/define/settings.ts'
import type { StepCapture } from '@weft/kit/define/step-context.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages, inserted } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  again: {
    en: '{reason} All records are read again; what was deleted meanwhile is not told.',
    de: '{reason} Alle Datensätze werden neu gelesen; was inzwischen gelöscht wurde, lässt sich nicht sagen.',
  },
})

/** How far runs that ended well have read. */
type Kept = { place: string; at: unknown }

export const changeCaptured = defineElement({
  key: 'change_captured',
  group: 'trigger',
  kind: 'trigger',
  icon: 'IconDatabaseEdit',
  settings: z.strictObject({
    connection: capturedConnection,
    table: tableOf,
    every,
    first: z.enum(['all', 'new']).default('new'),
    limit: z.int().min(1).max(10_000_000).default(500_000),
    most_gb: z.number().min(0.01).max(10_000).default(5),
  }),
  starts: 'poll',
  inputs: [],
  exits: ['out'],
  data_set: { type: 'delta' },
  in_test_run: 'held_back',
  labels: {
    title: { en: 'Change in the log of a database', de: 'Änderung im Protokoll einer Datenbank' },
    help: {
      en: 'Starts when records of a table were added, changed or deleted, and gives every such change in its order, as the log of the database tells it; _change says what it was. Nothing is left out, also of what changed twice, and a run that fails is given its changes again.',
      de: 'Startet, wenn in einer Tabelle Datensätze hinzugekommen, geändert oder gelöscht sind, und gibt jede solche Änderung in ihrer Reihenfolge weiter, wie das Protokoll der Datenbank sie nennt; _change sagt, was es war. Nichts wird ausgelassen, auch nicht, was sich zweimal geändert hat, und ein gescheiterter Lauf bekommt seine Änderungen noch einmal.',
    },
    fields: {
      connection: {
        label: { en: 'Connection', de: 'Verbindung' },
        help: {
          en: 'To a database that lets its log be read. What it needs for that is told when the connection is tested.',
          de: 'Zu einer Datenbank, die ihr Protokoll lesen lässt. Was sie dafür braucht, sagt die Prüfung der Verbindung.',
        },
      },
      table: { en: 'Table', de: 'Tabelle' },
      every: everyLabel,
      first: {
        label: { en: 'First look', de: 'Erstes Nachsehen' },
        options: {
          all: { en: 'Gives all that is there', de: 'Gibt alles weiter, was da ist' },
          new: { en: 'Gives only what changes from then on', de: 'Gibt nur weiter, was sich ab dann ändert' },
        },
      },
      limit: {
        label: { en: 'Entries of the log at a time', de: 'Einträge des Protokolls auf einmal' },
        help: {
          en: 'About so many; a transaction is read whole. The database sets them aside until they are fetched.',
          de: 'Ungefähr so viele; eine Transaktion wird ganz gelesen. Die Datenbank legt sie bereit, bis sie abgeholt sind.',
        },
      },
      most_gb: {
        label: { en: 'Keep at most (GB)', de: 'Höchstens aufbewahren (GB)' },
        help: {
          en: 'The database keeps its log until it was read. Beyond that it is told to keep it no longer, you get a notice, and the next run reads the table whole.',
          de: 'Die Datenbank behält ihr Protokoll, bis es gelesen ist. Darüber hinaus soll sie es nicht länger behalten, Sie werden benachrichtigt, und der nächste Lauf liest die Tabelle ganz.',
        },
      },
    },
    exits: { out: { en: 'Changes', de: 'Änderungen' } },
  },
  body: {
    async *read(step, _, cursor) {
      const { connection, table, first, limit, most_gb } = step.settings
      const { states, connections } = step.context
      const use = { workflow_id: step.job.workflow_id, step: step.id, table, most_bytes: Math.round(most_gb * 1e9) }
      const capture = await connections.capture(connection, use)
      const place = `${connection} ${table}`
      const keep = (at: unknown) => states.keepAtEnd(step.id, { place, at } satisfies Kept)
      try {
        const kept = (await states.get('workflow', step.id)) as Kept | undefined
        const from = kept?.place === place ? kept.at : undefined
        if (cursor === undefined && from === undefined) {
          if (first === 'new') return await keep(await capture.begin())
          return yield* whole(capture, keep)
        }
        let at = cursor ?? from
        try {
          // A run that ended well has read so far: only now may it be forgotten there.
          if (cursor === undefined) await capture.confirm(from)
          for await (const batch of capture.read(at, limit)) {
            step.signal.throwIfAborted()
            if (batch.notice) step.log('warning', batch.notice)
            yield { records: batch.changes.map(recordOf), cursor: batch.cursor }
            at = batch.cursor
          }
          await keep(at)
        } catch (error) {
          const isLost = error instanceof WeftError && error.code === 'POSITION_LOST'
          if (!isLost || cursor !== undefined || at !== from) throw error
          step.log('warning', inserted(texts.again({ reason: '' }), 'reason', error.say))
          yield* whole(capture, keep)
        }
      } finally {
        await capture.close()
      }
    },
  },
})

/** Without a cursor all of it is kept before any of it goes on, so its changes follow from that very moment. */
async function* whole(capture: StepCapture, keep: (at: unknown) => Promise<void>) {
  const { cursor, batches } = await capture.whole()
  await keep(cursor)
  for await (const { records } of batches)
    yield { records: records.map((record): DataRecord => ({ ...record, _change: { kind: 'read' } })) }
}

const recordOf = ({ record, ...change }: CapturedChange): DataRecord => ({ ...record, _change: change })
