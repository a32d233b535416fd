import { defineConnector } from '@weft/kit/define/connector.ts'
import { onlyWhen } from '@weft/kit/define/settings.ts'
import { z } from 'zod'

export const rest = defineConnector({
  key: 'rest',
  icon: 'IconApi',
  category: 'web',
  settings: z.strictObject({
    base_url: z.url({ protocol: /^https?$/ }),
    auth: z.enum(['none', 'basic', 'bearer', 'header', 'query']).default('none'),
    name: onlyWhen('auth', ['basic', 'header', 'query'], z.string().trim().max(200).default('')),
    secret: onlyWhen('auth', ['basic', 'bearer', 'header', 'query'], z.string().max(4_000).default('')),
    test_path: z.string().trim().max(500).default(''),
  }),
  secrets: ['secret'],
  destination: ['base_url'],
  checks: ['host', 'connection', 'sign_in'],
  provides: ['http'],
  labels: {
    title: { en: 'REST / HTTP', de: 'REST / HTTP' },
    help: { en: 'A system that is asked over HTTP.', de: 'Ein System, das über HTTP gefragt wird.' },
    fields: {
      base_url: {
        label: { en: 'Address', de: 'Adresse' },
        help: { en: 'https://shop.example/api', de: 'https://shop.example/api' },
      },
      auth: {
        label: { en: 'Sign-in', de: 'Anmeldung' },
        options: {
          none: { en: 'None', de: 'Keine' },
          basic: { en: 'Name and password', de: 'Name und Passwort' },
          bearer: { en: 'Bearer token', de: 'Bearer-Token' },
          header: { en: 'Key in a header', de: 'Schlüssel in einer Kopfzeile' },
          query: { en: 'Key in the address', de: 'Schlüssel in der Adresse' },
        },
      },
      name: {
        label: { en: 'Name', de: 'Name' },
        help: {
          en: 'The user, or the name of the header or parameter.',
          de: 'Der Benutzer oder der Name der Kopfzeile oder des Parameters.',
        },
      },
      secret: { en: 'Password, token or key', de: 'Passwort, Token oder Schlüssel' },
      test_path: {
        label: { en: 'Path to test with', de: 'Pfad zum Testen' },
        help: {
          en: 'Something small that may be read, such as /status.',
          de: 'Etwas Kleines, das gelesen werden darf, etwa /status.',
        },
      },
    },
  },
})
