import { mailAddresses } from '@weft/kit/define/mail-addresses.ts'
import { defineResource } from '@weft/kit/define/resource.ts'
import { z } from 'zod'

/** Who gets which mails about the workflows of a project. */
export const mailRecipient = defineResource({
  table: 'mail_recipients',
  path: 'mail_recipients',
  scope: 'project',
  fields: {
    recipient: mailAddresses,
    class_name: z.enum(['workflow_failed', 'workflow_warning', 'workflow_aborted']),
    workflow_id: z.uuid().nullish().meta({ input: 'reference', of: 'workflows', by: 'label' }),
    also: z.enum(['nobody', 'users', 'admins']).default('nobody'),
  },
  list: { columns: ['recipient', 'class_name', 'workflow_id', 'also'], search: ['recipient'], sort: 'recipient' },
  form: [['recipient'], ['class_name', 'workflow_id'], ['also']],
  may: 'projects',
  labels: {
    one: { en: 'Email recipient', de: 'E-Mail-Empfänger' },
    many: { en: 'Email recipients', de: 'E-Mail-Empfänger' },
    fields: {
      recipient: {
        label: { en: 'Recipient', de: 'Empfänger' },
        help: {
          en: 'Several addresses by comma or semicolon.',
          de: 'Mehrere Adressen durch Komma oder Semikolon getrennt.',
        },
      },
      class_name: {
        label: { en: 'Email class', de: 'E-Mail-Klasse' },
        help: { en: 'About which ends of runs.', de: 'Über welches Ende von Läufen.' },
        options: {
          workflow_failed: { en: 'A run has failed', de: 'Ein Lauf ist gescheitert' },
          workflow_warning: { en: 'A run has ended with warnings', de: 'Ein Lauf endete mit Warnungen' },
          workflow_aborted: { en: 'A run was aborted', de: 'Ein Lauf wurde abgebrochen' },
        },
      },
      workflow_id: {
        label: { en: 'Workflow', de: 'Workflow' },
        help: { en: 'Empty: every workflow of this project.', de: 'Leer: jeder Workflow dieses Projekts.' },
      },
      also: {
        label: { en: 'Users or administrators', de: 'Benutzer oder Administratoren' },
        help: { en: 'Who gets the mail as well.', de: 'Wer die E-Mail außerdem erhält.' },
        options: {
          nobody: { en: 'Nobody else', de: 'Niemand sonst' },
          users: { en: 'All users of the tenant', de: 'Alle Benutzer des Mandanten' },
          admins: { en: 'Administrators of the tenant', de: 'Administratoren des Mandanten' },
        },
      },
    },
  },
})
