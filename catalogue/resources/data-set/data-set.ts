import { dataSetDefinition } from '@weft/kit/define/data-set.ts'
import { defineResource } from '@weft/kit/define/resource.ts'
import { z } from 'zod'

export const dataSet = defineResource({
  table: 'data_sets',
  path: 'data_sets',
  scope: 'project',
  fields: {
    name: z.string().trim().min(1).max(191),
    description: z.string().trim().max(2_000).default('').meta({ input: 'longText' }),
    definition: dataSetDefinition,
  },
  list: { columns: ['name', 'description'], search: ['name', 'description'], sort: 'name' },
  form: [['name'], ['description']],
  may: 'insights',
  labels: {
    one: { en: 'Data set', de: 'Datenset' },
    many: { en: 'Data sets', de: 'Datensets' },
    fields: {
      name: { en: 'Name', de: 'Name' },
      description: { en: 'Description', de: 'Beschreibung' },
      definition: { en: 'Definition', de: 'Definition' },
    },
  },
})
