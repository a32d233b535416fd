import { defineSettingGroup } from '@weft/kit/define/setting-group.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'

const texts = defineMessages({
  sender: { en: 'A mail server needs a sender.', de: 'Ein Mailserver braucht einen Absender.' },
})

/** A mail server that is set needs somebody the mails come from. */
export const refuseWithoutSender = ({ host, from }: { host: string; from: string }) =>
  host !== '' && from === '' ? { field: 'from' as const, message: texts.sender() } : undefined

export const emailSettings = defineSettingGroup({
  path: 'email',
  schema: z.strictObject({
    host: z.string().trim().max(253).default(''),
    port: z.int().min(1).max(65_535).default(587),
    security: z.enum(['starttls', 'tls', 'none']).default('starttls'),
    user: z.string().trim().max(191).default(''),
    password: z.string().max(400).default(''),
    from: z
      .string()
      .trim()
      .max(300)
      .regex(
        inWords(/^([^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+|)$/, {
          en: 'Please enter an address such as name@example.com or Weft <name@example.com>.',
          de: 'Bitte eine Adresse wie name@example.com oder Weft <name@example.com> eingeben.',
        }),
      )
      .default(''),
    url: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
    debug: z.int().min(0).max(4).default(0),
  }),
  secrets: ['password'],
  refuse: refuseWithoutSender,
  labels: {
    title: { en: 'Mail server', de: 'Mailserver' },
    help: {
      en: 'Sends the mails of workflows, and codes, invitations and password links. While no host is set, mails are kept in the mail log.',
      de: 'Versendet die E-Mails der Workflows sowie Codes, Einladungen und Links für Passwörter. Solange kein Host eingetragen ist, bleiben E-Mails im Mailprotokoll.',
    },
    fields: {
      host: {
        label: { en: 'Host', de: 'Host' },
        help: { en: 'Empty: mails are kept.', de: 'Leer: E-Mails werden aufbewahrt.' },
      },
      port: { en: 'Port', de: 'Port' },
      security: {
        label: { en: 'Encryption', de: 'Verschlüsselung' },
        options: {
          starttls: { en: 'STARTTLS', de: 'STARTTLS' },
          tls: { en: 'TLS', de: 'TLS' },
          none: { en: 'None', de: 'Keine' },
        },
      },
      user: { en: 'User', de: 'Benutzer' },
      password: { en: 'Password', de: 'Passwort' },
      from: {
        label: { en: 'Sender', de: 'Absender' },
        help: { en: 'Weft <weft@example.com>', de: 'Weft <weft@example.com>' },
      },
      url: {
        label: { en: 'Address of this installation', de: 'Adresse dieser Installation' },
        help: {
          en: 'How links in mails begin, such as https://weft.example.com. Empty: the address it is saved from.',
          de: 'Womit Links in E-Mails beginnen, etwa https://weft.example.com. Leer: die Adresse, von der aus gespeichert wird.',
        },
      },
      debug: {
        label: { en: 'Debug log level', de: 'Stufe des Debug-Protokolls' },
        help: {
          en: 'What is kept of the dialogue with the mail server: 0 nothing, 1 all of it where it failed, 2 the server’s answers, 3 both sides, 4 the connection as well. Passwords and contents never are.',
          de: 'Was vom Dialog mit dem Mailserver aufbewahrt wird: 0 nichts, 1 alles, wenn er scheitert, 2 die Antworten des Servers, 3 beide Seiten, 4 auch die Verbindung. Passwörter und Inhalte nie.',
        },
      },
    },
  },
})
