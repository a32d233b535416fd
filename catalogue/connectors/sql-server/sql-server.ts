import { defineConnector } from '@weft/kit/define/connector.ts'
import { tlsLabels, tlsSettings } from '@weft/kit/network/tls-settings.ts'
import { z } from 'zod'

export const sqlServer = defineConnector({
  key: 'sql_server',
  icon: 'IconDatabase',
  category: 'database',
  settings: z.strictObject({
    host: z.string().trim().min(1).max(253),
    port: z.int().min(1).max(65_535).default(1433),
    database: z.string().trim().min(1).max(128),
    user: z.string().trim().min(1).max(128),
    password: z.string().max(400).default(''),
    encryption: tlsSettings.encryption,
  }),
  secrets: ['password'],
  destination: ['host', 'port'],
  checks: ['host', 'connection', 'sign_in', 'version', 'rights'],
  provides: ['tables', 'lookup', 'write', 'query'],
  unproven: {
    en: 'Not proven against a real server yet: there was none to try it on. Please read and write test data first.',
    de: 'Mit einem echten Server noch nicht erprobt: es stand keiner zur Verfügung. Bitte lesen und schreiben Sie zuerst Testdaten.',
  },
  labels: {
    title: { en: 'Microsoft SQL Server', de: 'Microsoft SQL Server' },
    help: {
      en: 'A SQL Server database of another system, such as JTL, Sage or Dynamics NAV; signed in to by name and password.',
      de: 'Eine SQL-Server-Datenbank eines anderen Systems, etwa JTL, Sage oder Dynamics NAV; mit Name und Passwort angemeldet.',
    },
    fields: {
      host: { en: 'Host', de: 'Host' },
      port: {
        label: { en: 'Port', de: 'Port' },
        help: {
          en: 'A named instance has a port of its own, which its configuration shows.',
          de: 'Eine benannte Instanz hat einen eigenen Port, den ihre Konfiguration zeigt.',
        },
      },
      database: { en: 'Database', de: 'Datenbank' },
      user: { en: 'User', de: 'Benutzer' },
      password: { en: 'Password', de: 'Passwort' },
      encryption: tlsLabels.encryption,
    },
  },
})
