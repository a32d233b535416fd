import { functionFields } from '@weft/kit/define/mapping-function.ts'
import { defineResource } from '@weft/kit/define/resource.ts'
import { z } from 'zod'

export const mappingFunction = defineResource({
  table: 'functions',
  path: 'functions',
  scope: 'project',
  fields: {
    label: z.string().trim().min(1).max(191),
    description: z.string().trim().max(2_000).default('').meta({ input: 'longText' }),
    project_id: z.uuid().nullable().optional(),
    ...functionFields,
  },
  list: {
    columns: ['label', 'name', 'description', 'project_id'],
    search: ['label', 'name', 'description'],
    sort: 'label',
  },
  form: [['label'], ['description']],
  may: 'workflows',
  labels: {
    one: { en: 'Function', de: 'Funktion' },
    many: { en: 'Functions', de: 'Funktionen' },
    fields: {
      label: { en: 'Name', de: 'Name' },
      name: {
        label: { en: 'In formulas', de: 'In Formeln' },
        help: {
          en: 'How formulas and mappings call it. It cannot be changed later, so that none of them breaks.',
          de: 'So rufen Formeln und Mappings sie auf. Später lässt es sich nicht ändern, damit keines davon bricht.',
        },
      },
      description: { en: 'Description', de: 'Beschreibung' },
      project_id: { en: 'Available to', de: 'Verfügbar für' },
      parameters: { en: 'Parameters', de: 'Parameter' },
      gives: { en: 'Result', de: 'Ergebnis' },
      definition: { en: 'What it computes', de: 'Was sie rechnet' },
      tests: { en: 'Tests', de: 'Tests' },
    },
  },
})
