import { defineConnector } from '@weft/kit/define/connector.ts'
import { sshLabels, sshSecrets, sshSettings } from '@weft/kit/network/ssh-settings.ts'
import { z } from 'zod'

export const sftp = defineConnector({
  key: 'sftp',
  icon: 'IconServer',
  category: 'files',
  settings: z.strictObject({
    ...sshSettings,
    folder: z.string().trim().max(1_000).default('/'),
  }),
  secrets: sshSecrets,
  destination: ['host', 'port'],
  checks: ['host', 'connection', 'sign_in', 'sample'],
  provides: ['files'],
  proven: 'OpenSSH 9.2',
  labels: {
    title: { en: 'SFTP', de: 'SFTP' },
    help: { en: 'Files of another system over SSH.', de: 'Dateien eines anderen Systems über SSH.' },
    fields: {
      ...sshLabels,
      folder: { en: 'Folder', de: 'Ordner' },
    },
  },
})
