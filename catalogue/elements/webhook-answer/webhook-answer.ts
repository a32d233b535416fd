import { firstOnly } from '@weft/kit/define/comparison.ts'
import { defineElement } from '@weft/kit/define/element.ts'
import { template } from '@weft/kit/define/template.ts'
import { texter } from '@weft/kit/define/values.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'

const texts = defineMessages({
  header: {
    en: 'A header has a name of letters, digits and hyphens, and none that the server sets itself, such as Set-Cookie or Content-Length.',
    de: 'Der Name einer Kopfzeile besteht aus Buchstaben, Ziffern und Bindestrichen und ist keiner, den der Server selbst setzt, wie Set-Cookie oder Content-Length.',
  },
})

/** What belongs to the connection, to the origin or to the browser's trust in it. */
const reserved =
  /^(connection|keep-alive|transfer-encoding|content-(length|type|encoding|security-policy.*)|date|server|trailer|upgrade|te|set-cookie2?|clear-site-data|strict-transport-security|service-worker-allowed|proxy-.*|access-control-.*|cross-origin-.*|x-content-type-options|x-frame-options)$/i

const isHeader = (name: string) => /^[A-Za-z0-9-]{1,100}$/.test(name) && !reserved.test(name)

export const webhookAnswer = defineElement({
  key: 'webhook_answer',
  group: 'communicate',
  kind: 'sink',
  icon: 'IconMessageReply',
  settings: z
    .strictObject({
      status: z.int().min(200).max(599).default(200),
      content_type: z
        .string()
        .trim()
        .regex(
          inWords(/^[\w.+-]+\/[\w.+-]+(\s*;\s*[\w-]+=[\w.+-]+)*$/, {
            en: 'Please enter a media type such as application/json or text/plain; charset=utf-8.',
            de: 'Bitte einen Medientyp eingeben, etwa application/json oder text/plain; charset=utf-8.',
          }),
        )
        .max(200)
        .default('application/json'),
      headers: z.record(z.string(), template).default({}).meta({ input: 'pairs' }),
      body: template.max(1_000_000).default('').meta({ input: 'longText' }),
    })
    .refine(({ headers }) => Object.keys(headers).every(isHeader), {
      path: ['headers'],
      error: say(texts.header(), 'en'),
      params: { say: texts.header() },
    }),
  inputs: ['in'],
  exits: ['out'],
  // The first answer of a run counts, whoever says it again.
  effect: 'exactly_once',
  in_test_run: 'held_back',
  labels: {
    title: { en: 'Answer webhook', de: 'Webhook beantworten' },
    help: {
      en: 'Says what the caller of the webhook is answered, by the first record that arrives and as soon as it does; the run goes on. For webhooks that answer at the end.',
      de: 'Legt fest, was der Aufrufer des Webhooks als Antwort erhält: mit dem ersten Datensatz, sobald er ankommt; der Lauf geht weiter. Für Webhooks, die am Ende antworten.',
    },
    fields: {
      status: { label: { en: 'Status', de: 'Status' }, help: { en: 'Such as 200 or 422.', de: 'Etwa 200 oder 422.' } },
      content_type: { en: 'Content type', de: 'Inhaltstyp' },
      headers: { en: 'Headers', de: 'Kopfzeilen' },
      body: {
        label: { en: 'Body', de: 'Inhalt' },
        help: { en: 'Values as JSON: {{ name | json }}', de: 'Werte als JSON: {{ name | json }}' },
      },
    },
    exits: { out: { en: 'Records', de: 'Datensätze' } },
  },
  body: {
    calls(step) {
      const write = texter(step, step.settings.body)
      const first = firstOnly()
      return (records) => first(records).map((record) => ({ status: step.settings.status, body: write(record) }))
    },
    async open(step) {
      const { status, content_type, headers, body } = step.settings
      const write = texter(step, body)
      const named = Object.entries(headers).map(([name, value]) => [name, texter(step, value)] as const)
      let said: Promise<void> | undefined
      return {
        async write(records) {
          const [first] = records
          if (first)
            said ??= step.context.answer({
              status,
              headers: {
                'content-type': content_type,
                ...Object.fromEntries(named.map(([name, text]) => [name, text(first).replace(/[\r\n]+/g, ' ')])),
              },
              body: write(first),
            })
          await said
          return { exits: { out: records } }
        },
      }
    },
  },
})
