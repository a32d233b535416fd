import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse, shown } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  wrong: { en: '“{value}” is not an e-mail address.', de: '„{value}“ ist keine E-Mail-Adresse.' },
})
const address = z.email()

export const emailNormalise = defineTransformer({
  key: 'email_normalise',
  group: 'check',
  icon: 'IconAt',
  takes: ['text'],
  options: z.strictObject({ on_wrong: z.enum(['reject', 'empty']).default('reject') }),
  gives: 'text',
  apply:
    ({ on_wrong }) =>
    (text) => {
      const plain = text
        .trim()
        .replace(/^mailto:/i, '')
        .replace(/^.*<([^<>]+)>$/, '$1')
        .toLowerCase()
      return address.safeParse(plain).success
        ? plain
        : on_wrong === 'reject'
          ? refuse(texts.wrong({ value: shown(text) }))
          : null
    },
  labels: {
    title: { en: 'Tidy an e-mail address', de: 'E-Mail-Adresse bereinigen' },
    help: { en: 'Leaves the bare address in small letters.', de: 'Lässt die reine Adresse in Kleinbuchstaben.' },
    fields: {
      on_wrong: {
        label: { en: 'If it is no address', de: 'Wenn es keine Adresse ist' },
        options: {
          reject: { en: 'Reject the record', de: 'Datensatz ablehnen' },
          empty: { en: 'Leave empty', de: 'Leer lassen' },
        },
      },
    },
  },
  examples: [
    { takes: [' Anke Petersen <Anke@Example.ORG> '], gives: 'anke@example.org' },
    { takes: ['nobody'], options: { on_wrong: 'empty' }, gives: null },
    { takes: ['nobody'], refuses: '“nobody” is not an e-mail address.' },
  ],
})
