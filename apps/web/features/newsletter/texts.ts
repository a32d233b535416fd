import { defineMessages } from '@weft/kit/messages/messages.ts'

export const campaignTexts = defineMessages({
  draft: { en: 'Draft', de: 'Entwurf' },
  sending: { en: 'Going out', de: 'Geht hinaus' },
  sent: { en: 'Sent', de: 'Gesendet' },
  cancelled: { en: 'Stopped', de: 'Angehalten' },
})

export const deliveryTexts = defineMessages({
  waiting: { en: 'Waiting', de: 'Wartet' },
  sending: { en: 'Under way', de: 'Unterwegs' },
  sent: { en: 'Sent', de: 'Gesendet' },
  kept: { en: 'Kept', de: 'Aufbewahrt' },
  failed: { en: 'Failed', de: 'Fehlgeschlagen' },
  unsure: { en: 'Cut off', de: 'Abgebrochen' },
  cancelled: { en: 'Not sent', de: 'Nicht gesendet' },
})
