import { defineResource } from '@weft/kit/define/resource.ts'
import { z } from 'zod'

export const note = defineResource({
  table: 'notes',
  path: 'notes',
  scope: 'project',
  fields: {
    title: z.string().trim().min(1).max(191),
    note: z.string().trim().min(1).max(20_000).meta({ input: 'longText' }),
    type: z.string().max(64).default(''),
    type_id: z.uuid().nullish(),
  },
  list: { columns: ['title', 'type'], search: ['title', 'note'], sort: 'created_at' },
  form: [['title'], ['note']],
  may: 'projects',
  labels: {
    one: { en: 'Note', de: 'Notiz' },
    many: { en: 'Notes', de: 'Notizen' },
    fields: {
      title: { en: 'Title', de: 'Titel' },
      note: { en: 'Note', de: 'Notiz' },
      type: { en: 'About', de: 'Bezug' },
      type_id: { en: 'Entry', de: 'Eintrag' },
    },
  },
})
