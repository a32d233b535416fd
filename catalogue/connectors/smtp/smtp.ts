import { defineConnector } from '@weft/kit/define/connector.ts'
import { onlyWhen } from '@weft/kit/define/settings.ts'
import { startTlsLabels, startTlsSettings } from '@weft/kit/network/start-tls-settings.ts'
import { z } from 'zod'

const { encryption, ...tls } = startTlsSettings

export const smtp = defineConnector({
  key: 'smtp',
  icon: 'IconMailForward',
  category: 'mail',
  settings: z.strictObject({
    host: z.string().trim().min(1).max(253),
    port: z.int().min(1).max(65_535).default(587),
    encryption: encryption.unwrap().default('starttls'),
    ...tls,
    auth: z.enum(['none', 'password', 'token']).default('password'),
    user: onlyWhen('auth', ['password', 'token'], z.string().trim().max(320).default('')),
    password: onlyWhen('auth', ['password'], z.string().max(4_000).default('')),
    token: onlyWhen('auth', ['token'], z.string().max(20_000).default('')),
    from: z.string().trim().min(3).max(500),
    dkim_domain: z.string().trim().max(253).default(''),
    dkim_selector: z.string().trim().max(63).default(''),
    dkim_key: z.string().max(20_000).default('').meta({ input: 'longText' }),
  }),
  secrets: ['password', 'token', 'dkim_key'],
  destination: ['host', 'port'],
  checks: ['host', 'connection', 'sign_in'],
  provides: ['mail'],
  proven: 'Postfix 3.7',
  labels: {
    title: { en: 'SMTP', de: 'SMTP' },
    help: {
      en: 'Sends mails by a mail server of your own, signed by DKIM where wanted.',
      de: 'Versendet Mails über einen eigenen Mailserver, auf Wunsch mit DKIM signiert.',
    },
    fields: {
      host: { en: 'Host', de: 'Host' },
      port: { en: 'Port', de: 'Port' },
      ...startTlsLabels,
      auth: {
        label: { en: 'Sign-in', de: 'Anmeldung' },
        options: {
          none: { en: 'None', de: 'Keine' },
          password: { en: 'User and password', de: 'Benutzer und Passwort' },
          token: { en: 'Access token (XOAUTH2)', de: 'Zugriffstoken (XOAUTH2)' },
        },
      },
      user: { en: 'User', de: 'Benutzer' },
      password: { en: 'Password', de: 'Passwort' },
      token: { en: 'Access token', de: 'Zugriffstoken' },
      from: {
        label: { en: 'Sender', de: 'Absender' },
        help: {
          en: 'Where a mail names no other one: orders@example.com or Orders <orders@example.com>.',
          de: 'Wenn eine Mail keinen anderen nennt: bestellung@example.com oder Bestellung <bestellung@example.com>.',
        },
      },
      dkim_domain: {
        label: { en: 'DKIM domain', de: 'DKIM-Domain' },
        help: { en: 'Empty: mails are not signed.', de: 'Leer: Mails werden nicht signiert.' },
      },
      dkim_selector: { en: 'DKIM selector', de: 'DKIM-Selektor' },
      dkim_key: {
        label: { en: 'DKIM key', de: 'DKIM-Schlüssel' },
        help: { en: 'The private RSA key in PEM form.', de: 'Der private RSA-Schlüssel im PEM-Format.' },
      },
    },
  },
})
