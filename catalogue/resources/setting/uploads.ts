import { defineSettingGroup } from '@weft/kit/define/setting-group.ts'
import { z } from 'zod'

export const uploadSettings = defineSettingGroup({
  path: 'uploads',
  schema: z.strictObject({
    files: z.int().min(1).max(1000).default(20),
    /** Of a picture or an attachment. */
    megabytes: z.int().min(1).max(100).default(4),
    /** Of a file with data, which is streamed. */
    data_megabytes: z.int().min(1).max(10_000).default(200),
    picture_quality: z.int().min(0).max(100).default(80),
  }),
  labels: {
    title: { en: 'Uploads', de: 'Uploads' },
    help: { en: 'How much may be brought at once.', de: 'Wie viel auf einmal hochgeladen werden darf.' },
    fields: {
      files: { en: 'Files at once', de: 'Dateien auf einmal' },
      megabytes: { en: 'Size of a picture or attachment (MB)', de: 'Größe eines Bildes oder Anhangs (MB)' },
      data_megabytes: { en: 'Size of a file with data (MB)', de: 'Größe einer Datei mit Daten (MB)' },
      picture_quality: {
        label: { en: 'Quality of pictures (0–100)', de: 'Qualität von Bildern (0–100)' },
        help: {
          en: 'Logos, and JPEG and WebP of the media library, are compressed to this; at 100 the library leaves them as they are.',
          de: 'Logos sowie JPEG und WebP der Medienverwaltung werden darauf komprimiert; bei 100 lässt die Medienverwaltung sie, wie sie sind.',
        },
      },
    },
  },
})
