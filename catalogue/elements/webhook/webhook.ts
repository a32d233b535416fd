import { defineElement } from '@weft/kit/define/element.ts'
import { duration } from '@weft/kit/define/duration.ts'
import { onlyWhen, reference } from '@weft/kit/define/settings.ts'
import { defineMessages, say, type Message } from '@weft/kit/messages/messages.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'

const texts = defineMessages({
  secret: {
    en: 'A signature needs the configuration value with the secret.',
    de: 'Eine Signatur braucht den Konfigurationswert mit dem Geheimnis.',
  },
  header: { en: 'Say which header carries the signature.', de: 'Geben Sie an, welche Kopfzeile die Signatur trägt.' },
  signed: {
    en: 'What is signed contains {opening}body{closing}, and {opening}time{closing} exactly where a header with the time is named.',
    de: 'Was signiert wird, enthält {opening}body{closing} und genau dann {opening}time{closing}, wenn eine Kopfzeile mit der Zeit angegeben ist.',
  },
})

const refusal = (path: string, message: Message) => ({
  path: [path],
  error: say(message, 'en'),
  params: { say: message },
})
const header = z
  .string()
  .trim()
  .regex(
    inWords(/^[A-Za-z0-9-]{0,100}$/, {
      en: 'Please enter the name of a header: letters, digits and hyphens, such as X-Signature.',
      de: 'Bitte den Namen einer Kopfzeile eingeben: Buchstaben, Ziffern und Bindestriche, etwa X-Signature.',
    }),
  )
  .default('')
const signedBy = ['github', 'stripe', 'shopify', 'own']
const own = <S extends z.ZodType>(schema: S) => onlyWhen('signature', ['own'], schema)

export const webhook = defineElement({
  key: 'webhook',
  group: 'trigger',
  kind: 'trigger',
  icon: 'IconWebhook',
  settings: z
    .strictObject({
      token_id: reference('workflow_token').optional(),
      answer: z.enum(['now', 'at_end']).default('now'),
      signature: z.enum(['none', 'github', 'stripe', 'shopify', 'own']).default('none'),
      secret: onlyWhen('signature', signedBy, z.string().trim().max(200).default('').meta({ input: 'config_secret' })),
      signature_header: own(header),
      algorithm: own(z.enum(['sha1', 'sha256', 'sha512']).default('sha256')),
      encoding: own(z.enum(['hex', 'base64']).default('hex')),
      prefix: own(z.string().max(50).default('')),
      time_header: own(header),
      signed: own(z.string().max(200).default('{body}')),
      window: onlyWhen('signature', ['stripe', 'own'], duration.default('5m')),
      delivery_header: header,
      dedupe_key: z.string().trim().max(500).default('').meta({ input: 'field' }),
      keep_raw: z.boolean().default(false),
    })
    .refine(({ signature, secret }) => signature === 'none' || secret !== '', refusal('secret', texts.secret()))
    .refine(
      ({ signature, signature_header }) => signature !== 'own' || signature_header !== '',
      refusal('signature_header', texts.header()),
    )
    .refine(
      ({ signature, signed, time_header }) =>
        signature !== 'own' ||
        (signed.split('{body}').length === 2 && signed.includes('{time}') === (time_header !== '')),
      refusal('signed', texts.signed({ opening: '{', closing: '}' })),
    ),
  starts: 'call',
  inputs: [],
  exits: ['out'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Webhook', de: 'Webhook' },
    help: {
      en: 'Starts when another system calls the address of a token. The body of the call arrives as one record; it is kept before the call is answered.',
      de: 'Startet, wenn ein anderes System die Adresse eines Tokens aufruft. Der Inhalt des Aufrufs kommt als ein Datensatz an; er ist gesichert, bevor der Aufruf beantwortet wird.',
    },
    fields: {
      token_id: {
        label: { en: 'Token', de: 'Token' },
        help: {
          en: 'Only calls with this token; empty: with any token of the workflow.',
          de: 'Nur Aufrufe mit diesem Token; leer: mit jedem Token des Workflows.',
        },
      },
      answer: {
        label: { en: 'Answer', de: 'Antwort' },
        options: {
          now: { en: 'At once, with the job’s id', de: 'Sofort, mit der Kennung des Jobs' },
          at_end: { en: 'At the end, with the return values', de: 'Am Ende, mit den Rückgabewerten' },
        },
      },
      signature: {
        label: { en: 'Signature', de: 'Signatur' },
        help: {
          en: 'A call whose signature does not hold is refused and starts nothing.',
          de: 'Ein Aufruf, dessen Signatur nicht stimmt, wird abgewiesen und startet nichts.',
        },
        options: {
          none: { en: 'Is not checked', de: 'Wird nicht geprüft' },
          github: { en: 'GitHub', de: 'GitHub' },
          stripe: { en: 'Stripe', de: 'Stripe' },
          shopify: { en: 'Shopify', de: 'Shopify' },
          own: { en: 'Another one (HMAC)', de: 'Eine andere (HMAC)' },
        },
      },
      secret: {
        label: { en: 'Configuration value with the secret', de: 'Konfigurationswert mit dem Geheimnis' },
        help: {
          en: 'The name of a configuration value of the kind secret (Settings > Configuration values): it is stored encrypted and stands in no log.',
          de: 'Der Name eines Konfigurationswerts der Art Geheimnis (Einstellungen > Konfigurationswerte): Er wird verschlüsselt gespeichert und steht in keinem Protokoll.',
        },
      },
      signature_header: {
        label: { en: 'Header with the signature', de: 'Kopfzeile mit der Signatur' },
        help: { en: 'Such as X-Signature.', de: 'Etwa X-Signature.' },
      },
      algorithm: {
        label: { en: 'Hash', de: 'Hash' },
        options: {
          sha1: { en: 'SHA-1', de: 'SHA-1' },
          sha256: { en: 'SHA-256', de: 'SHA-256' },
          sha512: { en: 'SHA-512', de: 'SHA-512' },
        },
      },
      encoding: {
        label: { en: 'Written as', de: 'Schreibweise' },
        options: { hex: { en: 'Hexadecimal', de: 'Hexadezimal' }, base64: { en: 'Base64', de: 'Base64' } },
      },
      prefix: {
        label: { en: 'Before the signature stands', de: 'Vor der Signatur steht' },
        help: { en: 'Such as sha256= or v0=.', de: 'Etwa sha256= oder v0=.' },
      },
      time_header: {
        label: { en: 'Header with the time', de: 'Kopfzeile mit der Zeit' },
        help: {
          en: 'Where the sender signs the time as well: seconds, milliseconds or ISO 8601.',
          de: 'Falls der Absender auch die Zeit signiert: Sekunden, Millisekunden oder ISO 8601.',
        },
      },
      signed: {
        label: { en: 'What is signed', de: 'Was signiert wird' },
        help: {
          en: '{body} stands for the body as it came and {time} for the header with the time, such as v0:{time}:{body}.',
          de: '{body} steht für den Inhalt, wie er ankam, und {time} für die Kopfzeile mit der Zeit, etwa v0:{time}:{body}.',
        },
      },
      window: {
        label: { en: 'Signed at most so long ago', de: 'Höchstens so lange her' },
        help: {
          en: 'Against recorded calls that are sent again; counts where the time is signed.',
          de: 'Gegen aufgezeichnete Aufrufe, die erneut gesendet werden; gilt, wenn die Zeit signiert ist.',
        },
      },
      delivery_header: {
        label: { en: 'Header with the id of the delivery', de: 'Kopfzeile mit der Kennung der Zustellung' },
        help: {
          en: 'A delivery that comes again starts nothing and is answered as the first. Empty: that of the chosen provider.',
          de: 'Eine Zustellung, die noch einmal kommt, startet nichts und wird wie die erste beantwortet. Leer: die des gewählten Anbieters.',
        },
      },
      dedupe_key: {
        label: { en: 'Key against repetition', de: 'Schlüssel gegen Wiederholung' },
        help: {
          en: 'A field of the body such as order.id. A second call with the same value starts nothing and is answered as the first, as long as the job of that one is kept.',
          de: 'Ein Feld des Inhalts wie order.id. Ein zweiter Aufruf mit demselben Wert startet nichts und wird wie der erste beantwortet, solange dessen Job aufbewahrt wird.',
        },
      },
      keep_raw: {
        label: { en: 'Keep the body as it came', de: 'Inhalt unverändert behalten' },
        help: {
          en: 'As text in _raw, beside its fields; bytes that are no text as base64.',
          de: 'Als Text in _raw, neben seinen Feldern; Bytes, die kein Text sind, als Base64.',
        },
      },
    },
  },
})
