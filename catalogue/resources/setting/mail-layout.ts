import { commonVariables } from '@weft/kit/define/mail.ts'
import { mailLayout } from '@weft/kit/define/mail-layout.ts'
import { defineSettingGroup } from '@weft/kit/define/setting-group.ts'
import { parseTemplate, unknownNames } from '@weft/kit/define/template.ts'

const known: ReadonlySet<string> = new Set(Object.keys(commonVariables))
const parts = ['header_en', 'header_de', 'footer_en', 'footer_de'] as const

export const mailLayoutSettings = defineSettingGroup({
  path: 'mail_layout',
  schema: mailLayout,
  refuse(values) {
    for (const field of parts) {
      const [message] = unknownNames(parseTemplate(values[field]), known)
      if (message) return { field, message }
    }
    return undefined
  },
  labels: {
    title: { en: 'Layout of mails', de: 'Layout der E-Mails' },
    help: { en: 'Stands around every mail of this installation.', de: 'Umgibt jede E-Mail dieser Installation.' },
    fields: {
      name: {
        label: { en: 'Name', de: 'Name' },
        help: {
          en: 'Stands above every mail; {{ product }} in texts.',
          de: 'Steht über jeder E-Mail; {{ product }} in Texten.',
        },
      },
      logo: {
        label: { en: 'Logo', de: 'Logo' },
        help: {
          en: 'Stands above every mail; without one that of your company does, or the name.',
          de: 'Steht über jeder E-Mail; ohne eigenes ist es das Ihres Unternehmens oder der Name.',
        },
      },
      colour: {
        label: { en: 'Colour', de: 'Farbe' },
        help: { en: 'Of the name, links and buttons.', de: 'Für Name, Links und Schaltflächen.' },
      },
      header_en: { en: 'Header (English)', de: 'Kopf (Englisch)' },
      header_de: { en: 'Header (German)', de: 'Kopf (Deutsch)' },
      footer_en: { en: 'Footer (English)', de: 'Fuß (Englisch)' },
      footer_de: { en: 'Footer (German)', de: 'Fuß (Deutsch)' },
    },
  },
})
