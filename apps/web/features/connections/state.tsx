import { defineMessages } from '@weft/kit/messages/messages.ts'
import { StatusDot, type Tone } from '@weft/kit/ui/bits.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { ListedConnection } from './api.ts'

export const stateTexts = defineMessages({
  untested: { en: 'Not tested yet', de: 'Noch nicht geprüft' },
  healthy: { en: 'Healthy', de: 'In Ordnung' },
  failing: { en: 'Did not answer, is looked at again', de: 'Antwortete nicht, wird erneut geprüft' },
  broken: { en: 'Needs you', de: 'Braucht Sie' },
  inactive: { en: 'Switched off', de: 'Abgeschaltet' },
})

const tones: Record<ListedConnection['state'], Tone> = {
  untested: 'slate',
  healthy: 'green',
  failing: 'amber',
  broken: 'red',
}

/** How a connection is, in a dot and words. */
export function ConnectionState({ state, active }: Pick<ListedConnection, 'state' | 'active'>) {
  const t = useTexts(stateTexts)
  return active ? (
    <StatusDot tone={tones[state]} pulse={state === 'failing'}>
      {t[state]()}
    </StatusDot>
  ) : (
    <StatusDot tone="slate">{t.inactive()}</StatusDot>
  )
}
