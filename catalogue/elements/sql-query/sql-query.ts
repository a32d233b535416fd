import { defineElement } from '@weft/kit/define/element.ts'
import { template } from '@weft/kit/define/template.ts'
import { valuer } from '@weft/kit/define/values.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  noQueries: {
    en: 'The system behind the connection {name} takes no statements.',
    de: 'Das System hinter der Verbindung {name} nimmt keine Anweisungen an.',
  },
})

export const sqlQuery = defineElement({
  key: 'sql_query',
  group: 'connector',
  kind: 'source',
  icon: 'IconSql',
  settings: z.strictObject({
    connection: z.string().trim().min(1).max(63).meta({ input: 'query_connection' }),
    statement: z.string().min(1).max(100_000).meta({ input: 'code', language: 'sql' }),
    parameters: z.array(template).max(500).default([]),
    keep_input: z.string().trim().max(63).default(''),
  }),
  inputs: ['in'],
  exits: ['out'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'SQL query', de: 'SQL-Abfrage' },
    help: {
      en: 'Puts a statement to a database of a connection for each incoming record and gives the rows of its answer. It may be put again when a run is interrupted, so it should change nothing.',
      de: 'Stellt der Datenbank einer Verbindung für jeden ankommenden Datensatz eine Anweisung und gibt die Zeilen der Antwort weiter. Sie wird womöglich noch einmal gestellt, wenn ein Lauf unterbrochen wird, und sollte deshalb nichts ändern.',
    },
    fields: {
      connection: { en: 'Connection', de: 'Verbindung' },
      statement: {
        label: { en: 'Statement', de: 'Anweisung' },
        help: {
          en: 'In the language of that database. Values stand in the parameters and never in the text: $1 in PostgreSQL, ? in MariaDB.',
          de: 'In der Sprache dieser Datenbank. Werte stehen in den Parametern und nie im Text: $1 in PostgreSQL, ? in MariaDB.',
        },
      },
      parameters: {
        label: { en: 'Parameters', de: 'Parameter' },
        help: {
          en: 'In their order; {{ id }} is the value itself.',
          de: 'In ihrer Reihenfolge; {{ id }} ist der Wert selbst.',
        },
      },
      keep_input: {
        label: { en: 'Field for the incoming record', de: 'Feld für den ankommenden Datensatz' },
        help: { en: 'Empty: it is left out.', de: 'Leer: Er wird weggelassen.' },
      },
    },
    exits: { out: { en: 'Rows', de: 'Zeilen' } },
  },
  body: {
    async *read(step, input) {
      const { connection: name, statement, parameters, keep_input: kept } = step.settings
      const session = await step.context.connections.open(name)
      try {
        if (!session.query) throw new Invalid('QUERY_UNSUPPORTED', texts.noQueries({ name }))
        const values = parameters.map((one) => valuer(step, one)(input))
        // Without a cursor: the engine keeps what has come, as nobody can ask for the rest.
        for await (const { records } of session.query(statement, values)) {
          step.signal.throwIfAborted()
          yield { records: kept === '' ? records : records.map((record) => ({ ...record, [kept]: input })) }
        }
      } finally {
        await session.close()
      }
    },
  },
})
