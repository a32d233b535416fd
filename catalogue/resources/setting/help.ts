import { defineSettingGroup } from '@weft/kit/define/setting-group.ts'
import { z } from 'zod'

const mail = z.union([z.literal(''), z.email().max(191)]).default('')

export const helpSettings = defineSettingGroup({
  path: 'help',
  schema: z.strictObject({
    contact_name: z.string().trim().max(191).default(''),
    contact_email: mail,
    contact_phone: z.string().trim().max(64).default(''),
    contact_hours: z.string().trim().max(191).default(''),
    support_email: mail,
  }),
  labels: {
    title: { en: 'Help centre', de: 'Hilfe-Center' },
    help: {
      en: 'Whom partners and tenants turn to, and where support requests are mailed.',
      de: 'An wen sich Partner und Mandanten wenden, und wohin Supportanfragen gemailt werden.',
    },
    fields: {
      contact_name: { en: 'Contact person', de: 'Ansprechpartner' },
      contact_email: { en: 'Email address', de: 'E-Mail-Adresse' },
      contact_phone: { en: 'Phone', de: 'Telefon' },
      contact_hours: {
        label: { en: 'Available', de: 'Erreichbar' },
        help: { en: 'Such as: Monday to Friday, 9 to 17', de: 'Etwa: Montag bis Freitag, 9 bis 17 Uhr' },
      },
      support_email: {
        label: { en: 'Support address', de: 'Support-Adresse' },
        help: {
          en: 'Gets a mail for each support request. Empty: requests are only listed.',
          de: 'Erhält zu jeder Supportanfrage eine E-Mail. Leer: Anfragen stehen nur in der Liste.',
        },
      },
    },
  },
})
