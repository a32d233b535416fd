import { defineConnector } from '@weft/kit/define/connector.ts'
import { startTlsLabels, startTlsSettings } from '@weft/kit/network/start-tls-settings.ts'
import { z } from 'zod'

export const ldap = defineConnector({
  key: 'ldap',
  icon: 'IconAddressBook',
  category: 'directory',
  settings: z.strictObject({
    host: z.string().trim().min(1).max(253),
    port: z.int().min(1).max(65_535).default(636),
    ...startTlsSettings,
    user: z.string().trim().max(1_000).default(''),
    password: z.string().max(4_000).default(''),
    base: z.string().trim().min(1).max(1_000),
  }),
  secrets: ['password'],
  destination: ['host', 'port'],
  checks: ['host', 'connection', 'sign_in', 'sample'],
  provides: ['tables', 'lookup', 'write'],
  proven: 'OpenLDAP 2.5',
  labels: {
    title: { en: 'LDAP / Active Directory', de: 'LDAP / Active Directory' },
    help: {
      en: 'People, groups and devices of a directory; each object class is a table.',
      de: 'Personen, Gruppen und Geräte eines Verzeichnisses; jede Objektklasse ist eine Tabelle.',
    },
    fields: {
      host: { en: 'Host', de: 'Host' },
      port: { en: 'Port', de: 'Port' },
      ...startTlsLabels,
      user: {
        label: { en: 'User', de: 'Benutzer' },
        help: {
          en: 'A distinguished name such as cn=reader,dc=example,dc=com, or for Active Directory reader@example.com; empty: anybody.',
          de: 'Ein Distinguished Name wie cn=reader,dc=example,dc=com, bei Active Directory auch reader@example.com; leer: irgendwer.',
        },
      },
      password: { en: 'Password', de: 'Passwort' },
      base: {
        label: { en: 'Base', de: 'Basis' },
        help: {
          en: 'Below which entry is read: dc=example,dc=com.',
          de: 'Unter welchem Eintrag gelesen wird: dc=example,dc=com.',
        },
      },
    },
  },
})
