import { defineConnector } from '@weft/kit/define/connector.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'

export const sftp = defineConnector({
  key: 'sftp',
  icon: 'IconServer',
  category: 'files',
  settings: z.strictObject({
    host: z.string().trim().min(1).max(253),
    port: z.int().min(1).max(65_535).default(22),
    user: z.string().trim().min(1).max(191),
    password: z.string().max(400).default(''),
    private_key: z.string().max(20_000).default('').meta({ input: 'longText' }),
    passphrase: z.string().max(400).default(''),
    folder: z.string().trim().max(1_000).default('/'),
    fingerprint: z
      .string()
      .trim()
      .regex(
        inWords(/^(SHA256:[A-Za-z0-9+/]{43}=?|)$/, {
          en: 'Please enter a fingerprint that begins with SHA256: and has 43 characters after it, or leave the field empty.',
          de: 'Bitte einen Fingerabdruck eingeben, der mit SHA256: beginnt und dann 43 Zeichen hat, oder das Feld leer lassen.',
        }),
      )
      .default(''),
  }),
  secrets: ['password', 'private_key', 'passphrase'],
  destination: ['host', 'port'],
  checks: ['host', 'connection', 'sign_in', 'sample'],
  provides: ['files'],
  proven: 'OpenSSH 9.2',
  labels: {
    title: { en: 'SFTP', de: 'SFTP' },
    help: { en: 'Files of another system over SSH.', de: 'Dateien eines anderen Systems über SSH.' },
    fields: {
      host: { en: 'Host', de: 'Host' },
      port: { en: 'Port', de: 'Port' },
      user: { en: 'User', de: 'Benutzer' },
      password: { en: 'Password', de: 'Passwort' },
      private_key: {
        label: { en: 'Private key', de: 'Privater Schlüssel' },
        help: {
          en: 'Instead of a password, or beside it where the server asks for both.',
          de: 'Anstelle eines Passworts oder zusätzlich, wenn der Server beides verlangt.',
        },
      },
      passphrase: {
        label: { en: 'Passphrase of the key', de: 'Passphrase des Schlüssels' },
        help: { en: 'Where the key is encrypted.', de: 'Wenn der Schlüssel verschlüsselt ist.' },
      },
      folder: { en: 'Folder', de: 'Ordner' },
      fingerprint: {
        label: { en: 'Fingerprint of the server', de: 'Fingerabdruck des Servers' },
        help: {
          en: 'SHA256:… as ssh-keygen -l shows it; empty: any server is trusted.',
          de: 'SHA256:… wie ssh-keygen -l ihn zeigt; leer: Jedem Server wird vertraut.',
        },
      },
    },
  },
})
