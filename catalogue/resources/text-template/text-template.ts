import { defineResource } from '@weft/kit/define/resource.ts'
import { template } from '@weft/kit/define/template.ts'
import { z } from 'zod'

export const textTemplate = defineResource({
  table: 'text_templates',
  path: 'text_templates',
  scope: 'project',
  fields: {
    label: z.string().trim().min(1).max(191),
    type: z.enum(['text', 'html', 'mail']).default('text'),
    data_structure_id: z.uuid().nullish().meta({ input: 'structure' }),
    body: template.max(20_000).default('').meta({ input: 'longText' }),
  },
  list: { columns: ['label', 'type'], search: ['label', 'body'], sort: 'label' },
  form: [['label', 'type'], ['data_structure_id'], ['body']],
  may: 'workflows',
  labels: {
    one: { en: 'Text template', de: 'Textvorlage' },
    many: { en: 'Text templates', de: 'Textvorlagen' },
    fields: {
      label: { en: 'Name', de: 'Name' },
      type: {
        label: { en: 'Type', de: 'Typ' },
        options: {
          text: { en: 'Plain text', de: 'Reiner Text' },
          html: { en: 'HTML', de: 'HTML' },
          mail: { en: 'E-mail', de: 'E-Mail' },
        },
      },
      data_structure_id: {
        label: { en: 'Data structure', de: 'Datenstruktur' },
        help: { en: 'Its fields are what the text may speak of.', de: 'Ihre Felder stehen im Text zur Verfügung.' },
      },
      body: {
        label: { en: 'Text', de: 'Text' },
        help: {
          en: 'Values stand in double braces, such as {{ customer_name }} or {{ total | number: 2 }}.',
          de: 'Werte stehen in doppelten geschweiften Klammern, etwa {{ customer_name }} oder {{ total | number: 2 }}.',
        },
      },
    },
  },
})
