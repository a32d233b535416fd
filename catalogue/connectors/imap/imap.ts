import { defineConnector } from '@weft/kit/define/connector.ts'
import { onlyWhen } from '@weft/kit/define/settings.ts'
import { startTlsLabels, startTlsSettings } from '@weft/kit/network/start-tls-settings.ts'
import { z } from 'zod'

export const imap = defineConnector({
  key: 'imap',
  icon: 'IconMailbox',
  category: 'mail',
  settings: z.strictObject({
    host: z.string().trim().min(1).max(253),
    port: z.int().min(1).max(65_535).default(993),
    ...startTlsSettings,
    user: z.string().trim().min(1).max(320),
    auth: z.enum(['password', 'token']).default('password'),
    password: onlyWhen('auth', ['password'], z.string().max(4_000).default('')),
    token: onlyWhen('auth', ['token'], z.string().max(20_000).default('')),
  }),
  secrets: ['password', 'token'],
  destination: ['host', 'port'],
  checks: ['host', 'connection', 'sign_in', 'rights'],
  provides: ['mailbox'],
  labels: {
    title: { en: 'IMAP', de: 'IMAP' },
    help: {
      en: 'A mailbox with its folders: mails are read with their attachments, marked, moved and deleted.',
      de: 'Ein Postfach mit seinen Ordnern: Mails werden mit ihren Anhängen gelesen, markiert, verschoben und gelöscht.',
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
