import { firstOnly } from '@weft/kit/define/comparison.ts'
import { defineElement, type Step } from '@weft/kit/define/element.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { reference } from '@weft/kit/define/settings.ts'
import { template } from '@weft/kit/define/template.ts'
import { texter } from '@weft/kit/define/values.ts'
import { storedText, storedTexter, textValues, textValuesLabel } from '@weft/kit/text-templates/step-texts.ts'
import { z } from 'zod'

export const notify = defineElement({
  key: 'notify',
  group: 'communicate',
  kind: 'sink',
  icon: 'IconBell',
  settings: z.strictObject({
    user_id: reference('user').optional(),
    level: z.enum(['info', 'success', 'warning', 'error']).default('info'),
    title: template.min(1).max(200).meta({ readable: true }),
    template_id: storedText,
    values: textValues,
    message: template.max(2_000).default('').meta({ input: 'longText', readable: true }),
    link: z.boolean().default(true),
    times: z.enum(['each_record', 'once']).default('each_record'),
  }),
  inputs: ['in'],
  exits: ['out'],
  passes: true,
  // The same notice is told once to each user.
  effect: 'exactly_once',
  in_test_run: 'held_back',
  labels: {
    title: { en: 'Notify', de: 'Benachrichtigen' },
    help: {
      en: 'Shows a notice to users, one for each record or one for all of them.',
      de: 'Zeigt Benutzern eine Benachrichtigung, je Datensatz eine oder eine für alle.',
    },
    fields: {
      user_id: {
        label: { en: 'User', de: 'Benutzer' },
        help: { en: 'Empty: everybody of the tenant.', de: 'Leer: alle des Mandanten.' },
      },
      level: {
        label: { en: 'Level', de: 'Stufe' },
        options: {
          info: { en: 'Information', de: 'Information' },
          success: { en: 'Success', de: 'Erfolg' },
          warning: { en: 'Warning', de: 'Warnung' },
          error: { en: 'Error', de: 'Fehler' },
        },
      },
      title: { en: 'Title', de: 'Titel' },
      template_id: {
        label: { en: 'Text template', de: 'Textvorlage' },
        help: { en: 'Instead of the message below.', de: 'Anstelle der Nachricht darunter.' },
      },
      values: textValuesLabel,
      message: { en: 'Message', de: 'Nachricht' },
      link: { en: 'Link to the job', de: 'Verweis auf den Job' },
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
    exits: { out: { en: 'Records', de: 'Datensätze' } },
  },
  body: {
    calls(step) {
      const [title, message] = [texter(step, step.settings.title), messageOf(step)]
      const told = step.settings.times === 'once' ? firstOnly() : (records: readonly DataRecord[]) => records
      return (records) => told(records).map((record) => ({ title: title(record), message: message(record) }))
    },
    async open(step) {
      const { user_id, level, title, link, times } = step.settings
      const write = { title: texter(step, title), message: messageOf(step) }
      const tell = (record: DataRecord, key: string) =>
        step.context.notify(user_id ? [user_id] : 'project', {
          level,
          title: write.title(record),
          message: write.message(record),
          ...(link && { link: `/project/workflows/reporting/${step.job.workflow_id}/${step.job.id}/details` }),
          key: `${step.job.id}:${step.id}:${key}`,
        })
      if (times === 'once')
        return {
          keepsFirst: true,
          write: async (records) => ({ exits: { out: records } }),
          async finish({ records, first }) {
            if (first) await tell({ ...first, records }, 'once')
          },
        }
      return {
        async write(records, number) {
          for (const [i, record] of records.entries()) {
            step.signal.throwIfAborted()
            await tell(record, `${number}:${i}`)
          }
          return { exits: { out: records } }
        },
      }
    },
  },
})

function messageOf(
  step: Step<{ template_id?: string | undefined; values: z.output<typeof textValues>; message: string }>,
): (record: DataRecord) => string {
  const { template_id, values, message } = step.settings
  return template_id ? storedTexter(step, template_id, values).write : texter(step, message)
}
