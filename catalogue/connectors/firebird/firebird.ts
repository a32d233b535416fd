import { defineConnector } from '@weft/kit/define/connector.ts'
import { z } from 'zod'

export const firebird = defineConnector({
  key: 'firebird',
  icon: 'IconDatabase',
  category: 'database',
  settings: z.strictObject({
    host: z.string().trim().min(1).max(253),
    port: z.int().min(1).max(65_535).default(3050),
    database: z.string().trim().min(1).max(400),
    user: z.string().trim().min(1).max(63),
    password: z.string().max(400).default(''),
    charset: z.enum(['UTF8', 'WIN1251', 'WIN1252', 'ISO8859_1']).default('UTF8'),
  }),
  secrets: ['password'],
  destination: ['host', 'port'],
  checks: ['host', 'connection', 'sign_in', 'version', 'rights'],
  provides: ['tables', 'lookup', 'write', 'query'],
  proven: 'Firebird 3.0.11',
  unproven: {
    en: 'Proven against Firebird 3.0. Not proven against versions 4 and 5 yet.',
    de: 'Mit Firebird 3.0 erprobt. Mit den Versionen 4 und 5 noch nicht erprobt.',
  },
  labels: {
    title: { en: 'Firebird', de: 'Firebird' },
    help: {
      en: 'A Firebird database of another system, such as an older merchandise management.',
      de: 'Eine Firebird-Datenbank eines anderen Systems, etwa einer älteren Warenwirtschaft.',
    },
    fields: {
      host: { en: 'Host', de: 'Host' },
      port: { en: 'Port', de: 'Port' },
      database: {
        label: { en: 'Database', de: 'Datenbank' },
        help: {
          en: 'Its alias, or its path on the server.',
          de: 'Ihr Alias oder ihr Pfad auf dem Server.',
        },
      },
      user: { en: 'User', de: 'Benutzer' },
      password: { en: 'Password', de: 'Passwort' },
      charset: {
        label: { en: 'Character set', de: 'Zeichensatz' },
        help: {
          en: 'UTF8 suits almost always; another one only where the database names none.',
          de: 'UTF8 passt fast immer; ein anderer nur, wo die Datenbank keinen nennt.',
        },
        options: {
          UTF8: { en: 'UTF8', de: 'UTF8' },
          WIN1251: { en: 'WIN1251', de: 'WIN1251' },
          WIN1252: { en: 'WIN1252', de: 'WIN1252' },
          ISO8859_1: { en: 'ISO8859_1', de: 'ISO8859_1' },
        },
      },
    },
  },
})
