import { defineElement } from '@weft/kit/define/element.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import { template } from '@weft/kit/define/template.ts'
import { texter } from '@weft/kit/define/values.ts'
import { Invalid, WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  recipient: { en: '"{value}" is no e-mail address.', de: '„{value}“ ist keine E-Mail-Adresse.' },
})

export const sendMail = defineElement({
  key: 'send_mail',
  group: 'communicate',
  kind: 'sink',
  icon: 'IconMail',
  settings: z.strictObject({
    to: template.min(1).max(5_000),
    subject: template.min(1).max(500),
    text: template.max(100_000).default('').meta({ input: 'longText', readable: true }),
    attachments: z.array(template).max(20).default([]),
    times: z.enum(['each_record', 'once']).default('each_record'),
  }),
  inputs: ['in'],
  exits: ['out', 'rejected'],
  effect: 'at_least_once',
  labels: {
    title: { en: 'Send mail', de: 'E-Mail senden' },
    help: {
      en: 'Sends a mail for each record, or one for all of them. While no mail server is set up, mails are kept in the mail log.',
      de: 'Sendet eine E-Mail für jeden Datensatz oder eine für alle. Solange kein Mailserver eingerichtet ist, bleiben E-Mails im Mailprotokoll.',
    },
    fields: {
      to: {
        label: { en: 'To', de: 'An' },
        help: {
          en: 'Several addresses with comma or semicolon; {{ email }} takes them from the record.',
          de: 'Mehrere Adressen mit Komma oder Semikolon; {{ email }} nimmt sie aus dem Datensatz.',
        },
      },
      subject: { en: 'Subject', de: 'Betreff' },
      text: { en: 'Text', de: 'Text' },
      attachments: {
        label: { en: 'Attachments', de: 'Anhänge' },
        help: { en: 'Paths in the storage.', de: 'Pfade im Speicher.' },
      },
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
  body: {
    async open(step) {
      const { to, subject, text, attachments, times } = step.settings
      const write = {
        to: texter(step, to),
        subject: texter(step, subject),
        text: texter(step, text),
        attachments: attachments.map((one) => texter(step, one)),
      }
      const recipientsOf = (record: DataRecord) => {
        const all = write
          .to(record)
          .split(/[,;]/)
          .map((address) => address.trim())
          .filter(Boolean)
        return { all, wrong: all.length === 0 ? '' : all.find((address) => !/^[^\s@<>"]+@[^\s@<>"]+$/.test(address)) }
      }
      const send = (to: string[], record: DataRecord, key: string) =>
        step.context.mail({
          to,
          subject: write.subject(record).replace(/[\r\n]+/g, ' '),
          text: write.text(record),
          attachments: write.attachments.map((one) => one(record)).filter(Boolean),
          key: `${step.job.id}:${step.id}:${key}`,
        })
      if (times === 'once')
        return {
          keepsFirst: true,
          write: async (records) => ({ exits: { out: records } }),
          async finish({ records, first }) {
            if (!first) return
            const { all, wrong } = recipientsOf({ ...first, records })
            if (wrong !== undefined) throw new Invalid('MAIL_RECIPIENT', texts.recipient({ value: wrong }))
            await send(all, { ...first, records }, 'once')
          },
        }
      return {
        async write(records, number) {
          const sent: DataRecord[] = []
          const rejected: Rejected[] = []
          for (const [i, record] of records.entries()) {
            step.signal.throwIfAborted()
            const { all, wrong } = recipientsOf(record)
            if (wrong !== undefined) {
              rejected.push({ record, field: 'to', value: wrong, reason: texts.recipient({ value: wrong }) })
              continue
            }
            try {
              await send(all, record, `${number}:${i}`)
              sent.push(record)
            } catch (error) {
              // What the mail server will never take is the record's fault; that it cannot be reached is not.
              if (!(error instanceof WeftError) || error.status === 503) throw error
              rejected.push({ record, field: 'to', reason: error.say })
            }
          }
          return { exits: { out: sent }, rejected }
        },
      }
    },
  },
})
