import { defineElement } from '@weft/kit/define/element.ts'
import { every, everyLabel } from '@weft/kit/define/polling.ts'
import { mailboxConnection, onlyWhen } from '@weft/kit/define/settings.ts'
import { z } from 'zod'

export const mailReceived = defineElement({
  key: 'mail_received',
  group: 'trigger',
  kind: 'trigger',
  icon: 'IconMailDown',
  settings: z.strictObject({
    connection: mailboxConnection,
    folder: z.string().trim().min(1).max(500).default('INBOX').meta({ input: 'topic' }),
    every,
    from: z.string().trim().max(200).default(''),
    subject: z.string().trim().max(200).default(''),
    only_unseen: z.boolean().default(false),
    attachments: z.string().trim().max(1_000).default('mail'),
    limit: z.int().min(1).max(1_000).default(100),
    afterwards: z.enum(['nothing', 'seen', 'move', 'delete']).default('nothing'),
    to: onlyWhen('afterwards', ['move'], z.string().trim().max(500).default('Archive')),
  }),
  starts: 'poll',
  inputs: [],
  exits: ['out'],
  in_test_run: 'held_back',
  labels: {
    title: { en: 'Mail received', de: 'E-Mail empfangen' },
    help: {
      en: 'Starts when mails have come into a folder of a mailbox, and gives one record for each, its attachments as files of the storage. A run that fails is given its mails again.',
      de: 'Startet, wenn E-Mails in einem Ordner eines Postfachs eingegangen sind, und gibt für jede einen Datensatz weiter, ihre Anhänge als Dateien des Speichers. Ein gescheiterter Lauf bekommt seine E-Mails noch einmal.',
    },
    fields: {
      connection: { en: 'Connection', de: 'Verbindung' },
      folder: { en: 'Folder', de: 'Ordner' },
      every: everyLabel,
      from: {
        label: { en: 'Sender contains', de: 'Absender enthält' },
        help: { en: 'Empty: from anybody. Others are passed over.', de: 'Leer: von allen. Andere werden übergangen.' },
      },
      subject: { en: 'Subject contains', de: 'Betreff enthält' },
      only_unseen: { en: 'Only unread ones', de: 'Nur ungelesene' },
      attachments: {
        label: { en: 'Attachments into the folder', de: 'Anhänge in den Ordner' },
        help: {
          en: 'Of the storage; each mail gets a folder of its own below. Empty: attachments are left out.',
          de: 'Im Speicher; jede E-Mail bekommt darunter einen eigenen Ordner. Leer: Anhänge werden weggelassen.',
        },
      },
      limit: { en: 'Mails at a time', de: 'E-Mails auf einmal' },
      afterwards: {
        label: { en: 'Afterwards', de: 'Danach' },
        help: {
          en: 'Happens at the next look, once the run that took the mail has ended well.',
          de: 'Geschieht beim nächsten Nachsehen, wenn der Lauf, der die E-Mail bekam, gut geendet hat.',
        },
        options: {
          nothing: { en: 'Leave it as it is', de: 'Lassen, wie sie ist' },
          seen: { en: 'Mark it as read', de: 'Als gelesen markieren' },
          move: { en: 'Move it', de: 'Verschieben' },
          delete: { en: 'Delete it', de: 'Löschen' },
        },
      },
      to: { en: 'Into the folder', de: 'In den Ordner' },
    },
    exits: { out: { en: 'Mails', de: 'E-Mails' } },
  },
})
