import { defineConnector } from '@weft/kit/define/connector.ts'
import { onlyWhen } from '@weft/kit/define/settings.ts'
import { tlsLabels, tlsSettings } from '@weft/kit/network/tls-settings.ts'
import { z } from 'zod'

export const ftp = defineConnector({
  key: 'ftp',
  icon: 'IconServer',
  category: 'files',
  settings: z.strictObject({
    host: z.string().trim().min(1).max(253),
    port: z.int().min(1).max(65_535).default(21),
    user: z.string().trim().min(1).max(191),
    password: z.string().max(400).default(''),
    ...tlsSettings,
    begins: onlyWhen('encryption', ['verified', 'required'], z.enum(['asked', 'at_once']).default('asked')),
    folder: z.string().trim().max(1_000).default('/'),
  }),
  secrets: ['password'],
  destination: ['host', 'port'],
  checks: ['host', 'connection', 'sign_in', 'sample'],
  provides: ['files'],
  proven: 'vsftpd 3.0.3',
  labels: {
    title: { en: 'FTP / FTPS', de: 'FTP / FTPS' },
    help: {
      en: 'Files of another system over FTP, encrypted where the server can.',
      de: 'Dateien eines anderen Systems über FTP, verschlüsselt, wenn der Server es kann.',
    },
    fields: {
      host: { en: 'Host', de: 'Host' },
      port: { en: 'Port', de: 'Port' },
      user: { en: 'User', de: 'Benutzer' },
      password: { en: 'Password', de: 'Passwort' },
      ...tlsLabels,
      begins: {
        label: { en: 'Encryption begins', de: 'Verschlüsselung beginnt' },
        options: {
          asked: { en: 'When it is asked for (explicit, usual)', de: 'Auf Anforderung (explizit, üblich)' },
          at_once: { en: 'At once (implicit, port 990)', de: 'Sofort (implizit, Port 990)' },
        },
      },
      folder: { en: 'Folder', de: 'Ordner' },
    },
  },
})
