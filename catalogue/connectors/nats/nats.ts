import { defineConnector } from '@weft/kit/define/connector.ts'
import { onlyWhen } from '@weft/kit/define/settings.ts'
import { tlsLabels, tlsSettings } from '@weft/kit/network/tls-settings.ts'
import { z } from 'zod'

export const nats = defineConnector({
  key: 'nats',
  icon: 'IconMessages',
  category: 'messaging',
  settings: z.strictObject({
    host: z.string().trim().min(1).max(253),
    port: z.int().min(1).max(65_535).default(4222),
    auth: z.enum(['none', 'password', 'token']).default('password'),
    user: onlyWhen('auth', ['password'], z.string().trim().max(191).default('')),
    password: onlyWhen('auth', ['password'], z.string().max(4_000).default('')),
    token: onlyWhen('auth', ['token'], z.string().max(4_000).default('')),
    ...tlsSettings,
  }),
  secrets: ['password', 'token'],
  destination: ['host', 'port'],
  checks: ['host', 'connection', 'sign_in', 'version', 'rights'],
  provides: ['messages'],
  proven: 'NATS 2.9',
  labels: {
    title: { en: 'NATS', de: 'NATS' },
    help: {
      en: 'Streams of NATS JetStream are read; messages are sent to any subject.',
      de: 'Streams von NATS JetStream werden gelesen; gesendet wird an jedes Subject.',
    },
    fields: {
      host: { en: 'Host', de: 'Host' },
      port: { en: 'Port', de: 'Port' },
      auth: {
        label: { en: 'Sign-in', de: 'Anmeldung' },
        options: {
          none: { en: 'None', de: 'Keine' },
          password: { en: 'User and password', de: 'Benutzer und Passwort' },
          token: { en: 'Token', de: 'Token' },
        },
      },
      user: { en: 'User', de: 'Benutzer' },
      password: { en: 'Password', de: 'Passwort' },
      token: { en: 'Token', de: 'Token' },
      ...tlsLabels,
    },
  },
})
