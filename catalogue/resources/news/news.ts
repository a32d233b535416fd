import { calendarDay } from '@weft/kit/define/day.ts'
import { defineResource } from '@weft/kit/define/resource.ts'
import { z } from 'zod'

export const news = defineResource({
  table: 'news',
  path: 'news',
  scope: 'provider',
  fields: {
    title: z.string().trim().min(1).max(191),
    content: z.string().max(20_000).default('').meta({ input: 'longText', lines: 18 }),
    release_date: calendarDay,
    audience: z.enum(['all', 'admin', 'partner', 'client']).default('all'),
    author: z.string().trim().max(191).default(''),
  },
  list: {
    columns: ['title', 'release_date', 'audience', 'author'],
    search: ['title', 'content', 'author'],
    sort: 'created_at',
  },
  form: [['title'], ['release_date', 'audience'], ['author'], ['content']],
  may: 'system',
  labels: {
    one: { en: 'News article', de: 'Neuigkeit' },
    many: { en: 'News', de: 'Neuigkeiten' },
    fields: {
      title: { en: 'Title', de: 'Titel' },
      content: {
        label: { en: 'Content', de: 'Inhalt' },
        help: {
          en: 'Markdown: headings, lists, links, emphasis.',
          de: 'Markdown: Überschriften, Listen, Verweise, Hervorhebungen.',
        },
      },
      release_date: {
        label: { en: 'Release date', de: 'Veröffentlichung' },
        help: { en: 'Shown on dashboards from this day on.', de: 'Ab diesem Tag auf den Dashboards zu sehen.' },
      },
      audience: {
        label: { en: 'For whom', de: 'Für wen' },
        options: {
          all: { en: 'Everybody', de: 'Alle' },
          admin: { en: 'Provider staff', de: 'Anbieter' },
          partner: { en: 'Partners', de: 'Partner' },
          client: { en: 'Tenants', de: 'Mandanten' },
        },
      },
      author: { en: 'Author', de: 'Verfasser' },
    },
  },
})
