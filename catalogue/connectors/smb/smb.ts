import { defineConnector } from '@weft/kit/define/connector.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'

export const smb = defineConnector({
  key: 'smb',
  icon: 'IconServer',
  category: 'files',
  settings: z.strictObject({
    host: z.string().trim().min(1).max(253),
    port: z.int().min(1).max(65_535).default(445),
    share: z
      .string()
      .trim()
      .min(1)
      .max(80)
      .regex(
        inWords(/^[^\\/]+$/, {
          en: 'Please enter the name of the share alone, without slashes.',
          de: 'Bitte nur den Namen der Freigabe eingeben, ohne Schrägstriche.',
        }),
      ),
    user: z.string().trim().min(1).max(191),
    domain: z.string().trim().max(191).default(''),
    password: z.string().max(400).default(''),
    folder: z.string().trim().max(1_000).default('/'),
  }),
  secrets: ['password'],
  destination: ['host', 'port'],
  checks: ['host', 'connection', 'sign_in', 'rights', 'sample'],
  provides: ['files'],
  proven: 'Samba 4.17',
  unproven: {
    en: 'Signs in by NTLMv2 with a password and signs every message; neither encrypts nor signs in by Kerberos. Not proven against Windows yet.',
    de: 'Meldet sich per NTLMv2 mit Passwort an und signiert jede Nachricht; verschlüsselt nicht und kann kein Kerberos. Mit Windows noch nicht erprobt.',
  },
  labels: {
    title: { en: 'Windows share (SMB)', de: 'Windows-Freigabe (SMB)' },
    help: {
      en: 'Files of a share on Windows, Samba or a network storage. What is read and written travels signed, but readable for whoever listens.',
      de: 'Dateien einer Freigabe auf Windows, Samba oder einem Netzwerkspeicher. Gelesenes und Geschriebenes ist unterwegs signiert, aber für Mithörende lesbar.',
    },
    fields: {
      host: { en: 'Host', de: 'Host' },
      port: { en: 'Port', de: 'Port' },
      share: {
        label: { en: 'Share', de: 'Freigabe' },
        help: {
          en: 'Of \\\\server\\scans it is scans; the folder in it stands below.',
          de: 'Bei \\\\server\\scans ist es scans; der Ordner darin steht weiter unten.',
        },
      },
      user: { en: 'User', de: 'Benutzer' },
      domain: {
        label: { en: 'Domain', de: 'Domäne' },
        help: {
          en: 'Empty for users of the server itself.',
          de: 'Leer bei Benutzern des Servers selbst.',
        },
      },
      password: { en: 'Password', de: 'Passwort' },
      folder: { en: 'Folder', de: 'Ordner' },
    },
  },
})
