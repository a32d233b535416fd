import { defineResource } from '@weft/kit/define/resource.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'

/** A file of the provider's media library; its bytes lie in storage, brought and changed by routes of its own. */
export const media = defineResource({
  table: 'media',
  path: 'media',
  scope: 'provider',
  fields: {
    file_name: z
      .string()
      .trim()
      .min(1)
      .max(191)
      .regex(
        inWords(/^[^/\\\u0000-\u001f\u007f-\u009f]+$/u, {
          en: 'Slashes and control characters are not possible in the name of a file.',
          de: 'Schrägstriche und Steuerzeichen sind in einem Dateinamen nicht möglich.',
        }),
      ),
    folder: z
      .string()
      .trim()
      .max(191)
      .regex(
        inWords(/^[^\\\u0000-\u001f\u007f-\u009f]*$/u, {
          en: 'Backslashes and control characters are not possible in the name of a folder.',
          de: 'Umgekehrte Schrägstriche und Steuerzeichen sind in einem Ordnernamen nicht möglich.',
        }),
      )
      .default(''),
    description: z.string().max(2_000).default('').meta({ input: 'longText' }),
    type: z.enum(['image', 'text', 'pdf']),
    mime: z.string(),
    size: z.int(),
    width: z.int().nullable(),
    height: z.int().nullable(),
  },
  list: {
    columns: ['file_name', 'folder', 'type', 'size', 'description'],
    search: ['file_name', 'folder', 'description'],
    sort: 'created_at',
  },
  form: [['file_name', 'folder'], ['description']],
  may: 'system',
  labels: {
    one: { en: 'File', de: 'Datei' },
    many: { en: 'Media', de: 'Medien' },
    fields: {
      file_name: { en: 'File name', de: 'Dateiname' },
      folder: { en: 'Folder', de: 'Ordner' },
      description: {
        label: { en: 'Description', de: 'Beschreibung' },
        help: {
          en: 'Also what a screen reader says of a picture.',
          de: 'Zugleich das, was ein Screenreader zu einem Bild vorliest.',
        },
      },
      type: {
        label: { en: 'Type', de: 'Typ' },
        options: {
          image: { en: 'Picture', de: 'Bild' },
          text: { en: 'Text', de: 'Text' },
          pdf: { en: 'PDF', de: 'PDF' },
        },
      },
      mime: { en: 'MIME type', de: 'MIME-Typ' },
      size: { en: 'Size', de: 'Größe' },
      width: { en: 'Width', de: 'Breite' },
      height: { en: 'Height', de: 'Höhe' },
    },
  },
})
