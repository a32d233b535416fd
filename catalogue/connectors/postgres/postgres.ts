import { defineConnector } from '@weft/kit/define/connector.ts'
import { tlsLabels, tlsSettings } from '@weft/kit/network/tls-settings.ts'
import { z } from 'zod'

export const postgres = defineConnector({
  key: 'postgres',
  icon: 'IconDatabase',
  category: 'database',
  settings: z.strictObject({
    host: z.string().trim().min(1).max(253),
    port: z.int().min(1).max(65_535).default(5432),
    database: z.string().trim().min(1).max(63),
    user: z.string().trim().min(1).max(63),
    password: z.string().max(400).default(''),
    ...tlsSettings,
  }),
  secrets: ['password'],
  destination: ['host', 'port'],
  checks: ['host', 'connection', 'sign_in', 'version', 'rights'],
  keeps_log: true,
  provides: ['tables', 'lookup', 'write', 'exactly_once', 'lines', 'capture', 'query'],
  proven: 'PostgreSQL 18',
  labels: {
    title: { en: 'PostgreSQL', de: 'PostgreSQL' },
    help: { en: 'A PostgreSQL database of another system.', de: 'Eine PostgreSQL-Datenbank eines anderen Systems.' },
    fields: {
      host: { en: 'Host', de: 'Host' },
      port: { en: 'Port', de: 'Port' },
      database: { en: 'Database', de: 'Datenbank' },
      user: { en: 'User', de: 'Benutzer' },
      password: { en: 'Password', de: 'Passwort' },
      ...tlsLabels,
    },
  },
})
