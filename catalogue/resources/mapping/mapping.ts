import { mappingDefinition } from '@weft/kit/define/mapping.ts'
import { defineResource } from '@weft/kit/define/resource.ts'
import { z } from 'zod'

const structure = z.uuid().meta({ input: 'reference', of: 'data_structures', by: 'label' })
const dataSet = z.uuid().meta({ input: 'reference', of: 'data_sets', by: 'name' })

export const mapping = defineResource({
  table: 'mappings',
  path: 'mappings',
  scope: 'project',
  fields: {
    label: z.string().trim().min(1).max(191),
    description: z.string().trim().max(2_000).default('').meta({ input: 'longText' }),
    active: z.boolean().default(true),
    source_structure_id: structure.nullish(),
    source_data_set_id: dataSet.nullish(),
    target_structure_id: structure,
    definition: mappingDefinition.default({ connections: [], transformers: [] }),
  },
  list: {
    columns: ['label', 'source_structure_id', 'target_structure_id', 'active'],
    search: ['label', 'description'],
    sort: 'label',
  },
  form: [
    ['label'],
    ['description'],
    ['source_structure_id', 'source_data_set_id'],
    ['target_structure_id'],
    ['active'],
  ],
  may: 'workflows',
  labels: {
    one: { en: 'Mapping', de: 'Mapping' },
    many: { en: 'Mappings', de: 'Mappings' },
    fields: {
      label: { en: 'Name', de: 'Name' },
      description: { en: 'Description', de: 'Beschreibung' },
      active: {
        label: { en: 'Active', de: 'Aktiv' },
        help: { en: 'Workflows use active mappings only.', de: 'Workflows verwenden nur aktive Mappings.' },
      },
      source_structure_id: {
        label: { en: 'Source', de: 'Quelle' },
        help: {
          en: 'The structure of the records that come in.',
          de: 'Die Struktur der Datensätze, die hereinkommen.',
        },
      },
      source_data_set_id: {
        label: { en: 'Or a data set as source', de: 'Oder ein Datenset als Quelle' },
        help: {
          en: 'Its columns are the fields that come in.',
          de: 'Seine Spalten sind die Felder, die hereinkommen.',
        },
      },
      target_structure_id: {
        label: { en: 'Target', de: 'Ziel' },
        help: {
          en: 'The structure of the records that go out. It must be another one.',
          de: 'Die Struktur der Datensätze, die herauskommen. Sie muss eine andere sein.',
        },
      },
      definition: { en: 'Connections and transformers', de: 'Verbindungen und Umwandlungen' },
    },
  },
})
