import { dashboardDefinition } from '@weft/kit/define/dashboard.ts'
import { defineResource } from '@weft/kit/define/resource.ts'
import { z } from 'zod'

export const dashboard = defineResource({
  table: 'dashboards',
  path: 'dashboards',
  scope: 'project',
  fields: {
    label: z.string().trim().min(1).max(191),
    description: z.string().trim().max(2_000).default('').meta({ input: 'longText' }),
    definition: dashboardDefinition.prefault({}),
  },
  list: { columns: ['label', 'description'], search: ['label', 'description'], sort: 'label' },
  form: [['label'], ['description']],
  may: 'insights',
  labels: {
    one: { en: 'Dashboard', de: 'Übersicht' },
    many: { en: 'Dashboards', de: 'Übersichten' },
    fields: {
      label: { en: 'Label', de: 'Bezeichnung' },
      description: { en: 'Description', de: 'Beschreibung' },
      definition: { en: 'Definition', de: 'Definition' },
    },
  },
})
