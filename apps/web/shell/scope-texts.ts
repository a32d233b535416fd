import { defineMessages } from '@weft/kit/messages/messages.ts'

export const scopeTexts = defineMessages({
  where: { en: 'Where you work', de: 'Wo Sie arbeiten' },
  partner: { en: 'Partner', de: 'Partner' },
  client: { en: 'Tenant', de: 'Mandant' },
  project: { en: 'Project', de: 'Projekt' },
  withoutPartner: { en: 'Without a partner', de: 'Ohne Partner' },
  failing: { en: 'failing', de: 'mit Fehlern' },
  strained: { en: 'to watch', de: 'zu beachten' },
  choosePartner: { en: 'Choose partner', de: 'Partner wählen' },
  chooseClient: { en: 'Choose tenant', de: 'Mandant wählen' },
  chooseProject: { en: 'Choose project', de: 'Projekt wählen' },
})
