import { defineResource } from '@weft/kit/define/resource.ts'
import { z } from 'zod'

/** Written by whoever sends mails; only read by people. */
export const mailLog = defineResource({
  table: 'mail_logs',
  path: 'mail_logs',
  scope: 'project',
  fields: {
    title: z.string(),
    status: z.enum(['kept', 'sent', 'failed', 'received']),
    recipient: z.string(),
    sender: z.string(),
    class_name: z.string(),
    body: z.string().meta({ input: 'longText' }),
    error: z.string().nullable(),
    job_id: z.uuid().nullable(),
    workflow_id: z.uuid().nullable(),
  },
  list: {
    columns: ['status', 'title', 'recipient', 'error'],
    search: ['title', 'recipient', 'body'],
    sort: 'created_at',
  },
  form: [['title', 'status'], ['recipient', 'sender'], ['body'], ['error']],
  may: 'jobs',
  labels: {
    one: { en: 'Mail', de: 'E-Mail' },
    many: { en: 'Mail log', de: 'Mailprotokoll' },
    fields: {
      title: { en: 'Subject', de: 'Betreff' },
      status: {
        label: { en: 'Status', de: 'Status' },
        options: {
          kept: { en: 'Kept', de: 'Aufbewahrt' },
          sent: { en: 'Sent', de: 'Gesendet' },
          failed: { en: 'Failed', de: 'Fehlgeschlagen' },
          received: { en: 'Received', de: 'Empfangen' },
        },
      },
      recipient: { en: 'Recipients', de: 'Empfänger' },
      sender: { en: 'Sender', de: 'Absender' },
      class_name: { en: 'Class', de: 'Klasse' },
      body: { en: 'Text', de: 'Text' },
      error: { en: 'Error', de: 'Fehler' },
      job_id: { en: 'Job', de: 'Job' },
      workflow_id: { en: 'Process', de: 'Prozess' },
    },
  },
})
