import { defineElement } from '@weft/kit/define/element.ts'
import { named, reference } from '@weft/kit/define/settings.ts'
import { storedText, textValues, textValuesLabel } from '@weft/kit/text-templates/step-texts.ts'
import { template } from '@weft/kit/define/template.ts'
import { z } from 'zod'

/** A file that is written for each mail: a stored text, named by the record, as it is or as a PDF. */
const written = z.strictObject({
  template_id: named(reference('text_template'), 'Text template', 'Textvorlage'),
  name: named(template.min(1).max(200), 'File name', 'Dateiname'),
  as: named(z.enum(['text', 'pdf']).default('text'), 'As', 'Als', {
    text: { en: 'The text itself', de: 'Text selbst' },
    pdf: { en: 'PDF (of HTML)', de: 'PDF (aus HTML)' },
  }),
  language: named(template.max(200).default('de'), 'Language of the PDF (de, en)', 'Sprache des PDFs (de, en)'),
})

export const sendMail = defineElement({
  key: 'send_mail',
  group: 'communicate',
  kind: 'sink',
  icon: 'IconMail',
  settings: z.strictObject({
    connection: z.string().trim().max(63).default('').meta({ input: 'mail_connection' }),
    to: template.min(1).max(5_000),
    cc: template.max(5_000).default(''),
    bcc: template.max(5_000).default(''),
    reply_to: template.max(500).default(''),
    subject: template.min(1).max(500),
    text_template_id: storedText,
    text: template.max(100_000).default('').meta({ input: 'longText', readable: true }),
    html_template_id: storedText,
    html: template.max(500_000).default('').meta({ input: 'longText' }),
    attachments: z.array(template).max(20).default([]),
    written_attachments: z.array(written).max(10).default([]),
    values: textValues,
    times: z.enum(['each_record', 'once']).default('each_record'),
  }),
  inputs: ['in'],
  exits: ['out', 'rejected'],
  passes: true,
  effect: 'at_least_once',
  in_test_run: 'held_back',
  labels: {
    title: { en: 'Send mail', de: 'E-Mail senden' },
    help: {
      en: 'Sends a mail for each record, or one for all of them, by the mail server of this project or by that of a connection. While no mail server is set up, mails are kept in the mail log.',
      de: 'Sendet eine E-Mail für jeden Datensatz oder eine für alle, über den Mailserver dieses Projekts oder den einer Verbindung. Solange kein Mailserver eingerichtet ist, bleiben E-Mails im Mailprotokoll.',
    },
    fields: {
      connection: {
        label: { en: 'Connection', de: 'Verbindung' },
        help: {
          en: 'Sends by the mail server of this connection, with its sender. Empty: that of the project, with its layout and its mail log; copies, answer address and HTML need a connection.',
          de: 'Sendet über den Mailserver dieser Verbindung, mit deren Absender. Leer: der des Projekts, mit dessen Gestaltung und Mailprotokoll; Kopien, Antwortadresse und HTML brauchen eine Verbindung.',
        },
      },
      to: {
        label: { en: 'To', de: 'An' },
        help: {
          en: 'Several addresses with comma or semicolon; {{ email }} takes them from the record.',
          de: 'Mehrere Adressen mit Komma oder Semikolon; {{ email }} nimmt sie aus dem Datensatz.',
        },
      },
      cc: { en: 'Copy to (Cc)', de: 'Kopie an (Cc)' },
      bcc: { en: 'Hidden copy to (Bcc)', de: 'Blindkopie an (Bcc)' },
      reply_to: { en: 'Answers to', de: 'Antworten an' },
      subject: { en: 'Subject', de: 'Betreff' },
      text_template_id: {
        label: { en: 'Text from a template', de: 'Text aus einer Vorlage' },
        help: { en: 'Instead of the text below.', de: 'Anstelle des Textes darunter.' },
      },
      text: { en: 'Text', de: 'Text' },
      html_template_id: {
        label: { en: 'HTML from a template', de: 'HTML aus einer Vorlage' },
        help: { en: 'Instead of the HTML below.', de: 'Anstelle des HTML darunter.' },
      },
      html: { en: 'Text as HTML', de: 'Text als HTML' },
      attachments: {
        label: { en: 'Attachments', de: 'Anhänge' },
        help: { en: 'Paths in the storage.', de: 'Pfade im Speicher.' },
      },
      written_attachments: {
        label: { en: 'Attachments from templates', de: 'Anhänge aus Vorlagen' },
        help: {
          en: 'Files that are written for each mail, such as order-{{ number }}.pdf.',
          de: 'Dateien, die für jede E-Mail geschrieben werden, etwa auftrag-{{ number }}.pdf.',
        },
      },
      values: textValuesLabel,
      times: {
        label: { en: 'How often', de: 'Wie oft' },
        help: {
          en: 'Once: when all records have come, with the fields of the first one and {{ records }} for how many there were; none where no record came.',
          de: 'Einmal: wenn alle Datensätze da sind, mit den Feldern des ersten und {{ records }} für ihre Anzahl; keine, wenn kein Datensatz kam.',
        },
        options: {
          each_record: { en: 'For each record', de: 'Für jeden Datensatz' },
          once: { en: 'Once for all', de: 'Einmal für alle' },
        },
      },
    },
    exits: { out: { en: 'Sent', de: 'Gesendet' }, rejected: { en: 'Rejected', de: 'Abgelehnt' } },
  },
})
