import { defineConnector } from '@weft/kit/define/connector.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'

export const oracle = defineConnector({
  key: 'oracle',
  icon: 'IconDatabase',
  category: 'database',
  settings: z.strictObject({
    host: z.string().trim().min(1).max(253),
    port: z.int().min(1).max(65_535).default(1521),
    // It stands in a text of brackets that the driver reads.
    service: z
      .string()
      .trim()
      .regex(
        inWords(/^[\w.$#-]{1,128}$/, {
          en: 'Please enter the name of a service as the database has it, such as ORCLPDB1.',
          de: 'Bitte den Namen eines Dienstes so eingeben, wie ihn die Datenbank kennt, etwa ORCLPDB1.',
        }),
      ),
    user: z.string().trim().min(1).max(128),
    password: z.string().max(400).default(''),
    encryption: z.enum(['required', 'none']).default('required'),
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
    title: { en: 'Oracle Database', de: 'Oracle Database' },
    help: {
      en: 'An Oracle database of another system, version 12.1 or newer. It keeps an empty text as no value.',
      de: 'Eine Oracle-Datenbank eines anderen Systems, Version 12.1 oder neuer. Einen leeren Text bewahrt sie als keinen Wert.',
    },
    fields: {
      host: {
        label: { en: 'Host', de: 'Host' },
        help: {
          en: 'That of the listener; where it sends clients on to other hosts is not followed.',
          de: 'Der des Listeners; wohin er Clients auf andere Hosts weiterschickt, wird nicht gefolgt.',
        },
      },
      port: { en: 'Port', de: 'Port' },
      service: { en: 'Service name', de: 'Servicename' },
      user: { en: 'User', de: 'Benutzer' },
      password: { en: 'Password', de: 'Passwort' },
      encryption: {
        label: { en: 'Encryption', de: 'Verschlüsselung' },
        options: {
          required: {
            en: 'Encrypted, issuer of the certificate checked',
            de: 'Verschlüsselt, Aussteller des Zertifikats geprüft',
          },
          none: { en: 'None', de: 'Keine' },
        },
      },
    },
  },
})
