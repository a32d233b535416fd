import { defineMessages } from '@weft/kit/messages/messages.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Tone } from '@weft/kit/ui/tones.ts'
import type { TenantStatus } from './tenant.ts'

export const statusTexts = defineMessages({
  created: { en: 'Created', de: 'Angelegt' },
  initializing: { en: 'Being initialized', de: 'Wird initialisiert' },
  initialized: { en: 'Initialized', de: 'Initialisiert' },
  active: { en: 'Active', de: 'Aktiv' },
  deactivated: { en: 'Deactivated', de: 'Deaktiviert' },
  deleting: { en: 'Marked for deletion', de: 'Zum Löschen vorgemerkt' },
})

const tones: Record<TenantStatus, Tone> = {
  created: 'slate',
  initializing: 'blue',
  initialized: 'teal',
  active: 'green',
  deactivated: 'amber',
  deleting: 'red',
}

/** In what state the account of a tenant or a partner is, as a dot and a word. */
export function AccountStatus({ status }: { status: TenantStatus }) {
  const t = useTexts(statusTexts)
  return (
    <StatusDot tone={tones[status]} pulse={status === 'initializing'}>
      {t[status]()}
    </StatusDot>
  )
}
