import { defineConnector } from '@weft/kit/define/connector.ts'
import { tlsLabels, tlsSettings } from '@weft/kit/network/tls-settings.ts'
import { z } from 'zod'

export const mariadb = defineConnector({
  key: 'mariadb',
  icon: 'IconDatabase',
  category: 'database',
  settings: z.strictObject({
    host: z.string().trim().min(1).max(253),
    port: z.int().min(1).max(65_535).default(3306),
    database: z.string().trim().min(1).max(64),
    user: z.string().trim().min(1).max(80),
    password: z.string().max(400).default(''),
    ...tlsSettings,
  }),
  secrets: ['password'],
  destination: ['host', 'port'],
  checks: ['host', 'connection', 'sign_in', 'version', 'rights'],
  provides: ['tables', 'lookup', 'write', 'exactly_once', 'lines', 'query', 'capture'],
  proven: 'MariaDB 10.11',
  unproven: {
    en: 'Proven against MariaDB. Not proven against a real MySQL 8 server yet.',
    de: 'Mit MariaDB erprobt. Mit einem echten MySQL-8-Server noch nicht erprobt.',
  },
  labels: {
    title: { en: 'MySQL / MariaDB', de: 'MySQL / MariaDB' },
    help: {
      en: 'A MySQL or MariaDB database of another system, such as a shop’s.',
      de: 'Eine MySQL- oder MariaDB-Datenbank eines anderen Systems, etwa eines Shops.',
    },
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
