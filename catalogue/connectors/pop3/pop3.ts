import { defineConnector } from '@weft/kit/define/connector.ts'
import { onlyWhen } from '@weft/kit/define/settings.ts'
import { startTlsLabels, startTlsSettings } from '@weft/kit/network/start-tls-settings.ts'
import { z } from 'zod'

export const pop3 = defineConnector({
  key: 'pop3',
  icon: 'IconInbox',
  category: 'mail',
  settings: z.strictObject({
    host: z.string().trim().min(1).max(253),
    port: z.int().min(1).max(65_535).default(995),
    ...startTlsSettings,
    user: z.string().trim().min(1).max(320),
    auth: z.enum(['password', 'token']).default('password'),
    password: onlyWhen('auth', ['password'], z.string().max(4_000).default('')),
    token: onlyWhen('auth', ['token'], z.string().max(20_000).default('')),
  }),
  secrets: ['password', 'token'],
  destination: ['host', 'port'],
  checks: ['host', 'connection', 'sign_in', 'sample'],
  provides: ['mailbox'],
  labels: {
    title: { en: 'POP3', de: 'POP3' },
    help: {
      en: 'A mailbox without folders and flags: mails are read and deleted. Where there is a choice, IMAP does more.',
      de: 'Ein Postfach ohne Ordner und Markierungen: Mails werden gelesen und gelöscht. Wo es die Wahl gibt, kann IMAP mehr.',
    },
    fields: {
      host: { en: 'Host', de: 'Host' },
      port: { en: 'Port', de: 'Port' },
      ...startTlsLabels,
      user: { en: 'User', de: 'Benutzer' },
      auth: {
        label: { en: 'Sign-in', de: 'Anmeldung' },
        options: {
          password: { en: 'Password', de: 'Passwort' },
          token: { en: 'Access token (XOAUTH2)', de: 'Zugriffstoken (XOAUTH2)' },
        },
      },
      password: { en: 'Password', de: 'Passwort' },
      token: { en: 'Access token', de: 'Zugriffstoken' },
    },
  },
})
