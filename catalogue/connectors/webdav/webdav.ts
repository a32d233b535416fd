import { defineConnector } from '@weft/kit/define/connector.ts'
import { onlyWhen } from '@weft/kit/define/settings.ts'
import { authorities, tlsLabels } from '@weft/kit/network/tls-settings.ts'
import { z } from 'zod'

export const webdav = defineConnector({
  key: 'webdav',
  icon: 'IconCloud',
  category: 'files',
  settings: z.strictObject({
    url: z.url({ protocol: /^https?$/ }).max(2_000),
    auth: z.enum(['basic', 'bearer', 'none']).default('basic'),
    user: onlyWhen('auth', ['basic'], z.string().trim().max(191).default('')),
    secret: onlyWhen('auth', ['basic', 'bearer'], z.string().max(4_000).default('')),
    ca: authorities,
    folder: z.string().trim().max(1_000).default('/'),
  }),
  secrets: ['secret'],
  destination: ['url'],
  checks: ['host', 'connection', 'sign_in', 'sample'],
  provides: ['files'],
  proven: 'lighttpd 1.4.69 mod_webdav',
  labels: {
    title: { en: 'WebDAV / Nextcloud', de: 'WebDAV / Nextcloud' },
    help: {
      en: 'Files in Nextcloud, ownCloud and whatever else speaks WebDAV.',
      de: 'Dateien in Nextcloud, ownCloud und allem anderen, was WebDAV spricht.',
    },
    fields: {
      url: {
        label: { en: 'Address', de: 'Adresse' },
        help: {
          en: 'In Nextcloud: https://cloud.example/remote.php/dav/files/NAME',
          de: 'In Nextcloud: https://cloud.example/remote.php/dav/files/NAME',
        },
      },
      auth: {
        label: { en: 'Sign-in', de: 'Anmeldung' },
        options: {
          basic: { en: 'Name and password', de: 'Name und Passwort' },
          bearer: { en: 'Bearer token', de: 'Bearer-Token' },
          none: { en: 'None', de: 'Keine' },
        },
      },
      user: { en: 'User', de: 'Benutzer' },
      secret: {
        label: { en: 'Password or token', de: 'Passwort oder Token' },
        help: {
          en: 'Where a second factor is asked for, an app password: in Nextcloud under Settings > Security.',
          de: 'Mit zweitem Faktor ein App-Passwort: in Nextcloud unter Einstellungen > Sicherheit.',
        },
      },
      ca: tlsLabels.ca,
      folder: { en: 'Folder', de: 'Ordner' },
    },
  },
})
