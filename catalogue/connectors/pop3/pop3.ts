import { defineConnector } from '@weft/kit/define/connector.ts'
import { mailboxLabels, mailboxSecrets, mailboxSettings } from '@weft/kit/network/mailbox-settings.ts'
import { z } from 'zod'

export const pop3 = defineConnector({
  key: 'pop3',
  icon: 'IconInbox',
  category: 'mail',
  settings: z.strictObject(mailboxSettings(995)),
  secrets: mailboxSecrets,
  destination: ['host', 'port'],
  checks: ['host', 'connection', 'sign_in', 'sample'],
  provides: ['mailbox'],
  proven: 'Dovecot 2.3',
  labels: {
    title: { en: 'POP3', de: 'POP3' },
    help: {
      en: 'A mailbox without folders and flags: mails are read and deleted. Where there is a choice, IMAP does more.',
      de: 'Ein Postfach ohne Ordner und Markierungen: Mails werden gelesen und gelöscht. Wo es die Wahl gibt, kann IMAP mehr.',
    },
    fields: mailboxLabels,
  },
})
