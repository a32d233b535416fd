import { defineSettingGroup } from '@weft/kit/define/setting-group.ts'
import { z } from 'zod'

export const newsletterSettings = defineSettingGroup({
  path: 'newsletter',
  schema: z.strictObject({
    open: z.boolean().default(false),
    per_minute: z.int().min(1).max(6_000).default(300),
  }),
  labels: {
    title: { en: 'Newsletter', de: 'Newsletter' },
    help: {
      en: 'Who may subscribe, and how fast newsletters leave.',
      de: 'Wer sich selbst eintragen darf und wie schnell Newsletter hinausgehen.',
    },
    fields: {
      open: {
        label: { en: 'Anybody may subscribe', de: 'Jeder darf sich eintragen' },
        help: {
          en: 'At /newsletter; a link in a mail confirms it.',
          de: 'Unter /newsletter; ein Link in einer E-Mail bestätigt es.',
        },
      },
      per_minute: {
        label: { en: 'Mails a minute', de: 'E-Mails je Minute' },
        help: { en: 'What your mail server may be asked to take.', de: 'Was Ihrem Mailserver zugemutet werden darf.' },
      },
    },
  },
})
