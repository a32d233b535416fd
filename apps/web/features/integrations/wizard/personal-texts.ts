import type { PersonalKind, Treatment } from '@weft/kit/define/personal.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

export const personalTexts = defineMessages({
  name: { en: 'Name', de: 'Name' },
  email: { en: 'E-mail', de: 'E-Mail' },
  phone: { en: 'Phone', de: 'Telefon' },
  address: { en: 'Address', de: 'Adresse' },
  iban: { en: 'Bank account', de: 'Bankkonto' },
  birthday: { en: 'Birthday', de: 'Geburtstag' },
  ip: { en: 'IP address', de: 'IP-Adresse' },
} satisfies Record<PersonalKind, object>)

export const treatmentTexts = defineMessages({
  leave_out: { en: 'Leave out', de: 'Weglassen' },
  hash: { en: 'Hash', de: 'Hashen' },
  mask: { en: 'Mask', de: 'Maskieren' },
  keep: { en: 'Keep', de: 'Behalten' },
} satisfies Record<Treatment, object>)
