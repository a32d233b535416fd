import { calendarDay } from '@weft/kit/define/day.ts'
import { defineResource } from '@weft/kit/define/resource.ts'
import { z } from 'zod'

export const certificate = defineResource({
  table: 'certificates',
  path: 'certificates',
  scope: 'partner',
  fields: {
    name: z.string().trim().min(1).max(191),
    issuer: z.string().trim().max(191).default(''),
    issued_on: calendarDay.nullish(),
    valid_until: calendarDay.nullish(),
    url: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  },
  list: { columns: ['name', 'issuer', 'issued_on', 'valid_until'], search: ['name', 'issuer'], sort: 'name' },
  form: [['name', 'issuer'], ['issued_on', 'valid_until'], ['url']],
  may: 'company',
  labels: {
    one: { en: 'Certificate', de: 'Zertifikat' },
    many: { en: 'Certificates', de: 'Zertifikate' },
    fields: {
      name: { en: 'Name', de: 'Name' },
      issuer: { en: 'Issued by', de: 'Ausgestellt von' },
      issued_on: { en: 'Issued on', de: 'Ausgestellt am' },
      valid_until: { en: 'Valid until', de: 'Gültig bis' },
      url: {
        label: { en: 'Proof', de: 'Nachweis' },
        help: { en: 'Where the certificate can be seen.', de: 'Wo das Zertifikat einzusehen ist.' },
      },
    },
  },
})
