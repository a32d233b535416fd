import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import type { Tone } from '@weft/kit/ui/bits.tsx'
import {
  IconBell,
  IconLifebuoy,
  IconMailDown,
  IconMailForward,
  IconNote,
  IconUserCheck,
  type Icon,
} from '@tabler/icons-react'

export type Entry = ListRow<'/communication'>
export type Kind = Entry['kind']

export const kindTexts = defineMessages({
  mail_in: { en: 'Mails received', de: 'Empfangene E-Mails' },
  mail_out: { en: 'Mails sent', de: 'Gesendete E-Mails' },
  notification: { en: 'Notifications', de: 'Benachrichtigungen' },
  note: { en: 'Notes', de: 'Notizen' },
  support: { en: 'Support requests', de: 'Supportanfragen' },
  approval: { en: 'Approvals', de: 'Genehmigungen' },
})

export const kindLooks: Record<Kind, { icon: Icon; tone: Tone }> = {
  mail_in: { icon: IconMailDown, tone: 'blue' },
  mail_out: { icon: IconMailForward, tone: 'teal' },
  notification: { icon: IconBell, tone: 'amber' },
  note: { icon: IconNote, tone: 'slate' },
  support: { icon: IconLifebuoy, tone: 'pink' },
  approval: { icon: IconUserCheck, tone: 'violet' },
}
