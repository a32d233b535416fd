import { defineConnector } from '@weft/kit/define/connector.ts'
import { signInLabels } from '@weft/kit/http-sign-in/sign-in-labels.ts'
import {
  signInDestination,
  signInIsComplete,
  signInSecrets,
  signInSettings,
} from '@weft/kit/http-sign-in/sign-in-settings.ts'
import { z } from 'zod'
import { resource } from './resource.ts'

export const rest = defineConnector({
  key: 'rest',
  icon: 'IconApi',
  category: 'web',
  settings: z
    .strictObject({
      base_url: z.url({ protocol: /^https?$/ }),
      ...signInSettings,
      test_path: z.string().trim().max(500).default(''),
      resources: z.array(resource).max(200).default([]),
    })
    .check(signInIsComplete),
  secrets: signInSecrets,
  destination: ['base_url', ...signInDestination],
  checks: ['host', 'connection', 'sign_in'],
  provides: ['http', 'tables', 'lookup', 'write'],
  proven: 'services of our own',
  labels: {
    title: { en: 'REST / HTTP', de: 'REST / HTTP' },
    help: { en: 'A system that is asked over HTTP.', de: 'Ein System, das über HTTP gefragt wird.' },
    fields: {
      base_url: {
        label: { en: 'Address', de: 'Adresse' },
        help: { en: 'https://shop.example/api', de: 'https://shop.example/api' },
      },
      ...signInLabels,
      test_path: {
        label: { en: 'Path to test with', de: 'Pfad zum Testen' },
        help: {
          en: 'Something small that may be read, such as /status.',
          de: 'Etwas Kleines, das gelesen werden darf, etwa /status.',
        },
      },
      resources: {
        label: { en: 'Resources', de: 'Ressourcen' },
        help: {
          en: 'What records are read from and written into as tables. Requests need none.',
          de: 'Woraus Datensätze wie aus Tabellen gelesen und worin sie geschrieben werden. Anfragen brauchen keine.',
        },
      },
    },
  },
})
