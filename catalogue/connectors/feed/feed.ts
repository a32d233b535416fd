import { defineConnector } from '@weft/kit/define/connector.ts'
import { named } from '@weft/kit/define/settings.ts'
import { signInLabels } from '@weft/kit/http-sign-in/sign-in-labels.ts'
import {
  signInDestination,
  signInIsComplete,
  signInSecrets,
  signInSettings,
} from '@weft/kit/http-sign-in/sign-in-settings.ts'
import { z } from 'zod'

const feeds = z.strictObject({
  name: named(z.string().trim().min(1).max(191), 'Name', 'Name'),
  path: named(z.string().trim().max(1_000).default(''), 'Path behind the address', 'Pfad hinter der Adresse'),
})

export const feed = defineConnector({
  key: 'feed',
  icon: 'IconRss',
  category: 'web',
  settings: z
    .strictObject({
      base_url: z.url({ protocol: /^https?$/ }),
      feeds: z
        .array(feeds)
        .min(1)
        .max(200)
        .default([{ name: 'entries', path: '' }]),
      ...signInSettings,
    })
    .check(signInIsComplete),
  secrets: signInSecrets,
  destination: ['base_url', ...signInDestination],
  checks: ['host', 'connection', 'sign_in', 'sample'],
  provides: ['http', 'tables'],
  proven: 'feeds of our own',
  labels: {
    title: { en: 'RSS / Atom', de: 'RSS / Atom' },
    help: {
      en: 'News of a website as a table: an entry each, the newest found by their date.',
      de: 'Neuigkeiten einer Website als Tabelle: je Eintrag eine Zeile, die neuesten am Datum erkannt.',
    },
    fields: {
      base_url: {
        label: { en: 'Address', de: 'Adresse' },
        help: { en: 'https://news.example/feed.xml', de: 'https://news.example/feed.xml' },
      },
      feeds: {
        label: { en: 'Feeds', de: 'Feeds' },
        help: {
          en: 'Each is a table. Without a path it lies at the address itself.',
          de: 'Jeder ist eine Tabelle. Ohne Pfad liegt er an der Adresse selbst.',
        },
      },
      ...signInLabels,
    },
  },
})
