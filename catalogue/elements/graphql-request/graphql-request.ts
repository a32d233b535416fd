import { defineElement } from '@weft/kit/define/element.ts'
import { atOnceOf, requestsAtOnce, requestsAtOnceLabel } from '@weft/kit/define/requests-at-once.ts'
import { named } from '@weft/kit/define/settings.ts'
import { template } from '@weft/kit/define/template.ts'
import { z } from 'zod'

const variable = z.strictObject({
  name: named(z.string().trim().min(1).max(191), 'Name', 'Name'),
  value: named(template.default(''), 'Value', 'Wert'),
})

/** Whether a document holds queries alone. One that only speaks of a mutation is taken for one. */
const changesNothing = (document: string) => !/\b(mutation|subscription)\b/.test(document)

export const graphqlRequest = defineElement({
  key: 'graphql_request',
  group: 'connector',
  kind: 'source',
  icon: 'IconBrandGraphql',
  settings: z.strictObject({
    connection: z.string().trim().min(1).max(63).meta({ input: 'http_connection' }),
    path: z.string().trim().max(500).default(''),
    query: z.string().min(1).max(100_000).meta({ input: 'longText' }),
    variables: z.array(variable).max(100).default([]),
    items: z.string().trim().max(500).default(''),
    after: z.string().trim().max(191).default(''),
    keep_input: z.string().trim().max(63).default(''),
    on_failure: z.enum(['fail', 'reject']).default('fail'),
    tries: z.int().min(1).max(10).default(4),
    timeout_seconds: z.int().min(1).max(600).default(30),
    at_once: requestsAtOnce,
  }),
  inputs: ['in'],
  exits: ['out', 'rejected'],
  at_once: ({ at_once, query }) => atOnceOf(at_once, { reads: changesNothing(query) }),
  in_test_run: ({ query }) => (changesNothing(query) ? 'runs' : 'held_back'),
  labels: {
    title: { en: 'GraphQL request', de: 'GraphQL-Anfrage' },
    help: {
      en: 'Sends a query or a mutation for each incoming record and gives the records of its answer, page by page. Errors in the answer are errors, and say where they stand.',
      de: 'Sendet für jeden ankommenden Datensatz eine Abfrage oder Änderung und gibt die Datensätze der Antwort Seite für Seite weiter. Fehler in der Antwort sind Fehler und sagen, wo sie stehen.',
    },
    fields: {
      connection: {
        label: { en: 'Connection', de: 'Verbindung' },
        help: {
          en: 'One over HTTP: GraphQL, or REST with the path below.',
          de: 'Eine über HTTP: GraphQL, oder REST mit dem Pfad darunter.',
        },
      },
      path: {
        label: { en: 'Path', de: 'Pfad' },
        help: { en: 'Behind the address; mostly empty.', de: 'Hinter der Adresse; meist leer.' },
      },
      query: {
        label: { en: 'Query or mutation', de: 'Abfrage oder Änderung' },
        help: {
          en: 'In GraphQL. Values stand in variables and never in the text.',
          de: 'In GraphQL. Werte stehen in Variablen und nie im Text.',
        },
      },
      variables: {
        label: { en: 'Variables', de: 'Variablen' },
        help: {
          en: '{{ id }} is the value itself: a number stays one, a list a list.',
          de: '{{ id }} ist der Wert selbst: Eine Zahl bleibt eine, eine Liste eine Liste.',
        },
      },
      items: {
        label: { en: 'Where the records are', de: 'Wo die Datensätze sind' },
        help: {
          en: 'Below data, such as orders.nodes or orders.edges; empty: data itself.',
          de: 'Unter data, etwa orders.nodes oder orders.edges; leer: data selbst.',
        },
      },
      after: {
        label: { en: 'Variable of the page', de: 'Variable der Seite' },
        help: {
          en: 'Such as after: takes endCursor of the pageInfo beside the records. Empty: one page.',
          de: 'Etwa after: nimmt endCursor aus pageInfo neben den Datensätzen auf. Leer: eine Seite.',
        },
      },
      keep_input: {
        label: { en: 'Field for the incoming record', de: 'Feld für den ankommenden Datensatz' },
        help: { en: 'Empty: it is left out.', de: 'Leer: Er wird weggelassen.' },
      },
      on_failure: {
        label: { en: 'When it fails', de: 'Wenn es scheitert' },
        options: {
          fail: { en: 'The step fails', de: 'Der Schritt scheitert' },
          reject: { en: 'The incoming record is rejected', de: 'Der ankommende Datensatz wird abgelehnt' },
        },
      },
      tries: {
        label: { en: 'Tries', de: 'Versuche' },
        help: {
          en: 'While the other side is busy or broken. Requests carry an Idempotency-Key; set 1 for a mutation where it is not heeded.',
          de: 'Solange die Gegenseite ausgelastet oder gestört ist. Anfragen tragen einen Idempotency-Key; stellen Sie bei einer Änderung 1 ein, wenn er nicht beachtet wird.',
        },
      },
      timeout_seconds: { en: 'Seconds to wait for an answer', de: 'Sekunden bis zur Antwort' },
      at_once: requestsAtOnceLabel,
    },
    exits: { out: { en: 'Records', de: 'Datensätze' }, rejected: { en: 'Rejected', de: 'Abgelehnt' } },
  },
})
