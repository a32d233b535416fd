import { defineConnector } from '@weft/kit/define/connector.ts'
import { z } from 'zod'

export const redis = defineConnector({
  key: 'redis',
  icon: 'IconDatabase',
  category: 'messaging',
  settings: z.strictObject({
    host: z.string().trim().min(1).max(253),
    port: z.int().min(1).max(65_535).default(6379),
    user: z.string().trim().max(200).default(''),
    password: z.string().max(400).default(''),
    database: z.int().min(0).max(65_535).default(0),
    encryption: z.enum(['verified', 'required', 'none']).default('verified'),
  }),
  secrets: ['password'],
  destination: ['host', 'port'],
  checks: ['host', 'connection', 'sign_in', 'version'],
  provides: ['messages'],
  proven: 'Redis 7.0',
  unproven: {
    en: 'Proven against Redis 7.0. Not proven against Valkey yet; clusters are not followed.',
    de: 'Mit Redis 7.0 erprobt. Mit Valkey noch nicht erprobt; Clustern wird nicht gefolgt.',
  },
  labels: {
    title: { en: 'Redis / Valkey', de: 'Redis / Valkey' },
    help: {
      en: 'Streams of a Redis or Valkey: entries are received as messages and added to.',
      de: 'Streams eines Redis oder Valkey: Einträge werden als Nachrichten empfangen und angehängt.',
    },
    fields: {
      host: { en: 'Host', de: 'Host' },
      port: { en: 'Port', de: 'Port' },
      user: {
        label: { en: 'User', de: 'Benutzer' },
        help: { en: 'Empty for the default user.', de: 'Leer für den Standardbenutzer.' },
      },
      password: { en: 'Password', de: 'Passwort' },
      database: { en: 'Number of the database', de: 'Nummer der Datenbank' },
      encryption: {
        label: { en: 'Encryption', de: 'Verschlüsselung' },
        options: {
          verified: { en: 'Encrypted, certificate checked', de: 'Verschlüsselt, Zertifikat geprüft' },
          required: { en: 'Encrypted', de: 'Verschlüsselt' },
          none: { en: 'None', de: 'Keine' },
        },
      },
    },
  },
})
