import { defineElement } from '@weft/kit/define/element.ts'
import { atOnceOf, requestsAtOnce, requestsAtOnceLabel } from '@weft/kit/define/requests-at-once.ts'
import { formatOptions, named, onlyWhen } from '@weft/kit/define/settings.ts'
import { template } from '@weft/kit/define/template.ts'
import { storedText, textValues, textValuesLabel } from '@weft/kit/text-templates/step-texts.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  nowhere: {
    en: 'Please enter an address, or choose a connection.',
    de: 'Bitte geben Sie eine Adresse ein oder wählen Sie eine Verbindung.',
  },
})

const pair = z.strictObject({
  name: named(z.string().trim().min(1).max(200), 'Name', 'Name'),
  value: named(template.default(''), 'Value', 'Wert'),
})
const path = z.string().trim().max(500).default('')
const writing = ['POST', 'PUT', 'PATCH', 'DELETE']
const onlyReads = (method: string) => method === 'GET' || method === 'HEAD'
const paged = ['page', 'offset', 'cursor', 'link']

export const httpRequest = defineElement({
  key: 'http_request',
  group: 'connector',
  kind: 'source',
  icon: 'IconWorldDownload',
  settings: z
    .strictObject({
      method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']).default('GET'),
      connection: z.string().trim().max(63).default('').meta({ input: 'http_connection' }),
      url: template.default(''),
      query: z.array(pair).max(100).default([]),
      headers: z.array(pair).max(100).default([]),
      auth: onlyWhen('connection', [''], z.enum(['none', 'basic', 'bearer', 'header']).default('none')),
      auth_name: onlyWhen('auth', ['basic', 'header'], z.string().trim().max(200).default('')),
      auth_value: onlyWhen(
        'auth',
        ['basic', 'bearer', 'header'],
        z.string().trim().max(200).default('').meta({ input: 'config_secret' }),
      ),
      body_template_id: onlyWhen('method', writing, storedText),
      values: onlyWhen('method', writing, textValues),
      body: onlyWhen('method', writing, template.max(1_000_000).default('').meta({ input: 'longText' })),
      body_type: onlyWhen('method', writing, z.string().max(200).default('application/json')),
      answer: z.enum(['json', 'xml', 'csv', 'whole']).default('json'),
      items: onlyWhen('answer', ['json'], path),
      options: onlyWhen('answer', ['xml', 'csv'], formatOptions.default({})),
      pagination: z.enum(['none', 'page', 'offset', 'cursor', 'link']).default('none'),
      page_parameter: onlyWhen('pagination', ['page', 'offset', 'cursor'], z.string().trim().max(100).default('page')),
      first_page: onlyWhen('pagination', ['page'], z.int().min(0).default(1)),
      size_parameter: onlyWhen('pagination', paged, z.string().trim().max(100).default('')),
      page_size: onlyWhen('pagination', paged, z.int().min(1).max(100_000).default(100)),
      cursor_path: onlyWhen('pagination', ['cursor', 'link'], path),
      max_pages: onlyWhen('pagination', paged, z.int().min(1).max(100_000).default(1_000)),
      keep_input: z.string().trim().max(63).default(''),
      on_failure: z.enum(['fail', 'reject']).default('fail'),
      tries: z.int().min(1).max(10).default(4),
      timeout_seconds: z.int().min(1).max(600).default(30),
      at_once: requestsAtOnce,
      per_second: z.number().min(0.01).max(1_000).optional(),
    })
    .refine(({ connection, url }) => connection !== '' || url !== '', {
      path: ['url'],
      error: say(texts.nowhere(), 'en'),
      params: { say: texts.nowhere() },
    }),
  inputs: ['in'],
  exits: ['out', 'rejected'],
  at_once: ({ at_once, method }) => atOnceOf(at_once, { reads: onlyReads(method) }),
  in_test_run: ({ method }) => (onlyReads(method) ? 'runs' : 'held_back'),
  labels: {
    title: { en: 'HTTP request', de: 'HTTP-Anfrage' },
    help: {
      en: 'Asks another system for each incoming record and gives the records of its answer, page by page. Waits and tries again when the other side is busy. Addresses of internal networks are refused unless an administrator allows them.',
      de: 'Fragt für jeden ankommenden Datensatz ein anderes System an und gibt die Datensätze seiner Antwort Seite für Seite weiter. Wartet und versucht es erneut, wenn die Gegenseite ausgelastet ist. Adressen interner Netze werden abgelehnt, sofern sie kein Administrator freigibt.',
    },
    fields: {
      method: { en: 'Method', de: 'Methode' },
      connection: {
        label: { en: 'Connection', de: 'Verbindung' },
        help: {
          en: 'A connection over HTTP brings address and sign-in along, in every project those of its own.',
          de: 'Eine Verbindung über HTTP bringt Adresse und Anmeldung mit, in jedem Projekt die eigenen.',
        },
      },
      url: {
        label: { en: 'Address', de: 'Adresse' },
        help: {
          en: 'https://shop.example/orders/{{ id | url }}, or behind the address of the connection: orders/{{ id | url }}',
          de: 'https://shop.example/orders/{{ id | url }}, oder hinter der Adresse der Verbindung: orders/{{ id | url }}',
        },
      },
      query: { en: 'Parameters of the address', de: 'Parameter der Adresse' },
      headers: {
        label: { en: 'Headers', de: 'Kopfzeilen' },
        help: {
          en: 'API keys belong into a secret among the configuration values: {{ config.name }}',
          de: 'API-Schlüssel gehören als Geheimnis in die Konfigurationswerte: {{ config.name }}',
        },
      },
      auth: {
        label: { en: 'Sign-in', de: 'Anmeldung' },
        options: {
          none: { en: 'None', de: 'Keine' },
          basic: { en: 'Name and password', de: 'Name und Passwort' },
          bearer: { en: 'Bearer token', de: 'Bearer-Token' },
          header: { en: 'Key in a header', de: 'Schlüssel in einer Kopfzeile' },
        },
      },
      auth_name: {
        label: { en: 'Name', de: 'Name' },
        help: { en: 'The user, or the name of the header.', de: 'Der Benutzer oder der Name der Kopfzeile.' },
      },
      auth_value: {
        label: { en: 'Configuration value with the secret', de: 'Konfigurationswert mit dem Geheimnis' },
        help: {
          en: 'The name of a configuration value of the kind secret (Settings > Configuration values): it is stored encrypted and stands in no log.',
          de: 'Der Name eines Konfigurationswerts der Art Geheimnis (Einstellungen > Konfigurationswerte): Er wird verschlüsselt gespeichert und steht in keinem Protokoll.',
        },
      },
      body_template_id: {
        label: { en: 'Body from a text template', de: 'Inhalt aus einer Textvorlage' },
        help: { en: 'Instead of the body below.', de: 'Anstelle des Inhalts darunter.' },
      },
      values: textValuesLabel,
      body: {
        label: { en: 'Body', de: 'Inhalt' },
        help: { en: 'Values as JSON: {{ name | json }}', de: 'Werte als JSON: {{ name | json }}' },
      },
      body_type: { en: 'Type of the body', de: 'Typ des Inhalts' },
      answer: {
        label: { en: 'Answer', de: 'Antwort' },
        options: {
          json: { en: 'JSON', de: 'JSON' },
          xml: { en: 'XML', de: 'XML' },
          csv: { en: 'CSV', de: 'CSV' },
          whole: { en: 'Whole, with status and headers', de: 'Im Ganzen, mit Status und Kopfzeilen' },
        },
      },
      items: {
        label: { en: 'Path to the records', de: 'Pfad zu den Datensätzen' },
        help: {
          en: 'In JSON, such as data.items; empty: the answer itself.',
          de: 'In JSON, etwa data.items; leer: die Antwort selbst.',
        },
      },
      options: { label: { en: 'Options of XML or CSV', de: 'Optionen für XML oder CSV' } },
      pagination: {
        label: { en: 'Pages', de: 'Seiten' },
        options: {
          none: { en: 'One answer', de: 'Eine Antwort' },
          page: { en: 'By page number', de: 'Nach Seitennummer' },
          offset: { en: 'By offset', de: 'Nach Versatz' },
          cursor: { en: 'By cursor in the answer', de: 'Nach Marke in der Antwort' },
          link: { en: 'By link to the next page', de: 'Nach Verweis auf die nächste Seite' },
        },
      },
      page_parameter: {
        label: { en: 'Parameter of the page', de: 'Parameter der Seite' },
        help: {
          en: 'Takes the page number, the offset or the cursor.',
          de: 'Nimmt Seitennummer, Versatz oder Marke auf.',
        },
      },
      first_page: { en: 'First page', de: 'Erste Seite' },
      size_parameter: {
        label: { en: 'Parameter of the size', de: 'Parameter der Größe' },
        help: { en: 'Empty: none is sent.', de: 'Leer: Es wird keine gesendet.' },
      },
      page_size: {
        label: { en: 'Records per page', de: 'Datensätze je Seite' },
        help: { en: 'A shorter page is the last one.', de: 'Eine kürzere Seite ist die letzte.' },
      },
      cursor_path: {
        label: { en: 'Path to the cursor or link', de: 'Pfad zur Marke oder zum Verweis' },
        help: {
          en: 'In JSON, such as meta.next. For links empty: the Link header.',
          de: 'In JSON, etwa meta.next. Bei Verweisen leer: die Kopfzeile Link.',
        },
      },
      max_pages: { en: 'Most pages', de: 'Höchstzahl Seiten' },
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
          en: 'While the other side is busy or broken. Requests that write carry an Idempotency-Key; set 1 where the other side does not heed it.',
          de: 'Solange die Gegenseite ausgelastet oder gestört ist. Schreibende Anfragen tragen einen Idempotency-Key; stellen Sie 1 ein, wenn die Gegenseite ihn nicht beachtet.',
        },
      },
      timeout_seconds: { en: 'Seconds to wait for an answer', de: 'Sekunden bis zur Antwort' },
      at_once: requestsAtOnceLabel,
      per_second: {
        label: { en: 'Requests per second', de: 'Anfragen je Sekunde' },
        help: {
          en: 'At most, of one worker; empty: no limit.',
          de: 'Höchstens, von einem Worker; leer: keine Grenze.',
        },
      },
    },
    exits: { out: { en: 'Records', de: 'Datensätze' }, rejected: { en: 'Rejected', de: 'Abgelehnt' } },
  },
})
