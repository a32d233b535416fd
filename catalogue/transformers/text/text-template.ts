import { z } from 'zod'
import { isObject } from '@weft/kit/define/is-object.ts'
import { reference } from '@weft/kit/define/settings.ts'
import type { StoredText } from '@weft/kit/define/step-context.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { plain, refuse, shown } from '@weft/kit/define/value.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { storedTexts, writerOf } from '@weft/kit/text-templates/stored.ts'

const texts = defineMessages({
  nameless: {
    en: 'Input {number} has no name, so it has to be an object; “{value}” is none.',
    de: 'Eingabe {number} hat keinen Namen und muss deshalb ein Objekt sein; „{value}“ ist keines.',
  },
})

const options = { template: '0197a3c0-0000-7000-8000-000000000004' }
const order = { number: 4711, customer: 'Müller & Söhne', lines: [{ sku: 'A-1', quantity: 10 }] }

export const textTemplate = defineTransformer({
  key: 'text_template',
  group: 'text',
  icon: 'IconFileText',
  takes: { all: 'any', least: 1 },
  takes_empty: true,
  options: z.strictObject({
    template: reference('text_template'),
    names: z.array(z.string().trim().max(63)).max(50).default([]),
  }),
  gives: 'text',
  text: ({ template }) => template,
  apply({ template, names }, moment) {
    let known: StoredText | undefined
    let write: ReturnType<typeof writerOf>
    return (...inputs) =>
      refusing(() => {
        const stored = moment.texts?.get(template) ?? refuse(storedTexts.gone())
        if (stored !== known) [known, write] = [stored, writerOf(stored)]
        const values: Record<string, unknown> = {}
        for (const [i, input] of inputs.entries())
          if (names[i]) values[names[i]] = plain(input)
          else if (isObject(input)) Object.assign(values, input)
          else if (input !== null) refuse(texts.nameless({ number: i + 1, value: shown(input) }))
        // An object may lack a field that is empty; what is connected by its name is there.
        const lacking = inputs.some((_, i) => !names[i]) ? stored.fields : []
        return write({ now: moment.now, record: values, ...values }, lacking)
      })
  },
  labels: {
    title: { en: 'Text template', de: 'Textvorlage' },
    help: {
      en: 'Writes a text of the project, with loops and conditions, for the values that come in; they are escaped as the kind of the template says. A record without a value that the template speaks of is rejected.',
      de: 'Schreibt einen Text des Projekts, mit Schleifen und Bedingungen, für die Werte, die ankommen; maskiert werden sie, wie es die Art der Vorlage sagt. Fehlt einem Datensatz ein Wert, von dem die Vorlage spricht, wird er abgelehnt.',
    },
    fields: {
      template: { en: 'Text template', de: 'Textvorlage' },
      names: {
        label: { en: 'Names of the inputs', de: 'Namen der Eingaben' },
        help: {
          en: 'As the template calls them, in the order of the inputs. An input without a name is an object whose fields it speaks of.',
          de: 'Wie die Vorlage sie nennt, in der Reihenfolge der Eingaben. Eine Eingabe ohne Namen ist ein Objekt, von dessen Feldern sie spricht.',
        },
      },
    },
  },
  examples: [
    { takes: [order], options, gives: '<b>Müller &#38; Söhne</b> 10 x A-1' },
    {
      takes: ['Kim', [{ sku: 'B-2', quantity: '2' }]],
      options: { ...options, names: ['customer', 'lines'] },
      gives: '<b>Kim</b> 2 x B-2',
    },
    { takes: [null], options, gives: '<b></b>' },
    {
      takes: ['Kim'],
      options: { ...options, names: ['custmer'] },
      refuses: 'There is no value called "customer". Did you mean "custmer"?',
    },
    {
      takes: ['Kim'],
      options,
      refuses: 'Input 1 has no name, so it has to be an object; “Kim” is none.',
    },
    {
      takes: [order],
      options: { template: '0197a3c0-0000-7000-8000-000000000005' },
      refuses: 'There is no such text template any more.',
    },
  ],
})

function refusing(write: () => string): string {
  try {
    return write()
  } catch (error) {
    if (error instanceof WeftError) refuse(error.say)
    throw error
  }
}
