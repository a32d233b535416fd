import { defineResource } from '@weft/kit/define/resource.ts'
import { templateKind, templateVariables } from '@weft/kit/text-templates/kinds.ts'
import { z } from 'zod'

export const textTemplate = defineResource({
  table: 'text_templates',
  path: 'text_templates',
  scope: 'project',
  fields: {
    label: z.string().trim().min(1).max(191),
    type: templateKind.default('text'),
    data_structure_id: z.uuid().nullish().meta({ input: 'structure' }),
    variables: templateVariables.default([]),
    body: z.string().max(20_000).default('').meta({ input: 'longText' }),
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
          xml: { en: 'XML', de: 'XML' },
          json: { en: 'JSON', de: 'JSON' },
          csv: { en: 'CSV', de: 'CSV' },
        },
        help: {
          en: 'Decides how the values in it are escaped.',
          de: 'Bestimmt, wie die Werte darin maskiert werden.',
        },
      },
      data_structure_id: {
        label: { en: 'Data structure', de: 'Datenstruktur' },
        help: { en: 'Its fields are what the text may speak of.', de: 'Ihre Felder stehen im Text zur Verfügung.' },
      },
      variables: {
        label: { en: 'Variables', de: 'Variablen' },
        help: {
          en: 'What the text is given beside the fields of the structure.',
          de: 'Was der Text neben den Feldern der Struktur bekommt.',
        },
      },
      body: {
        label: { en: 'Text', de: 'Text' },
        help: {
          en: 'Values stand in double braces, such as {{ customer_name }} or {{ total | number: 2 }}; {% for line in lines %} … {% endfor %} repeats, {% if total > 100 %} … {% endif %} decides.',
          de: 'Werte stehen in doppelten geschweiften Klammern, etwa {{ customer_name }} oder {{ total | number: 2 }}; {% for line in lines %} … {% endfor %} wiederholt, {% if total > 100 %} … {% endif %} entscheidet.',
        },
      },
    },
  },
})
