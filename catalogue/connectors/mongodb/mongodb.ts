import { defineConnector } from '@weft/kit/define/connector.ts'
import { z } from 'zod'

export const mongodb = defineConnector({
  key: 'mongodb',
  icon: 'IconDatabase',
  category: 'database',
  settings: z.strictObject({
    host: z.string().trim().min(1).max(253),
    port: z.int().min(1).max(65_535).default(27_017),
    database: z.string().trim().min(1).max(63),
    user: z.string().trim().max(200).default(''),
    password: z.string().max(400).default(''),
    sign_in_database: z.string().trim().min(1).max(63).default('admin'),
    encryption: z.enum(['verified', 'required', 'none']).default('verified'),
  }),
  secrets: ['password'],
  destination: ['host', 'port'],
  checks: ['host', 'connection', 'sign_in', 'version', 'rights'],
  provides: ['tables', 'lookup', 'write', 'query'],
  proven: 'FerretDB 1.24',
  unproven: {
    en: 'Proven against FerretDB 1.24, which speaks the same protocol. Not proven against a real MongoDB yet: rights by role, replica sets, transactions and change streams.',
    de: 'Mit FerretDB 1.24 erprobt, das dasselbe Protokoll spricht. Mit einem echten MongoDB noch nicht erprobt: Rechte nach Rollen, Replikate, Transaktionen und Änderungsströme.',
  },
  labels: {
    title: { en: 'MongoDB', de: 'MongoDB' },
    help: {
      en: 'A MongoDB database of another system; its collections are read and written like tables.',
      de: 'Eine MongoDB-Datenbank eines anderen Systems; ihre Sammlungen werden wie Tabellen gelesen und beschrieben.',
    },
    fields: {
      host: {
        label: { en: 'Host', de: 'Host' },
        help: {
          en: 'Any member of a replica set: the one that takes writes is found from there.',
          de: 'Ein beliebiges Mitglied eines Replikatsatzes: das schreibbare wird von dort aus gefunden.',
        },
      },
      port: { en: 'Port', de: 'Port' },
      database: { en: 'Database', de: 'Datenbank' },
      user: {
        label: { en: 'User', de: 'Benutzer' },
        help: { en: 'Empty where nobody signs in.', de: 'Leer, wo sich niemand anmeldet.' },
      },
      password: { en: 'Password', de: 'Passwort' },
      sign_in_database: {
        label: { en: 'Database of the user', de: 'Datenbank des Benutzers' },
        help: { en: 'The one the user was made in.', de: 'Die, in der der Benutzer angelegt wurde.' },
      },
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
