import type { ListRow } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Tone } from '@weft/kit/ui/bits.tsx'

export const home = '/project/approvals'

export type ListedApproval = ListRow<'/approvals'>

export const approvalTexts = defineMessages({
  title: { en: 'Approvals', de: 'Genehmigungen' },
  open: { en: 'Waiting for you', de: 'Wartet auf Sie' },
  approved: { en: 'Approved', de: 'Genehmigt' },
  rejected: { en: 'Rejected', de: 'Abgelehnt' },
  timeout: { en: 'Nobody decided', de: 'Niemand hat entschieden' },
  ended: { en: 'Run ended', de: 'Lauf beendet' },
})

export const approvalTones: Record<ListedApproval['state'], Tone> = {
  open: 'amber',
  approved: 'green',
  rejected: 'red',
  timeout: 'slate',
  ended: 'slate',
}
