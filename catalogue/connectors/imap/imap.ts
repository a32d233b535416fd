import { defineConnector } from '@weft/kit/define/connector.ts'
import { mailboxLabels, mailboxSecrets, mailboxSettings } from '@weft/kit/network/mailbox-settings.ts'
import { z } from 'zod'

export const imap = defineConnector({
  key: 'imap',
  icon: 'IconMailbox',
  category: 'mail',
  settings: z.strictObject(mailboxSettings(993)),
  secrets: mailboxSecrets,
  destination: ['host', 'port'],
  checks: ['host', 'connection', 'sign_in', 'rights'],
  provides: ['mailbox'],
  proven: 'Dovecot 2.3',
  labels: {
    title: { en: 'IMAP', de: 'IMAP' },
    help: {
      en: 'A mailbox with its folders: mails are read with their attachments, marked, moved and deleted.',
      de: 'Ein Postfach mit seinen Ordnern: Mails werden mit ihren Anhängen gelesen, markiert, verschoben und gelöscht.',
    },
    fields: mailboxLabels,
  },
})
