import { calendarDay } from '@weft/kit/define/day.ts'
import { defineResource } from '@weft/kit/define/resource.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'

export const project = defineResource({
  table: 'projects',
  path: 'projects',
  scope: 'tenant',
  fields: {
    name: z.string().trim().min(1).max(191),
    short: z.string().trim().max(10).default(''),
    description: z.string().trim().max(2_000).default('').meta({ input: 'longText' }),
    url: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
    /** The address of a picture; set by uploading one. */
    image: z
      .string()
      .regex(
        inWords(/^\/api\/app\/pictures\/[0-9a-f-]{36}$/, {
          en: 'Please upload a picture.',
          de: 'Bitte ein Bild hochladen.',
        }),
      )
      .nullish(),
    start_date: calendarDay.nullish(),
    finish_date: calendarDay.nullish(),
  },
  list: {
    columns: ['name', 'short', 'start_date', 'finish_date'],
    search: ['name', 'short', 'description'],
    sort: 'name',
  },
  form: [['name', 'short'], ['description'], ['url'], ['start_date', 'finish_date']],
  may: 'projects',
  labels: {
    one: { en: 'Project', de: 'Projekt' },
    many: { en: 'Projects', de: 'Projekte' },
    fields: {
      name: { en: 'Name', de: 'Name' },
      short: {
        label: { en: 'Short name', de: 'Kurzname' },
        help: {
          en: 'At most ten characters, shown where space is short.',
          de: 'Höchstens zehn Zeichen, angezeigt, wo wenig Platz ist.',
        },
      },
      description: { en: 'Description', de: 'Beschreibung' },
      url: { en: 'Address', de: 'Adresse' },
      image: { en: 'Image', de: 'Bild' },
      start_date: { en: 'Start', de: 'Beginn' },
      finish_date: { en: 'End', de: 'Ende' },
    },
  },
})
