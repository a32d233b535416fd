import { defineConnector } from '@weft/kit/define/connector.ts'
import { z } from 'zod'

export const weft = defineConnector({
  key: 'weft',
  icon: 'IconArrowsExchange',
  category: 'platform',
  settings: z.strictObject({
    base_url: z.url({ protocol: /^https?$/ }),
    token: z.string().max(4_000).default(''),
    project_id: z.union([z.literal(''), z.uuid()]).default(''),
  }),
  secrets: ['token'],
  destination: ['base_url'],
  checks: ['host', 'connection', 'sign_in', 'rights'],
  provides: ['tables', 'lookup', 'write'],
  proven: 'Weft itself',
  labels: {
    title: { en: 'Another Weft', de: 'Ein anderes Weft' },
    help: {
      en: 'Data structures of another installation, or of another tenant, by a service account there.',
      de: 'Datenstrukturen einer anderen Installation oder eines anderen Mandanten, über ein Dienstkonto dort.',
    },
    fields: {
      base_url: {
        label: { en: 'Address', de: 'Adresse' },
        help: { en: 'https://weft.example', de: 'https://weft.example' },
      },
      token: { en: 'Token of the service account', de: 'Token des Dienstkontos' },
      project_id: {
        label: { en: 'ID of the project', de: 'ID des Projekts' },
        help: {
          en: 'Where the service account is one of all projects.',
          de: 'Wenn das Dienstkonto für alle Projekte gilt.',
        },
      },
    },
  },
})
