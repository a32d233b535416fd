import { defineMessages } from '@weft/kit/messages/messages.ts'
import { StatusDot, type Tone } from '@weft/kit/ui/bits.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Agent } from './api.ts'

export const stateTexts = defineMessages({
  connected: { en: 'Connected', de: 'Verbunden' },
  away: { en: 'Away', de: 'Nicht verbunden' },
  waiting: { en: 'Waiting for its first start', de: 'Wartet auf den ersten Start' },
  revoked: { en: 'Revoked', de: 'Widerrufen' },
})
const tones: Record<Agent['state'], Tone> = { connected: 'green', away: 'red', waiting: 'amber', revoked: 'slate' }

export function AgentState({ state }: Pick<Agent, 'state'>) {
  const t = useTexts(stateTexts)
  return <StatusDot tone={tones[state]}>{t[state]()}</StatusDot>
}
